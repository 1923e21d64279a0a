"""Read the lexicon's data files once: entities with their aliases, rooms, places, layers, generic words, metrics."""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from vectorstore.errors import LexiconInvalid
from vectorstore.lexicon.matcher import Alias, Found, Matcher, matchable
from vectorstore.models.claims import Layer
from vectorstore.text.language import HAN

EntityKind = Literal["hardware", "software", "organisation", "model", "topic"]
_TABLES = ("rooms", "places", "layers", "generic", "metrics")
_NOT_OURS = ("pairs",)
_LISTS = ("aliases", "capitals", "part_of", "implies", "vendor_of")
_KEYS = frozenset({*_LISTS, "kind", "name", "plural", "owner", "maker_names", "example"})
_LATIN_TAILS = (
    *(" incorporated", " inc", " llc", " ltd", " limited", " gmbh", " corporation", " corp", " co", " plc", " ag"),
    *(" platforms", " company", " group", " holdings"),
)
_HAN_NAME = re.compile(f"[{HAN}]")
_HAN_TAILS = ("股份有限公司", "科技有限公司", "有限公司", "集团", "公司")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A thing texts are about.

    `part_of` are parents that find it too; `implies` are entities it tells of without naming them; `vendor_of` are
    those whose maker alone it names; `maker_names` says that the owner's bare names may mean this entity as well.
    `aliases` holds every form to be found in a text, `capitals` those of them that need capitals as given.
    """

    id: str
    kind: EntityKind
    name: Mapping[str, str]
    aliases: tuple[str, ...]
    capitals: frozenset[str] = frozenset()
    part_of: tuple[str, ...] = ()
    implies: tuple[str, ...] = ()
    vendor_of: tuple[str, ...] = ()
    owner: str | None = None
    maker_names: bool = False
    plural: bool = False
    example: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A city as texts write it, and its IANA zone."""

    key: str
    name: Mapping[str, str]
    aliases: tuple[str, ...]
    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerWords:
    """What one layer of the stack is called, and the words with their weights that speak for it."""

    name: Mapping[str, str]
    terms: Mapping[str, float]
    patterns: tuple[re.Pattern[str], ...] = ()


class Lexicon:
    """The field's names: found in texts, joined into families, shown in both languages."""

    def __init__(self, entities: Mapping[str, Entity], tables: Mapping[str, Any], content_hash: str) -> None:
        self.entities: Mapping[str, Entity] = MappingProxyType(dict(entities))
        self.content_hash = content_hash
        self.generic: frozenset[str] = frozenset(tables["generic"].get("words", ()))
        self.layers: Mapping[Layer, LayerWords] = MappingProxyType(_layers(tables["layers"]))
        self.metrics: Mapping[str, tuple[str, ...]] = MappingProxyType(
            {key: tuple(words) for key, words in tables["metrics"].items()}
        )
        self.places: Mapping[str, Place] = MappingProxyType(_places(tables["places"]))
        self._rooms: dict[str, str] = {
            _key(word): room.casefold() for room, words in tables["rooms"].items() for word in (room, *words)
        }
        self._place_keys = {_key(alias): place.key for place in self.places.values() for alias in place.aliases}
        self.not_names: tuple[str, ...] = tuple(tables["generic"].get("not_names", ()))
        self._matcher = Matcher(
            [*_aliases(self.entities), *(Alias(text=phrase, entity_id=None) for phrase in self.not_names)]
        )
        self._families = _families(self.entities)

    def find(self, text: str) -> tuple[Found, ...]:
        """Find entities in a text, longest alias first; a homograph's span is given once for each of its entities."""
        return self._matcher.find(text)

    def named(self, words: str) -> tuple[str, ...]:
        """Give the entities that are written exactly so, capitals aside."""
        return self._matcher.named(words)

    def family(self, entity_id: str) -> frozenset[str]:
        """Give an entity and every entity below it; an unknown id is its own family."""
        return self._families.get(entity_id, frozenset({entity_id}))

    def aliases(self, entity_id: str) -> tuple[str, ...]:
        """Give every form an entity is written in, plurals included; none for an unknown id."""
        entity = self.entities.get(entity_id)
        return tuple(form for alias in entity.aliases for form in _forms(entity, alias)) if entity else ()

    def organisation(self, as_written: str) -> str | None:
        """Give the organisation that is written so, legal tails cut ("Meta Platforms, Inc." is Meta)."""
        for words in _without_tails(as_written):
            for entity_id in self.named(words):
                if self.entities[entity_id].kind == "organisation":
                    return entity_id
        return None

    def organisations_within(self, entity_id: str) -> frozenset[str]:
        """Give an organisation and its parts: IBM holds IBM Research, never the reverse."""
        return self.family(entity_id)

    def display(self, entity_id: str, language: str) -> str:
        """Give an entity's own name in a language, the Latin one where it has none; an unknown id is shown as it is."""
        entity = self.entities.get(entity_id)
        if entity is None:
            return entity_id.removeprefix("org:")
        return entity.name.get(language) or entity.name["en"]

    def place(self, words: str) -> str | None:
        """Give the key of the city written so ("旧金山" is "san francisco")."""
        return self._place_keys.get(_key(words))

    def same_room(self, name: str) -> str:
        """Give the form under which a room's names in both languages meet."""
        return self._rooms.get(_key(name), " ".join(name.casefold().split()))


