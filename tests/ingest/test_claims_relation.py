"""How a sentence holds a name: every rule, in both languages, on sentences of our own."""

from pathlib import Path

import pytest

from ingest.claims.extract import tag
from vectorstore.lexicon.loader import load_lexicon
from vectorstore.models.claims import Relation
from vectorstore.models.documents import Session
from vectorstore.passages import session_text

_ROWS = [
    line.split("\t")
    for line in (Path(__file__).parents[1] / "data/claims/relations.tsv").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
_STRENGTH: tuple[Relation, ...] = ("about", "listed", "vendor", "implied", "passing")


def relation_to(title: str, abstract: str, entity_id: str) -> str:
    lexicon = load_lexicon()
    session = Session(
        source_id="s", stable_id="1", stable_id_kind="id", conference="C", title=title, language="en", abstract=abstract
    )
    tags = tag(session, session_text(session), lexicon)
    family = lexicon.family(entity_id)
    held = [mention.relation for mention in tags.mentions if mention.entity_id in family]
    return min(held, key=_STRENGTH.index) if held else "none"


@pytest.mark.parametrize(("title", "abstract", "entity_id", "relation"), _ROWS)
def test_a_sentence_holds_a_name_as_a_reader_would_say(
    title: str, abstract: str, entity_id: str, relation: str
) -> None:
    assert relation_to(title, abstract, entity_id) == relation
