"""From what a person names (a file, a folder, an address, a table in hallway.toml) to sources."""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import Any, cast, get_args
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ingest.errors import CatalogueInvalid
from ingest.urls import canonical_url
from vectorstore.models.documents import Language, Source, SourceKind

# What a folder's files must end in to be collected with it; a file named itself may end in anything.
READABLE = frozenset({".md", ".markdown", ".txt", ".html", ".htm", ".xml", ".rss", ".atom", ".json", ".ics"})
_FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "url": str,
    "path": str,
    "id": str,
    "name": str,
    "kind": str,
    "language": str,
    "tz": str,
    "conference": str,
    "year": int,
    "publisher_family": str,
    "tier": int,
    "first_party": bool,
    "visibility": str,
}
_TIERS = range(1, 5)


def source_for(
    place: str | Path,
    *,
    tz: str | None = None,
    conference: str | None = None,
    language: Language | None = None,
    year: int | None = None,
    kind: SourceKind = "manual",
) -> Source:
    """Make the source of one file or address; its id is always the same for the same file or canonical address.

    Raises `CatalogueInvalid` for an address that is none and for an unknown time zone.
    """
    text = str(place)
    if "://" in text:
        address = canonical_url(text)
        if address is None:
            raise CatalogueInvalid(f"{text}: is no http address. Use an http or https address, or a file.")
        url, key, name = text, address, _name_of_address(text)
        family = (urlsplit(address).hostname or "").removeprefix("www.")
    else:
        url = key = str(Path(text).expanduser().resolve())
        name, family = Path(url).stem, ""
    return Source(
        id=_id(name, key),
        name=name,
        url=url,
        kind=kind,
        publisher_family=family,
        language=language,
        tz_default=_zone(tz, text),
        conference=conference,
        year=year,
    )


def expand(places: Iterable[str | Path]) -> tuple[str, ...]:
    """List what to collect: addresses and files as named, each folder as the readable files in it, in order of name.

    Hidden files and folders are left out. A folder with nothing to read raises `CatalogueInvalid`.
    """
    found: list[str] = []
    for place in places:
        path = Path(place).expanduser()
        if "://" in str(place) or not path.is_dir():
            found.append(str(place))
            continue
        files = sorted(str(file) for file in path.rglob("*") if _is_readable(file, path))
        if not files:
            raise CatalogueInvalid(f"{place}: holds no file to read. Readable are {', '.join(sorted(READABLE))}.")
        found += files
    return tuple(dict.fromkeys(found))