def load_lexicon(extra: Path | None = None) -> Lexicon:
    """Read the packaged files and then a user's folder, whose entries add to ours; raise LexiconInvalid."""
    folder = Path(__file__).parent
    files = [path for path in sorted(folder.glob("*.toml")) if path.stem not in _NOT_OURS]
    if extra is not None:
        if not extra.is_dir():
            raise LexiconInvalid(f"{extra}: no such folder of lexicon files. Create it or correct the setting.")
        files += sorted(extra.glob("*.toml"))
    return _load(tuple((path, path.stat().st_mtime_ns) for path in files))


@lru_cache(maxsize=4)
def _load(files: tuple[tuple[Path, int], ...]) -> Lexicon:
    digest = hashlib.sha256()
    entities: dict[str, Entity] = {}
    places_of_entries: dict[str, str] = {}
    tables: dict[str, dict[str, Any]] = {table: {} for table in _TABLES}
    for path, _ in files:
        body = path.read_bytes()
        digest.update(path.name.encode() + b"\0" + body)
        data = _toml(path, body)
        if path.stem in _TABLES:
            _merge_table(tables[path.stem], data)
            continue
        kind = data.pop("kind", None)
        for entity_id, entry in data.items():
            place = f"{path.name}: [{entity_id}]"
            entities[entity_id] = _entity(place, entity_id, entry, kind, entities.get(entity_id))
            places_of_entries[entity_id] = place
    _check(entities, places_of_entries)
    return Lexicon(entities, tables, digest.hexdigest())


