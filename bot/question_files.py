"""Question files: what is asked, which sessions must come back, and where those are in the record."""

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.errors import HallwayError
from bot.models.answer import AnswerLanguage
from vectorstore.models.documents import Session
from vectorstore.models.search import Member
from vectorstore.text.language import detect

Expect = Literal["", "none", "refusal", "correction", "answer"]
LANGUAGES: tuple[AnswerLanguage, ...] = ("zh", "en")


class QuestionsInvalid(HallwayError):
    """A question file cannot be read, or names sessions that are not in the record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A question of a file; `wanted` and `arguable` are keys of sessions, None where no set is expected.

    `at_least` asks only that every wanted document is there, `contains` are words that must be shown, `absent`
    words that must not, both by language.
    """

    id: str
    texts: Mapping[AnswerLanguage, str]
    wanted: frozenset[str] | None = None
    arguable: frozenset[str] = frozenset()
    at_least: bool = False
    expect: Expect = ""
    contains: Mapping[AnswerLanguage, tuple[str, ...]] = field(default_factory=dict)
    absent: Mapping[AnswerLanguage, tuple[str, ...]] = field(default_factory=dict)
    kind: str = "list"
    category: str = ""
    follow_up_of: str | None = None
    now: datetime | None = None
    zone: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionSet:
    """The cases of a file; `keys` maps a document id to the key its session has in the file."""

    name: str
    cases: tuple[Case, ...]
    keys: Mapping[str, str]


def read_questions(path: Path, members: Iterable[Member]) -> QuestionSet:
    """Read a question file and find its sessions among the record's; raises QuestionsInvalid with one line.

    A file has `questions`; `ids` in them are those of the sessions file named by `over` (beside the question file),
    `titles` and `refs` are titles and stable ids of the record. The form is described in docs/command-line.md.
    """
    data = _read_json(path)
    listed = data.get("questions") if isinstance(data, dict) else None
    if not isinstance(listed, list) or not listed:
        raise QuestionsInvalid(f"{path} holds no list `questions`; see docs/command-line.md for the form.")
    found = tuple(members)
    keys = _keys_of_sessions(path, data, found)
    cases = []
    for number, entry in enumerate(listed, 1):
        try:
            cases.append(_case(entry, data, found, keys, number))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise QuestionsInvalid(f"{path}, question {number}: {error}; correct it.") from error
    known = {case.id for case in cases}
    for case in cases:
        if case.follow_up_of is not None and case.follow_up_of not in known:
            raise QuestionsInvalid(f"{path}, {case.id}: it follows up {case.follow_up_of}, which is not in the file.")
    return QuestionSet(name=path.name, cases=_parents_first(cases), keys=keys)


def _read_json(path: Path) -> Any:  # noqa: ANN401 - whatever a file holds
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise QuestionsInvalid(f"{path} cannot be read ({error.strerror}); check the path.") from error
    except ValueError as error:
        raise QuestionsInvalid(f"{path} is no JSON ({error}); correct it.") from error


def _keys_of_sessions(path: Path, data: dict[str, Any], members: Sequence[Member]) -> dict[str, str]:
    """Map the record's documents to the ids of the sessions file the questions are over, where ids are used."""
    if not any(entry.get("ids") for entry in data["questions"] if isinstance(entry, dict)):
        return {}
    if "over" not in data:
        raise QuestionsInvalid(f"{path} uses `ids` but has no `over`; name the sessions file they are from.")
    over = path.parent / str(data["over"])
    sessions = _read_json(over).get("sessions", [])
    keys = {member.document_id: str(s["id"]) for s in sessions for member in members if same_session(s, member)}
    lacking = [str(s["id"]) for s in sessions if str(s["id"]) not in keys.values()]
    if lacking:
        some = ", ".join(lacking[:5])
        raise QuestionsInvalid(
            f"{len(lacking)} of {len(sessions)} sessions of {over} are not in the record ({some}); "
            "collect what it was made from first."
        )
    return keys


def same_session(described: Mapping[str, Any], member: Member) -> bool:
    """Say whether a session of a sessions file is a member: same day and start, and title or a speaker in common."""
    session = member.document
    if not isinstance(session, Session):
        return False
    day = session.programme_day.isoformat() if session.programme_day else None
    start = f"{session.local_start:%H:%M}" if session.local_start else None
    if (described.get("date") or day, described.get("start") or start) != (day, start):
        return False
    titles = {_folded(str(described[name])) for name in ("title", "title_clean", "title_en") if described.get(name)}
    if titles & {_folded(session.title), _folded(session.title_raw)}:
        return True
    speakers = {_folded(str(speaker.get("name", ""))) for speaker in described.get("speakers", ())} - {""}
    return bool(speakers & {_folded(speaker.name) for speaker in session.speakers})


