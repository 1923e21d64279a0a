"""What a new version of a source changes: which documents are the same, what differs, what has left."""

import hashlib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from rapidfuzz import fuzz

from ingest.errors import InputRefused
from ingest.parsed import Draft
from ingest.people import paired
from vectorstore.ids import document_id
from vectorstore.models.documents import Article, Document, Session
from vectorstore.models.record import Known

ChangeKind = Literal["added", "moved", "renamed", "changed", "cancelled", "restored", "missing", "gone"]

# ingest.md, section 9: real revisions lose at most 2 % of their sessions.
_MOST_LOST_SHARE = 0.2
_MOST_LOST = 5
_FEWEST_SHIFTED = 10
_LEAST_SHIFTED_SHARE = 0.1
# How alike two titles must be for a session without speakers to be taken for the one that was in its slot.
_TITLE_LIKENESS = 70


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One line of a change list: `fields` holds (field, old, new) as words.

    `count` is above one for a delta that many sessions share; `document_id` is empty then.
    """

    kind: ChangeKind
    document_id: str
    title: str
    fields: tuple[tuple[str, str, str], ...] = ()
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A draft that must be written, under the id its document has or gets."""

    document_id: str
    draft: Draft
    content_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What to do: write `entries`; mark `missing`, `gone` and `restored` documents; `unchanged` counts the rest.

    An unchanged document is an entry only if its source names it by another stable id now, or if all are read anew.
    """

    entries: tuple[Decided, ...] = ()
    changes: tuple[Change, ...] = ()
    missing: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()
    unchanged: int = 0


def content_hash(document: Document, text: str) -> str:
    """Hash what makes a revision: for a session its own fields, for an article its title, dates, link and text.

    Exporter versions, tags and how a meta line was spelt do not count; blanks are collapsed, Unicode is composed.
    """
    values = _session_values(document) if isinstance(document, Session) else [*_article_values(document), text]
    joined = "\x1f".join(" ".join(unicodedata.normalize("NFC", value).split()) for value in values)
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()


def decide(
    known: Sequence[Known],
    drafts: Sequence[Draft],
    *,
    accept_removals: bool,
    feed: bool,
    place: str = "",
    anew: bool = False,
) -> Decision:
    """Compare a whole new version with what is known; raise `InputRefused`, naming `place`, if too much is gone.

    A document keeps its id when its stable id, or its title and people, or its slot and people stay. What is absent
    once is missing, twice is gone; a feed forgets its old entries, so with `feed` nothing is either. With `anew` the
    unchanged are entries too: a source that is read in another way may say the same and yet be tagged differently.
    """
    matched = _match(known, drafts)
    absent = [one for one in known if one.document_id not in {old.document_id for old in matched.values()}]
    if not feed:
        _refuse_if_too_much_is_gone(known, absent, drafts, accept_removals=accept_removals, place=place)
    taken = {one.document_id for one in known}
    entries: list[Decided] = []
    changes: list[Change] = []
    restored: list[str] = []
    unchanged = 0
    for index, draft in enumerate(drafts):
        old = matched.get(index)
        digest = content_hash(draft.document, draft.text)
        if old is None:
            new_id = _new_id(draft.document, taken)
            entries.append(Decided(document_id=new_id, draft=draft, content_hash=digest))
            changes.append(Change(kind="added", document_id=new_id, title=draft.document.title))
            continue
        returned = old.missing_since is not None or old.withdrawn_at is not None
        if returned:
            restored.append(old.document_id)
        if digest != old.content_hash:
            entries.append(Decided(document_id=old.document_id, draft=draft, content_hash=digest))
        elif not returned:
            unchanged += 1
            renamed = (old.stable_id_kind, old.stable_id) != (draft.document.stable_id_kind, draft.document.stable_id)
            if renamed or anew:
                entries.append(Decided(document_id=old.document_id, draft=draft, content_hash=digest))
            continue
        changes.append(_change(old, draft.document, returned=returned))
    missing, gone = ([], []) if feed else _left(absent)
    changes += [Change(kind="missing", document_id=one.document_id, title=one.document.title) for one in missing]
    changes += [Change(kind="gone", document_id=one.document_id, title=one.document.title) for one in gone]
    sessions = sum(isinstance(one.document, Session) for one in known)
    return Decision(
        entries=tuple(entries),
        changes=_alike_as_one(_with_shift_as_one(changes, matched, drafts, sessions), sessions),
        missing=tuple(one.document_id for one in missing),
        gone=tuple(one.document_id for one in gone),
        restored=tuple(restored),
        unchanged=unchanged,
    )


# Which document is which


def _match(known: Sequence[Known], drafts: Sequence[Draft]) -> dict[int, Known]:
    """Pair drafts with known documents one to one, the surest rule first and live documents before withdrawn ones."""
    by_id = {(one.stable_id_kind, one.stable_id): one for one in known}
    pairs: dict[int, Known] = {}
    for index, draft in enumerate(drafts):
        same = by_id.get((draft.document.stable_id_kind, draft.document.stable_id))
        if same is not None and type(same.document) is type(draft.document):
            pairs[index] = same
            del by_id[same.stable_id_kind, same.stable_id]
    for key, agrees in ((_title_key, _same_people_or_text), (_place_key, _same_people_in_slot)):
        used = {old.document_id for old in pairs.values()}
        candidates: defaultdict[object, list[Known]] = defaultdict(list)
        for one in sorted(known, key=lambda one: one.withdrawn_at is not None):
            name = key(one.document)
            if one.document_id not in used and name is not None:
                candidates[name].append(one)
        for index, draft in enumerate(drafts):
            if index in pairs:
                continue
            fitting = [one for one in candidates.get(key(draft.document), ()) if agrees(one.document, draft.document)]
            if fitting:
                best = min(fitting, key=lambda one: _distance(one, draft.document))
                pairs[index] = best
                candidates[key(draft.document)].remove(best)
    return pairs


def _title_key(document: Document) -> object:
    return (document.kind, " ".join(document.title.casefold().split()))


def _place_key(document: Document) -> object:
    if isinstance(document, Session):
        start = document.local_start or document.starts_at
        return (start, (document.room or "").casefold()) if start else None
    return ("url", document.canonical_url) if document.canonical_url else None


def _same_people_or_text(old: Document, new: Document) -> bool:
    if isinstance(old, Session) and isinstance(new, Session):
        if not old.speakers and not new.speakers:
            return True
        shared = paired(old.speakers, new.speakers)
        return shared > 0 and shared * 2 >= min(len(old.speakers), len(new.speakers))
    if isinstance(old, Article) and isinstance(new, Article):
        return (old.container and new.container) or (old.published_raw != "" and old.published_raw == new.published_raw)
    return False


def _same_people_in_slot(old: Document, new: Document) -> bool:
    if isinstance(old, Session) and isinstance(new, Session):
        if old.speakers or new.speakers:
            return paired(old.speakers, new.speakers) * 2 >= max(len(old.speakers), len(new.speakers))
        return fuzz.ratio(old.title.casefold(), new.title.casefold()) >= _TITLE_LIKENESS
    return type(old) is type(new)


def _distance(one: Known, new: Document) -> tuple[bool, bool, bool, float]:
    """Order documents that share a title: the same room, the same day, the nearest start is the likeliest."""
    old = one.document
    if not (isinstance(old, Session) and isinstance(new, Session)):
        return (one.withdrawn_at is not None, False, False, 0.0)
    away = abs(new.local_start - old.local_start).total_seconds() if new.local_start and old.local_start else 0.0
    return (one.withdrawn_at is not None, old.room != new.room, old.programme_day != new.programme_day, away)


def _new_id(document: Document, taken: set[str]) -> str:
    """Name a new document; where a moved one still holds the id of this slot, count on."""
    number = 1
    name = document_id(document.source_id, document.stable_id)
    while name in taken:
        number += 1
        name = document_id(document.source_id, f"{document.stable_id}#{number}")
    taken.add(name)
    return name


# What differs


def _article_values(article: Article) -> list[str]:
    published = article.published_at or article.published_day
    return [
        article.title,
        *article.authors,
        published.isoformat() if published else article.published_raw,
        article.canonical_url or "",
        article.language,
        str(article.sponsored),
    ]


def _session_values(session: Session) -> list[str]:
    """List the fields of a session that make a revision."""
    return [*(value for _, value in _fields(session)), _moment(session.starts_at), _moment(session.ends_at)]


def _fields(document: Document) -> list[tuple[str, str]]:
    """Name the fields that change lists speak of, with their values as words."""
    if isinstance(document, Article):
        return [("title", document.title), ("page", document.canonical_url or "")]
    people = ", ".join(
        f"{one.name} ({one.organisation})" if one.organisation else one.name for one in document.speakers
    )
    return [
        ("title", document.title),
        ("start", _moment(document.local_start or document.starts_at)),
        ("end", _moment(document.local_end or document.ends_at)),
        ("day", document.programme_day.isoformat() if document.programme_day else ""),
        ("room", document.room or ""),
        ("speakers", people),
        ("track", document.track or ""),
        ("format", document.format or ""),
        ("language", document.language),
        ("status", document.status),
        ("sponsored", str(document.sponsored).lower()),
        ("keynote", str(document.keynote).lower()),
        ("page", document.canonical_url or ""),
        ("abstract", document.abstract),
    ]


def _moment(moment: datetime | None) -> str:
    return moment.isoformat(sep=" ", timespec="minutes") if moment else ""


def _change(old: Known, new: Document, *, returned: bool) -> Change:
    differing = tuple(
        (name, before, after)
        for (name, before), (_, after) in zip(_fields(old.document), _fields(new), strict=True)
        if _collapsed(before) != _collapsed(after)
    )
    if not differing and isinstance(old.document, Session) and isinstance(new, Session):
        zones = (old.document.venue_zone or "", new.venue_zone or "")
        # The clock at the venue stays, the instants do not.
        differing = (("zone", *zones),) if zones[0] != zones[1] else ()
    names = {name for name, _, _ in differing}
    kind: ChangeKind = "changed"
    if ("status", "scheduled", "cancelled") in differing or ("status", "moved", "cancelled") in differing:
        kind = "cancelled"
    elif returned or any(name == "status" and before == "cancelled" for name, before, _ in differing):
        kind = "restored"
    elif names & {"start", "end", "day", "room"}:
        kind = "moved"
    elif "title" in names:
        kind = "renamed"
    return Change(kind=kind, document_id=old.document_id, title=new.title, fields=differing)


def _collapsed(value: str) -> str:
    return " ".join(unicodedata.normalize("NFC", value).split())


def _with_shift_as_one(
    changes: Sequence[Change], matched: dict[int, Known], drafts: Sequence[Draft], sessions: int
) -> tuple[Change, ...]:
    """Tell one identical delta of ten sessions or more as one entry: an exporter corrected its zone, or all moved."""
    deltas = {old.document_id: _shift(old.document, drafts[index].document) for index, old in matched.items()}
    only_time = [
        change
        for change in changes
        if change.kind == "moved"
        and {name for name, _, _ in change.fields} <= {"start", "end", "day"}
        and deltas.get(change.document_id)
    ]
    counted = Counter(deltas[change.document_id] for change in only_time)
    shared = {
        delta
        for delta, count in counted.items()
        if count >= _FEWEST_SHIFTED and count >= _LEAST_SHIFTED_SHARE * sessions
    }
    kept = [change for change in changes if change not in only_time or deltas[change.document_id] not in shared]
    told = [
        Change(
            kind="moved",
            document_id="",
            title=f"{counted[delta]} sessions",
            fields=(("start", "", _signed(delta)),),
            count=counted[delta],
        )
        for delta in sorted(shared, key=lambda delta: delta or timedelta())
    ]
    return (*told, *kept)


def _alike_as_one(changes: Sequence[Change], sessions: int) -> tuple[Change, ...]:
    """Tell what ten sessions or more have alike, field for field, as one entry: a zone or a room was corrected."""
    counted = Counter((change.kind, change.fields) for change in changes if change.fields and change.document_id)
    shared = {
        alike: count
        for alike, count in counted.items()
        if count >= _FEWEST_SHIFTED and count >= _LEAST_SHIFTED_SHARE * sessions
    }
    told = [
        Change(kind=kind, document_id="", title=f"{count} sessions", fields=fields, count=count)
        for (kind, fields), count in shared.items()
    ]
    kept = [change for change in changes if not change.document_id or (change.kind, change.fields) not in shared]
    return (*told, *kept)


def _shift(old: Document, new: Document) -> timedelta | None:
    """Give the delta by which start and end both moved; None if they did not move alike."""
    if not (isinstance(old, Session) and isinstance(new, Session)):
        return None
    pairs = [(old.local_start, new.local_start), (old.local_end, new.local_end)]
    if None in pairs[0] or (None in pairs[1] and pairs[1] != (None, None)):
        return None
    deltas = {after - before for before, after in pairs if before and after}
    return deltas.pop() if len(deltas) == 1 else None


def _signed(delta: timedelta | None) -> str:
    minutes = round((delta or timedelta()).total_seconds() / 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60}:{abs(minutes) % 60:02d}"


# What has left


def _left(absent: Iterable[Known]) -> tuple[list[Known], list[Known]]:
    """Part the absent into those missing for the first time and those gone for good."""
    missing: list[Known] = []
    gone: list[Known] = []
    for one in absent:
        if one.withdrawn_at is not None:
            continue
        cancelled = isinstance(one.document, Session) and one.document.status == "cancelled"
        (gone if one.missing_since is not None or cancelled else missing).append(one)
    return missing, gone


def _refuse_if_too_much_is_gone(
    known: Sequence[Known], absent: Sequence[Known], drafts: Sequence[Draft], *, accept_removals: bool, place: str
) -> None:
    if accept_removals:
        return
    live = [one for one in known if isinstance(one.document, Session) and one.withdrawn_at is None]
    if not live:
        return
    place = place or live[0].document.source_id
    if not any(isinstance(draft.document, Session) for draft in drafts):
        what = f' (it is a page, "{drafts[0].document.title[:80]}")' if drafts else ""
        raise InputRefused(
            f"{place}: this version holds no session where there were {len(live)}{what}. Get the programme again; "
            "if it is right, collect it with --accept-removals."
        )
    present = [one for one in live if one.missing_since is None]
    absent_ids = {one.document_id for one in absent}
    lost = sum(one.document_id in absent_ids for one in present)
    if lost > _MOST_LOST and lost > _MOST_LOST_SHARE * len(present):
        raise InputRefused(
            f"{place}: {lost} of {len(present)} sessions are gone from this version. Get it again; "
            "if it is right, collect it with --accept-removals."
        )
