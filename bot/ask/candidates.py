"""Where an open answer may come from: what search found, and every text that is tagged with what the question names."""

from bot.ask.desk import Desk
from vectorstore.models.claims import TARGETING
from vectorstore.models.search import Condition, Filter, Hit, Hits, Member

MOST_TAGGED = 8  # starting value; as many documents as an answer could quote, twice


def with_named(desk: Desk, hits: Hits) -> Hits:
    """Add texts that hold all the named terms: names cross languages, where words do not and meaning may not."""
    wanted = [_condition(desk, name) for name in desk.plan.named]
    if not wanted:
        return hits
    known = {hit.passage.document_id for hit in hits.hits}
    asked = Filter(conditions=(*desk.plan.filter.conditions, *wanted))
    kinds = desk.plan.filter.of("kind")
    members: list[Member] = []
    for kind in ("session", "article"):
        if not kinds or kind in kinds[0].values:
            members += desk.library.list(asked, desk.question.audience, kind=kind).members
    fresh = [member for member in members if member.document_id not in known][:MOST_TAGGED]
    desk.load(fresh)
    added = tuple(hit for member in fresh for hit in _hits_of(desk, member))
    return Hits(hits=(*hits.hits, *added), notes=hits.notes)


def _condition(desk: Desk, name: str) -> Condition:
    entity = name.removeprefix("entity:")
    if entity in desk.lexicon.entities:
        return Condition(facet="software", values=(entity,), relations=(*TARGETING, "passing"))
    return Condition(facet="text", values=(name,))


def _hits_of(desk: Desk, member: Member) -> list[Hit]:
    ids = dict.fromkeys([member.meta_passage_id, *(evidence.passage_id for evidence in member.evidence)])
    passages = [desk.draft.passages[one] for one in ids if one in desk.draft.passages]
    return [Hit(passage=passage, document=member.document, score=0.0, matched_by=("words",)) for passage in passages]