def sources_from_toml(path: Path) -> tuple[Source, ...]:
    """Read the `[[sources]]` tables of a hallway.toml; raise `CatalogueInvalid` naming the entry that is wrong.

    Each has `url`, or `path` (relative to the file; a folder means each readable file in it), and may have name, id,
    kind, language, tz, conference, year, publisher_family, tier (1 to 4), first_party, visibility.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CatalogueInvalid(f"{path}: there is no such file. Name an existing hallway.toml.") from None
    except OSError as error:
        raise CatalogueInvalid(f"{path}: cannot be read ({error.strerror}). Check its permissions.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CatalogueInvalid(f"{path}: is not valid TOML ({error}). Correct that place.") from error
    entries = content.get("sources", [])
    if not isinstance(entries, list):
        raise CatalogueInvalid(f"{path}: `sources` must be a list of tables. Write [[sources]] with two brackets.")
    sources = [
        source
        for number, entry in enumerate(entries, start=1)
        for source in _sources_of(entry, f"{path}: source {number}", path.parent)
    ]
    _refuse_repeated_ids(sources, path)
    return tuple(sources)


def _sources_of(entry: object, where: str, folder: Path) -> Iterator[Source]:
    if not isinstance(entry, dict):
        raise CatalogueInvalid(f"{where}: is no table. Write [[sources]] with two brackets.")
    fields = cast("dict[str, Any]", entry)
    where = (
        f"{where} ({fields.get('name') or fields.get('id') or fields.get('url') or fields.get('path') or 'unnamed'})"
    )
    _check_fields(fields, where)
    places = [fields["url"]] if "url" in fields else expand([folder / Path(fields["path"]).expanduser()])
    if len(places) > 1 and ("id" in fields or "name" in fields):
        raise CatalogueInvalid(f"{where}: a folder of {len(places)} files can have no `id` or `name`. Leave them out.")
    for place in places:
        yield _source(place, fields, where)


def _source(place: str, fields: Mapping[str, Any], where: str) -> Source:
    try:
        base = source_for(place, tz=fields.get("tz"))
    except CatalogueInvalid as error:
        raise CatalogueInvalid(f"{where}: {error}") from None
    return Source(
        id=fields.get("id", base.id),
        name=fields.get("name", base.name),
        url=base.url,
        kind=fields.get("kind", base.kind),
        publisher_family=fields.get("publisher_family", base.publisher_family),
        language=fields.get("language"),
        tier=fields.get("tier", base.tier),
        first_party=fields.get("first_party", base.first_party),
        tz_default=base.tz_default,
        conference=fields.get("conference"),
        year=fields.get("year"),
        visibility=fields.get("visibility", base.visibility),
    )


def _check_fields(fields: Mapping[str, Any], where: str) -> None:
    for key, value in fields.items():
        if key not in _FIELDS:
            near = get_close_matches(key, _FIELDS, n=1)
            hint = f"Did you mean `{near[0]}`?" if near else f"Known are {', '.join(_FIELDS)}."
            raise CatalogueInvalid(f"{where}: `{key}` is no setting of a source. {hint}")
        if type(value) is not _FIELDS[key]:
            raise CatalogueInvalid(f"{where}: `{key}` is {value!r}. Write {_example(key)}.")
        if value == "":
            raise CatalogueInvalid(f"{where}: `{key}` is empty. Write {_example(key)}, or leave it out.")
    if ("url" in fields) == ("path" in fields):
        raise CatalogueInvalid(f"{where}: needs either `url` or `path`. Give one of them.")
    if "url" in fields and canonical_url(fields["url"]) is None:
        raise CatalogueInvalid(
            f"{where}: `url` is {fields['url']!r}. Use an http or https address, or `path` for a file."
        )
    for key, choices in (("kind", get_args(SourceKind)), ("language", get_args(Language)), ("tier", tuple(_TIERS))):
        if key in fields and fields[key] not in choices:
            listed = ", ".join(str(choice) for choice in choices)
            raise CatalogueInvalid(f"{where}: `{key}` is {fields[key]!r}. Use one of: {listed}.")


def _example(key: str) -> str:
    examples = {bool: f"{key} = true", int: f"{key} = 2"}
    return examples.get(cast("type", _FIELDS[key]), f'{key} = "…"')


def _refuse_repeated_ids(sources: Iterable[Source], path: Path) -> None:
    seen: dict[str, Source] = {}
    for source in sources:
        if source.id in seen:
            raise CatalogueInvalid(f"{path}: two sources have the id {source.id!r} ({source.url}). Change or drop one.")
        seen[source.id] = source


def _zone(tz: str | None, where: str) -> str | None:
    if tz is None:
        return None
    try:
        return ZoneInfo(tz).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise CatalogueInvalid(f'{where}: {tz!r} is no time zone. Write one such as "America/Los_Angeles".') from None


def _id(name: str, key: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:40].strip("-")
    return f"{slug or 'source'}-{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def _name_of_address(address: str) -> str:
    parts = urlsplit(address)
    last = PurePosixPath(unquote(parts.path)).stem
    host = (parts.hostname or "").removeprefix("www.")
    return f"{host} {last}" if last and last not in {"index", "feed", "rss", "atom"} else host


def _is_readable(file: Path, folder: Path) -> bool:
    parts = file.relative_to(folder).parts
    return file.suffix.lower() in READABLE and not any(part.startswith(".") for part in parts) and file.is_file()
