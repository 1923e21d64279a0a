"""Comparisons and news: each side listed by itself and then both; articles of a window, newest first."""

from bot.ask.desk import Desk, by_time
from bot.ask.draft import published_on
from bot.ask.extractive import quotable
from bot.ask.refusal import say_searched, search_quietly, show_nearest_hits
from bot.ask.wording import counted
from bot.models.answer import Completeness
from bot.models.post import Bold, Inline
from vectorstore.models.documents import Document, Passage
from vectorstore.models.search import Condition, Facet, Filter, Listing, Member
from vectorstore.text.sentences import sentences
from vectorstore.text.tokens import contains

_SIDE_FACETS: tuple[Facet, ...] = ("hardware", "software", "organisation", "text", "speaker")
_ARTICLES_A_SIDE = 2
_NEAREST = 3


def write_comparison(desk: Desk) -> None:
    """Write what there is on each side, sessions and sentences, then what is about both; a bare side is named."""
    base = desk.plan.filter
    for facet in _SIDE_FACETS:
        base = base.without(facet)
    wishes = [_wish(desk, side) for side in desk.plan.sides]
    listings = [desk.listing(_with(base, wish)) for wish in wishes]
    desk.draft.kind = "answer"
    used = Filter(conditions=(*base.conditions, *wishes))
    desk.apply(desk.listing(used), used)
    bare: list[str] = []
    for side, wish, listing in zip(desk.plan.sides, wishes, listings, strict=True):
        if not _write_side(desk, side, wish, listing):
            bare.append(_name(desk, side))
    for name in bare:
        desk.draft.missing.append(name)
        desk.draft.say(desk.say("compare.none", side=name))
    if len(bare) == len(wishes):
        desk.draft.kind = "refusal"
        counts = desk.library.counts()
        say_searched(desk, sessions=counts.sessions, articles=counts.articles)
        show_nearest_hits(desk, search_quietly(desk, Filter()))
        return
    if not bare:
        _write_both(desk, desk.listing(used))
    desk.zones([member for listing in listings for member in listing.members])


def _wish(desk: Desk, side: str) -> Condition:
    entity = desk.lexicon.entities.get(side.removeprefix("entity:"))
    if entity is None:
        return Condition(facet="text", values=(side,))
    facets: dict[str, Facet] = {"hardware": "hardware", "organisation": "organisation"}
    return Condition(facet=facets.get(entity.kind, "software"), values=(entity.id,))


def _with(base: Filter, *conditions: Condition) -> Filter:
    return Filter(conditions=(*base.conditions, *conditions))


def _name(desk: Desk, side: str) -> str:
    return desk.namer.name(side.removeprefix("entity:"))


def _write_side(desk: Desk, side: str, wish: Condition, listing: Listing) -> bool:
    """Write a side's sessions and sentences of articles that name it; say whether there was anything."""
    members = by_time(listing.members)
    articles = desk.library.list(Filter(conditions=(wish,)), desk.question.audience, kind="article").members
    if not members and not articles:
        return False
    desk.load([*members, *articles])
    desk.draft.count(len(members), listing.corpus)
    matched = desk.number(len(members))
    corpus = desk.counted(listing.corpus)
    desk.draft.head(desk.say("compare.side", side=_name(desk, side), matched=matched, corpus=corpus))
    desk.draft.bullets((desk.session_line(member) for member in members), first=1)
    known = {row.document_id for row in desk.draft.rows}
    desk.draft.rows += [desk.row(m, cite=desk.meta(m).n) for m in members if m.document_id not in known]
    own_names = desk.lexicon.aliases(side.removeprefix("entity:")) or (side,)
    titled = sorted(articles, key=lambda m: not any(contains(m.document.title, name) for name in own_names))
    for member in titled[:_ARTICLES_A_SIDE]:
        _quote_naming(desk, member, side)
    return True


def _quote_naming(desk: Desk, member: Member, side: str) -> None:
    names = desk.aliases(side)
    for evidence in member.evidence:
        passage = desk.draft.passages.get(evidence.passage_id)
        spans = sentences(passage.text) if passage else []
        for start, end in spans:
            text = passage.text[start:end] if passage else ""
            if passage and quotable(text) and any(contains(text, name) for name in names):
                introduce_article(desk, member.document, desk.draft.cite(passage, member.document, quote=text), passage)
                desk.draft.quote(passage, member.document, text)
                return


def _write_both(desk: Desk, listing: Listing) -> None:
    both = by_time(listing.members)
    desk.load(both)
    desk.draft.head(desk.say("compare.both"))
    if both:
        desk.draft.bullets(desk.session_line(member) for member in both)
    else:
        desk.draft.say(desk.say("compare.none_both"))


def introduce_article(desk: Desk, document: Document, cite: Inline, passage: Passage) -> None:
    """Say in the asker's language which text the next words are from, and their language where it is another."""
    key = "open.from" if passage.language == desk.plan.language else f"open.from.{passage.language}"
    desk.draft.say(*desk.inlines(key, title=Bold(text=document.title)), cite)


def write_latest(desk: Desk) -> None:
    """Write the articles of the asked window, newest first, each with its day and source."""
    wanted = desk.plan.filter.without("kind")
    listing = desk.library.list(wanted, desk.question.audience, kind="article")
    desk.apply(listing, wanted)
    if not listing.members:
        _refuse_latest(desk, wanted)
        return
    members = sorted(listing.members, key=_newest_first)
    desk.draft.kind = "list"
    desk.load(members)
    desk.draft.completeness = Completeness(
        shown=len(members),
        matched=len(members),
        corpus=listing.corpus,
        passing=len(listing.passing),
        method=listing.method,
    )
    desk.draft.count(len(members), listing.corpus)
    desk.draft.say(desk.say("latest.head", articles=counted(desk.plan.language, "article", len(members))))
    desk.draft.bullets((desk.session_line(member) for member in members), first=1)


def _refuse_latest(desk: Desk, wanted: Filter) -> None:
    desk.draft.kind = "refusal"
    corpus = desk.library.list(Filter(), desk.question.audience, kind="article")
    for condition in wanted.conditions:
        if not desk.library.list(Filter(conditions=(condition,)), desk.question.audience, kind="article").members:
            desk.draft.say(desk.say("refuse.nothing_for", label=desk.label(condition)))
            desk.draft.missing.append(desk.label(condition))
    if not desk.draft.blocks:
        desk.draft.say(desk.say("refuse.none"))
    say_searched(desk, sessions=0, articles=corpus.corpus)
    newest = sorted(corpus.members, key=_newest_first)[:_NEAREST]
    if newest:
        desk.load(newest)
        desk.draft.head(desk.say("refuse.nearest"))
        desk.draft.bullets(desk.session_line(member) for member in newest)


def _newest_first(member: Member) -> tuple[int, str]:
    day = published_on(member.document)
    return (-day.toordinal() if day else 1, member.document.title)