def _folded(text: str) -> str:
    normal = unicodedata.normalize("NFKC", text).casefold()
    return "".join(character for character in normal if character.isalnum())


def _case(
    entry: Mapping[str, Any], data: Mapping[str, Any], members: Sequence[Member], keys: dict[str, str], number: int
) -> Case:
    texts = entry["question"]
    if isinstance(texts, str):
        texts = {"zh" if detect(texts) == "zh" else "en": texts}
    wanted = _wanted(entry, members, keys)
    expect = cast("Expect", entry.get("expect", ""))
    if expect not in ("", "none", "refusal", "correction", "answer"):
        raise ValueError(f"expect is {expect!r}, not none, refusal, correction or answer")
    asked = {language: str(texts[language]) for language in LANGUAGES if texts.get(language)}
    if not asked:
        raise ValueError("it has no text in zh or en")
    at = entry.get("now", data.get("now"))
    return Case(
        id=str(entry.get("id", number)),
        texts=asked,
        wanted=wanted,
        arguable=frozenset(str(each) for each in entry.get("arguable", ())),
        at_least=bool(entry.get("at_least", expect == "correction")),
        expect=expect,
        contains=_by_language(entry.get("contains", ())),
        absent=_by_language(entry.get("absent", ())),
        kind=str(
            entry.get("kind")
            or entry.get("category")
            or ("refusal" if expect in ("none", "refusal", "correction") else "list")
        ),
        category=str(entry.get("category", "")),
        follow_up_of=str(entry["follow_up_of"]) if entry.get("follow_up_of") is not None else None,
        now=datetime.fromisoformat(at) if at else None,
        zone=_zone(entry.get("zone", data.get("zone"))),
    )


def _zone(name: str | None) -> str | None:
    """Check a zone's name; raises ValueError."""
    try:
        return ZoneInfo(name).key if name else None
    except (ZoneInfoNotFoundError, OSError) as error:
        raise ValueError(f"zone {name!r} is not known") from error


def _wanted(entry: Mapping[str, Any], members: Sequence[Member], keys: dict[str, str]) -> frozenset[str] | None:
    """Give the keys of the wanted sessions, or None where no set is expected; titles and refs become keys."""
    expect = entry.get("expect", "")
    if not any(entry.get(name) for name in ("ids", "titles", "refs")):
        said = any(name in entry for name in ("ids", "titles", "refs"))
        return frozenset() if expect in ("none", "refusal") or (said and not expect) else None
    wanted = {str(each) for each in entry.get("ids", ())}
    unknown = wanted - set(keys.values())
    if unknown:
        raise ValueError(f"ids {sorted(unknown)} are not in the file named by `over`")
    for title in entry.get("titles", ()):
        matching = [m for m in members if _folded(m.document.title) == _folded(title)]
        wanted |= _named(matching, keys, f"no document has the title {title!r}")
    for ref in entry.get("refs", ()):
        matching = [m for m in members if ref in (m.document.stable_id, m.document_id)]
        wanted |= _named(matching, keys, f"no document has the stable id {ref!r}")
    return frozenset(wanted)


def _named(matching: Sequence[Member], keys: dict[str, str], otherwise: str) -> set[str]:
    if not matching:
        raise ValueError(f"{otherwise}; collect its source first")
    key = keys.get(matching[0].document_id, matching[0].document_id)
    for member in matching:
        keys.setdefault(member.document_id, key)
    return {key}


def _by_language(words: Any) -> dict[AnswerLanguage, tuple[str, ...]]:  # noqa: ANN401 - JSON of a file
    if isinstance(words, Mapping):
        return {language: tuple(map(str, words.get(language, ()))) for language in LANGUAGES}
    return dict.fromkeys(LANGUAGES, tuple(map(str, [words] if isinstance(words, str) else words)))


def _parents_first(cases: Sequence[Case]) -> tuple[Case, ...]:
    """Order cases so that a follow-up comes after what it follows."""
    by_id = {case.id: case for case in cases}
    ordered: dict[str, Case] = {}

    def place(case: Case, seen: frozenset[str]) -> None:
        if case.id in seen:
            raise QuestionsInvalid(f"{case.id} follows up itself; correct follow_up_of.")
        if case.follow_up_of is not None and case.follow_up_of not in ordered:
            place(by_id[case.follow_up_of], seen | {case.id})
        ordered.setdefault(case.id, case)

    for case in cases:
        place(case, frozenset())
    return tuple(ordered.values())
