"""The Library: the one door to the record for everything that writes what we know or reads it whole."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from sqlalchemy import Engine, and_, select

from vectorstore import lists, records, revisions, stated
from vectorstore.database import reading, writing
from vectorstore.filters import Conditions, find_terms, visible
from vectorstore.lexicon.loader import Lexicon
from vectorstore.models.claims import Conflict, Reading
from vectorstore.models.documents import Document, FetchState, Passage, Source
from vectorstore.models.record import Counts, Due, Entry, Known, Stored, Tagged, Written
from vectorstore.models.search import EVERYONE, Audience, Facets, Filter, Listing, Member
from vectorstore.rows import document_from
from vectorstore.tables import documents, passages

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Counts", "Due", "Entry", "Known", "Library", "Stored", "Tagged", "Written"]


class Library:
    """What we know: written one source at a time in one transaction, read under an audience.

    Every method raises DatabaseUnavailable when the record cannot be used now.
    """

    def __init__(self, engine: Engine, lexicon: Lexicon) -> None:
        self.engine = engine
        self.lexicon = lexicon

    # Writing

    def known(self, source_id: str) -> tuple[Known, ...]:
        """Give every document of a source, missing and withdrawn ones too."""
        with reading(self.engine) as connection:
            return records.known_documents(connection, source_id)

    def write(
        self,
        source: Source,
        entries: Sequence[Entry],
        *,
        fetch: FetchState,
        now: datetime,
        missing: Sequence[str] = (),
        withdrawn: Sequence[str] = (),
        restored: Sequence[str] = (),
        changes: Sequence[object] = (),
        anew: bool = False,
    ) -> Written:
        """Write what one look at a source gave, in one transaction: all of it, or nothing.

        An entry whose content hash is the known one is not written again, unless its source is read `anew`: then its
        fields, tags and statements are, while its text keeps its revision where it is the same. `missing`, `withdrawn`
        and `restored` are document ids; `changes` are dataclasses with a `kind`, kept for change lists.
        """
        added: list[str] = []
        changed: list[str] = []
        unchanged: list[str] = []
        fresh: list[Entry] = []
        with writing(self.engine) as connection:
            records.put_source(connection, source)
            before = records.states_of(connection, [entry.document_id for entry in entries])
            for entry in entries:
                state = before.get(entry.document_id)
                if state is not None and state.content_hash == entry.content_hash:
                    unchanged.append(entry.document_id)
                    if (state.stable_id, state.stable_id_kind) != (
                        entry.document.stable_id,
                        entry.document.stable_id_kind,
                    ):
                        revisions.repoint(connection, entry.document_id, entry.document)
                    if anew:
                        fresh.append(entry)
                    continue
                (added if state is None else changed).append(entry.document_id)
                fresh.append(entry)
            pieces = revisions.write_entries(connection, fresh, before, now)
            seen_again = [one for one in unchanged if before[one].missing_since or before[one].withdrawn_at]
            returned = tuple(dict.fromkeys([*restored, *seen_again]))
            revisions.restore(connection, [one for one in returned if one not in changed])
            revisions.mark_missing(connection, missing, now)
            revisions.withdraw(connection, withdrawn, now)
            records.put_changes(connection, source.id, changes, now)
            records.put_fetch_state(connection, fetch)
        return Written(
            added=tuple(added),
            changed=tuple(changed),
            unchanged=tuple(unchanged),
            missing=tuple(missing),
            withdrawn=tuple(withdrawn),
            restored=returned,
            passages=pieces,
        )

    def retag(self, document_ids: Iterable[str], tagger: Callable[[Document, str], Tagged]) -> int:
        """Tag documents anew from their newest texts, as after a change of the lexicon, and count them."""
        with writing(self.engine) as connection:
            stored = records.stored_documents(connection, list(document_ids))
            return revisions.retag(connection, stored.values(), tagger)

    def document_ids(self) -> tuple[str, ...]:
        """Give the ids of all documents, live or not."""
        with reading(self.engine) as connection:
            return tuple(connection.scalars(select(documents.c.id).order_by(documents.c.id)))

    def fetch_state(self, source_id: str) -> FetchState | None:
        """Give what the last look at a source gave, None before the first."""
        with reading(self.engine) as connection:
            return records.get_fetch_state(connection, source_id)

    def keep_fetch_state(self, state: FetchState) -> None:
        """Write what a look at a known source gave that brought no documents."""
        with writing(self.engine) as connection:
            records.put_fetch_state(connection, state)

    def sources(self) -> tuple[tuple[Source, FetchState], ...]:
        """Give every source with its fetch state, by id."""
        with reading(self.engine) as connection:
            return records.all_sources(connection)

    # Reading

    def get(self, document_id: str, audience: Audience = EVERYONE) -> Stored | None:
        """Give a document with its passages, a withdrawn one too (it says so), or None."""
        stored = self.documents([document_id], audience)
        return stored.get(document_id)

    def documents(self, ids: Iterable[str], audience: Audience = EVERYONE) -> dict[str, Stored]:
        """Give several documents at once; those an audience may not see are left out."""
        with reading(self.engine) as connection:
            found = records.stored_documents(connection, list(ids))
        allowed = audience.source_ids
        return {key: one for key, one in found.items() if allowed is None or one.document.source_id in allowed}

    def documents_alone(self, ids: Iterable[str]) -> dict[str, Document]:
        """Give several documents in their newest states without their passages."""
        with reading(self.engine) as connection:
            found = records.states_of(connection, ids)
        return {document_id: document_from(state.document) for document_id, state in found.items()}

    def passages(self, ids: Iterable[str], *, live_only: bool = False) -> dict[str, Passage]:
        """Give passages by id; those of old revisions too, for old citations, unless `live_only`."""
        with reading(self.engine) as connection:
            return records.passages_by_id(connection, ids, live_only=live_only)

    def neighbours(self, passage_id: str, before: int = 1, after: int = 1) -> tuple[Passage, ...]:
        """Give a passage with those around it in the same revision, in order."""
        with reading(self.engine) as connection:
            return records.passages_around(connection, passage_id, before, after)

    def list(
        self, asked: Filter, audience: Audience = EVERYONE, *, kind: Literal["session", "article"] = "session"
    ) -> Listing:
        """List every document of a kind that meets a filter: the whole set, never a top-k; breaks never count."""
        with reading(self.engine) as connection:
            return lists.list_documents(connection, self.lexicon, asked, audience, kind)

    def clashes(self, asked: Filter, audience: Audience = EVERYONE) -> tuple[tuple[Member, Member], ...]:
        """Pair the sessions that meet a filter and are in one room at one time."""
        return lists.overlapping(self.lexicon, self.list(asked, audience).members)

    def facets(self, audience: Audience = EVERYONE) -> Facets:
        """Give the values that live documents have now, for understanding questions."""
        with reading(self.engine) as connection:
            return stated.facets(connection, audience)

    def statements(self, subject_prefix: str, aspect: str, audience: Audience = EVERYONE) -> tuple[Reading, ...]:
        """Give what live documents state for one aspect of the subjects that begin with a prefix."""
        with reading(self.engine) as connection:
            return stated.readings(connection, audience, subject_prefix=subject_prefix, aspect=aspect)

    def conflicts(self, audience: Audience = EVERYONE, *, subject: str | None = None) -> tuple[Conflict, ...]:
        """Give the subjects and aspects for which live documents state different values, with every reading."""
        with reading(self.engine) as connection:
            return stated.conflicts(connection, audience, subject)

    def allowed_passages(self, asked: Filter, audience: Audience = EVERYONE) -> tuple[str, ...] | None:
        """Give the ids of live passages that search may return, or None when nothing is excluded."""
        if not asked.conditions and audience.source_ids is None:
            return None
        with reading(self.engine) as connection:
            scope = visible(audience)
            admitted = Conditions(connection, self.lexicon, scope).all_of(asked)
            wanted = select(documents.c.id).where(scope, admitted)
            rows = connection.scalars(select(passages.c.id).where(passages.c.live, passages.c.document_id.in_(wanted)))
            return tuple(rows)

    def occurs(self, term: str, audience: Audience = EVERYONE) -> int:
        """Count the live documents whose title or text holds a term exactly; breaks never count."""
        with reading(self.engine) as connection:
            return len(find_terms(connection, [term], and_(visible(audience), ~documents.c.service)))

    def counts(self) -> Counts:
        """Count what the record holds now."""
        with reading(self.engine) as connection:
            return records.count_all(connection)

    # The books of the index

    def due(self, generation: str, limit: int) -> tuple[Due, ...]:
        """Give live passages that a generation of the index lacks, oldest first."""
        with reading(self.engine) as connection:
            return records.due_passages(connection, generation, limit)

    def retired(self, limit: int) -> tuple[str, ...]:
        """Give ids of passages that an index took in and that are no longer live."""
        with reading(self.engine) as connection:
            return tuple(records.retired_passages(connection, limit))

    def mark_indexed(self, ids: Iterable[str], generation: str | None) -> None:
        """Note that a generation of the index took passages in, or with None that none holds them."""
        with writing(self.engine) as connection:
            records.mark_indexed(connection, ids, generation)

    def forget_index(self, generation: str) -> None:
        """Note that a generation of the index holds nothing any more."""
        with writing(self.engine) as connection:
            records.forget_index(connection, generation)

    def live_hashes(self, language_group: Literal["zh", "en"]) -> dict[str, str]:
        """Give text_hash by id of every live passage of a language group; en holds all that is not Chinese."""
        with reading(self.engine) as connection:
            return records.live_hashes(connection, language_group)

    def passages_indexed(self) -> tuple[int, int]:
        """Count the live passages, and those of them that the index took in."""
        with reading(self.engine) as connection:
            return records.count_indexed(connection)

    def passage_hashes(self, ids: Iterable[str]) -> dict[str, tuple[str, str]]:
        """Give language group and text_hash of the live ones among passages."""
        with reading(self.engine) as connection:
            return records.passage_hashes(connection, ids)

    def refresh_words(self, version: str) -> bool:
        """Build the words table anew unless it was made by this version of the tokens, and say whether it was."""
        if self.state("words") == version:
            return False
        with writing(self.engine) as connection:
            records.refresh_words(connection)
            records.put_state(connection, "words", version)
        return True

    def vectors(self, embedder: str, hashes: Iterable[str]) -> "dict[str, NDArray[np.float32]]":
        """Give the vectors an embedder made, by text_hash; what it never saw is left out."""
        with reading(self.engine) as connection:
            return records.get_vectors(connection, embedder, hashes)

    def keep_vectors(self, embedder: str, made: "Mapping[str, NDArray[np.float32]]") -> None:
        """Keep vectors by text_hash, so that no text is embedded twice."""
        with writing(self.engine) as connection:
            records.put_vectors(connection, embedder, made)

    def state(self, key: str) -> str | None:
        """Give a note about the index."""
        with reading(self.engine) as connection:
            return records.get_state(connection, key)

    def set_state(self, key: str, value: str) -> None:
        """Write a note about the index."""
        with writing(self.engine) as connection:
            records.put_state(connection, key, value)
