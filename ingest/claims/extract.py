"""What a document's text says, by rule: the entities it names with their relation, and the layers it is about."""

from dataclasses import dataclass

from ingest.claims.entities import mentions
from ingest.claims.layers import layers
from vectorstore.lexicon.loader import Lexicon
from vectorstore.models.claims import LayerTag, Mention
from vectorstore.models.documents import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Tags:
    """Everything rules say about one revision; offsets are into its text."""

    mentions: tuple[Mention, ...]
    layers: tuple[LayerTag, ...]


def tag(document: Document, text: str, lexicon: Lexicon) -> Tags:
    """Tag a document; `text` is `Revision.text`, of which a session's meta lines are never read."""
    return Tags(mentions=mentions(document, text, lexicon), layers=layers(document, text, lexicon))