def _toml(path: Path, body: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(body.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LexiconInvalid(f"{path.name}: not readable as TOML ({error}). Correct the file.") from error


def _merge_table(table: dict[str, Any], data: Mapping[str, Any]) -> None:
    for key, value in data.items():
        old = table.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            _merge_table(old, value)
        elif isinstance(old, list) and isinstance(value, list):
            table[key] = [*old, *value]
        else:
            table[key] = dict(value) if isinstance(value, dict) else value


def _entity(place: str, entity_id: str, entry: object, file_kind: object, old: Entity | None) -> Entity:
    if not isinstance(entry, dict):
        raise LexiconInvalid(f"{place}: is a bare value. Write an entry as a table of its own.")
    kind = entry.get("kind", file_kind) if old is None else entry.get("kind", old.kind)
    _check_entry(place, entry, kind, is_new=old is None)
    name = entry.get("name", {})
    names = {"en": name} if isinstance(name, str) else dict(name)
    capitals = tuple(entry.get("capitals", ()))
    own_names = [word for word in names.values() if word.casefold() not in {c.casefold() for c in capitals}]
    fresh = Entity(
        id=entity_id,
        kind=kind,
        name=names,
        aliases=_once([*own_names, *entry.get("aliases", ()), *capitals]),
        capitals=frozenset(capitals),
        part_of=tuple(entry.get("part_of", ())),
        implies=tuple(entry.get("implies", ())),
        vendor_of=tuple(entry.get("vendor_of", ())),
        owner=entry.get("owner"),
        maker_names=entry.get("maker_names", False),
        plural=entry.get("plural", False),
        example=entry.get("example", ""),
    )
    return fresh if old is None else _extended(old, fresh)


def _extended(old: Entity, more: Entity) -> Entity:
    return replace(
        old,
        kind=more.kind,
        name={**old.name, **more.name},
        aliases=_once([*old.aliases, *more.aliases]),
        capitals=old.capitals | more.capitals,
        part_of=_once([*old.part_of, *more.part_of]),
        implies=_once([*old.implies, *more.implies]),
        vendor_of=_once([*old.vendor_of, *more.vendor_of]),
        owner=more.owner or old.owner,
        maker_names=more.maker_names or old.maker_names,
        plural=more.plural or old.plural,
        example=more.example or old.example,
    )


def _check_entry(place: str, entry: Mapping[str, Any], kind: object, *, is_new: bool) -> None:
    unknown = sorted(set(entry) - _KEYS)
    if unknown:
        raise LexiconInvalid(f"{place}: unknown key {unknown[0]!r}. Known keys: {', '.join(sorted(_KEYS))}.")
    if kind not in get_args(EntityKind):
        raise LexiconInvalid(f"{place}: kind is {kind!r}. Write one of {', '.join(get_args(EntityKind))}.")
    for key in _LISTS:
        value = entry.get(key, [])
        if not isinstance(value, list) or not all(isinstance(word, str) and word.strip() for word in value):
            raise LexiconInvalid(f"{place}: {key} must be a list of texts, none of them empty.")
    name = entry.get("name")
    named = isinstance(name, str) or (isinstance(name, dict) and all(isinstance(word, str) for word in name.values()))
    if is_new and not (named and name and (isinstance(name, str) or "en" in name)):
        raise LexiconInvalid(f'{place}: has no name. Write name = "…" or name = {{ en = "…", zh = "…" }}.')
    if is_new and not entry.get("example"):
        raise LexiconInvalid(f"{place}: has no example. Write a sentence that names it, so that it can be tested.")


def _check(entities: Mapping[str, Entity], places: Mapping[str, str]) -> None:
    taken: dict[tuple[str, str], str] = {}
    for entity in entities.values():
        place = places[entity.id]
        for other in (*entity.part_of, *entity.implies, *entity.vendor_of, *([entity.owner] if entity.owner else ())):
            if other not in entities:
                raise LexiconInvalid(f"{place}: refers to {other!r}, which no file defines.")
        if entity.id in _above(entities, entity.id):
            raise LexiconInvalid(f"{place}: is part of itself. Remove one part_of of the circle.")
        for alias in entity.aliases:
            first = taken.setdefault((entity.kind, alias if alias in entity.capitals else _key(alias)), entity.id)
            if first != entity.id:
                raise LexiconInvalid(f"{place}: alias {alias!r} already belongs to [{first}]. Keep it in one of them.")


def _above(entities: Mapping[str, Entity], entity_id: str) -> set[str]:
    above: set[str] = set()
    due = list(entities[entity_id].part_of)
    while due:
        parent = due.pop()
        if parent not in above and parent in entities:
            above.add(parent)
            due += entities[parent].part_of
    return above


def _families(entities: Mapping[str, Entity]) -> dict[str, frozenset[str]]:
    families: dict[str, set[str]] = {entity_id: {entity_id} for entity_id in entities}
    for entity_id in entities:
        for parent in _above(entities, entity_id):
            families[parent].add(entity_id)
    return {entity_id: frozenset(members) for entity_id, members in families.items()}


def _aliases(entities: Mapping[str, Entity]) -> Iterable[Alias]:
    for entity in entities.values():
        maker = entities[entity.owner] if entity.maker_names and entity.owner else None
        for source in (entity, maker) if maker else (entity,):
            for text in source.aliases:
                for form in _forms(source, text):
                    yield Alias(text=form, entity_id=entity.id, exact=text in source.capitals)
        if entity.kind == "hardware" and entity.owner:
            yield from _owned(entity, entities[entity.owner])


def _owned(entity: Entity, owner: Entity) -> Iterable[Alias]:
    """Give an entity's names behind its owner's: "IBM's Spyre", "谷歌的TPU" are one name, not two."""
    written = (*owner.name.values(), *(alias for alias in owner.aliases if _HAN_NAME.match(alias)))
    for maker in dict.fromkeys(written):
        for name in entity.name.values():
            bare = _without_maker(name, written)
            for joined in (f"{maker} {bare}", f"{maker}'s {bare}", f"{maker}的{bare}") if bare else ():
                for form in _forms(entity, joined):
                    yield Alias(text=form, entity_id=entity.id, exact=maker in owner.capitals)


def _without_maker(name: str, makers: Iterable[str]) -> str:
    maker = next((maker for maker in makers if name.startswith(maker)), "")
    return name.removeprefix(maker).strip()


def _forms(entity: Entity, alias: str) -> tuple[str, ...]:
    return (alias, f"{alias}s") if entity.plural and alias[-1].isascii() and alias[-1].isalnum() else (alias,)


def _layers(table: Mapping[str, Any]) -> dict[Layer, LayerWords]:
    return {
        layer: LayerWords(
            name=dict(table[layer]["name"]),
            terms={**dict.fromkeys(table[layer].get("terms", ()), 1.0), **table[layer].get("weighted", {})},
            patterns=tuple(re.compile(pattern) for pattern in table[layer].get("patterns", ())),
        )
        for layer in get_args(Layer)
        if layer in table
    }


def _places(table: Mapping[str, Any]) -> dict[str, Place]:
    return {
        key: Place(
            key=key,
            name={"en": entry["en"], "zh": entry.get("zh", entry["en"])},
            aliases=_once([key, entry["en"], entry.get("zh", entry["en"]), *entry.get("aliases", ())]),
            zone=entry["zone"],
        )
        for key, entry in table.items()
    }


def _without_tails(as_written: str) -> Iterable[str]:
    words = as_written.strip()
    yield words
    while True:
        bare = words.rstrip(" .,，")
        tail = next((t for t in (*_LATIN_TAILS, *_HAN_TAILS) if bare.casefold().endswith(t)), None)
        if tail is None or len(bare) == len(tail):
            return
        words = bare[: -len(tail)].rstrip(" .,，(（")
        yield words


def _key(words: str) -> str:
    return matchable(words.strip()).lower


def _once(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
