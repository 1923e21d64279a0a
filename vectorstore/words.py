"""The lexical half of search: our tokens in SQLite's FTS5, or in a posting table on PostgreSQL, with equal BM25.

This module holds all SQL of the words table. A row of it stands for one live passage, by the passage's row number.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from sqlalchemy import Connection, text

from vectorstore.text.tokens import needed, tokens

# FTS5's own constants; the posting table takes them over, so that both engines rank alike.
_K1, _B, _LEAST_IDF = 1.2, 0.75, 1e-6
# Starting values: in a large record a token of every fifth passage costs much and tells little.
_COMMON_SHARE, _COMMON_FROM_PASSAGES = 0.2, 1000

_FTS5 = """CREATE VIRTUAL TABLE words USING fts5(t, content='', tokenize="ascii tokenchars '._-+#'")"""
# `ascii` takes every letter beyond ASCII as it comes, so a token of ours is a token there, whatever its script.
_FTS5_VOCABULARY = "CREATE VIRTUAL TABLE words_vocabulary USING fts5vocab('words', 'row')"

# `+rowid`: without the plus SQLite runs the match once per allowed passage (500 ids: 338 CPU ms instead of 3).
SQLITE_BEST = """
    SELECT passages.id, -found.rank, passages.language FROM (
        SELECT rowid AS passage, rank FROM words
        WHERE words MATCH :query {within} ORDER BY rank, rowid LIMIT :limit
    ) AS found JOIN passages ON passages."row" = found.passage
    ORDER BY found.rank, found.passage
"""
SQLITE_WITHIN = """
    AND +rowid IN (SELECT "row" FROM passages WHERE id IN (SELECT value FROM json_each(:within)))
"""
SQLITE_GROUP = """AND +rowid IN (SELECT "row" FROM passages WHERE live AND (language = 'zh') = (:group = 'zh'))"""
_POSTGRES_BEST = f"""
    WITH totals AS (SELECT count(*)::float8 AS n, avg(length)::float8 AS average FROM word_lengths),
    postings AS (SELECT token, passage, tf FROM words WHERE token = ANY(:tokens)),
    weights AS (
        SELECT token, CASE WHEN idf > 0 THEN idf ELSE {_LEAST_IDF} END AS idf FROM (
            SELECT token, ln(greatest((n - count(*) + 0.5) / (count(*) + 0.5), 1e-300::float8)) AS idf
            FROM postings, totals GROUP BY token, n
        ) AS raw
    ),
    found AS (
        SELECT postings.passage, sum(
            idf * (tf * ({_K1} + 1)::float8) / (tf + {_K1}::float8 * (1 - {_B} + {_B} * length / average))
        ) AS score
        FROM postings JOIN weights USING (token) JOIN word_lengths USING (passage), totals
        WHERE true {{within}}
        GROUP BY postings.passage ORDER BY score DESC, postings.passage LIMIT :limit
    )
    SELECT passages.id, found.score, passages.language FROM found JOIN passages ON passages."row" = found.passage
    ORDER BY found.score DESC, found.passage
"""  # noqa: S608 - constants of this module only
_POSTGRES_WITHIN = 'AND postings.passage IN (SELECT "row" FROM passages WHERE id = ANY(:within))'

_POSTGRES_GROUP = """
    AND postings.passage IN (
        SELECT "row" FROM passages WHERE live AND (language = 'zh') = (CAST(:group AS text) = 'zh')
    )
"""
_AHEAD = 4


def create(connection: Connection) -> None:
    """Create the words table of SQLite; PostgreSQL's are ordinary ones (`vectorstore.tables`)."""
    if _is_sqlite(connection):
        connection.execute(text(_FTS5))
        connection.execute(text(_FTS5_VOCABULARY))


def clear(connection: Connection) -> None:
    """Empty the words table, as before it is built anew with another version of the tokens."""
    if _is_sqlite(connection):
        connection.execute(text("INSERT INTO words(words) VALUES ('delete-all')"))
    else:
        connection.execute(text("TRUNCATE words, word_lengths"))


def add(connection: Connection, texts: Mapping[int, str]) -> None:
    """Add passages: row number → text as embedded, header included; a row must not be there yet."""
    counted = {row: tokens(body) for row, body in texts.items()}
    if not counted:
        return
    if _is_sqlite(connection):
        rows = [{"row": row, "t": " ".join(found)} for row, found in counted.items()]
        connection.execute(text("INSERT INTO words(rowid, t) VALUES (:row, :t)"), rows)
        return
    postings = [(token, row, tf) for row, found in counted.items() for token, tf in Counter(found).items()]
    connection.execute(
        text("INSERT INTO words SELECT * FROM unnest(CAST(:t AS text[]), CAST(:p AS bigint[]), CAST(:f AS int[]))"),
        {"t": [p[0] for p in postings], "p": [p[1] for p in postings], "f": [p[2] for p in postings]},
    )
    connection.execute(
        text("INSERT INTO word_lengths VALUES (:row, :length)"),
        [{"row": row, "length": len(found)} for row, found in counted.items()],
    )


def remove(connection: Connection, texts: Mapping[int, str]) -> None:
    """Take passages out; the texts must be those they were added with, because a contentless table forgets them."""
    if not texts:
        return
    if _is_sqlite(connection):
        connection.execute(
            text("INSERT INTO words(words, rowid, t) VALUES ('delete', :row, :t)"),
            [{"row": row, "t": " ".join(tokens(body))} for row, body in texts.items()],
        )
        return
    for table in ("words", "word_lengths"):
        connection.execute(text(f"DELETE FROM {table} WHERE passage = ANY(:rows)"), {"rows": list(texts)})  # noqa: S608


def best(
    connection: Connection,
    query_tokens: Sequence[str],
    limit: int,
    within: Sequence[str] | None = None,
    *,
    group: Literal["zh", "en"] | None = None,
) -> list[tuple[str, float]]:
    """Rank passages by BM25 over the query's tokens, best first: passage id and score (positive).

    `within` is the ids of the allowed passages, None for all of them; `group` asks for Chinese passages only, or for
    all others only.
    """
    asked = _telling(connection, list(dict.fromkeys(query_tokens)))
    if not asked or limit < 1 or (within is not None and not within):
        return []
    if group is None or within is not None:
        found = _ranked(connection, asked, limit, within, None)
        return [
            (id_, score) for id_, score, language in found if group is None or (language == "zh") == (group == "zh")
        ]
    # Most often enough of the best are of the group; only if not, it is worth the group's own condition.
    found = _ranked(connection, asked, limit * _AHEAD, None, None)
    of_group = [(id_, score) for id_, score, language in found if (language == "zh") == (group == "zh")]
    if len(of_group) < limit and len(found) == limit * _AHEAD:
        of_group = [(id_, score) for id_, score, _ in _ranked(connection, asked, limit, None, group)]
    return of_group[:limit]


def _ranked(
    connection: Connection, asked: Sequence[str], limit: int, within: Sequence[str] | None, group: str | None
) -> list[tuple[str, float, str]]:
    values: dict[str, object] = {"limit": limit}
    is_sqlite = _is_sqlite(connection)
    condition = ""
    if within is not None:
        condition = SQLITE_WITHIN if is_sqlite else _POSTGRES_WITHIN
        values["within"] = _ids(connection, within)
    elif group is not None:
        condition = SQLITE_GROUP if is_sqlite else _POSTGRES_GROUP
        values["group"] = group
    if is_sqlite:
        values["query"] = _match(asked, " OR ")
    else:
        values["tokens"] = list(asked)
    statement = (SQLITE_BEST if is_sqlite else _POSTGRES_BEST).format(within=condition)
    return [(row[0], float(row[1]), row[2]) for row in connection.execute(text(statement), values)]


def candidates(connection: Connection, term: str) -> list[int] | None:
    """Give the row numbers of the passages that may hold a term as a whole word; None if any passage may."""
    asked = needed(term)
    if not asked:
        return None
    if _is_sqlite(connection):
        found = connection.execute(
            text("SELECT rowid FROM words WHERE words MATCH :query"), {"query": _match(asked, " AND ")}
        )
    else:
        found = connection.execute(
            text("SELECT passage FROM words WHERE token = ANY(:tokens) GROUP BY passage HAVING count(*) = :n"),
            {"tokens": asked, "n": len(asked)},
        )
    return sorted(row[0] for row in found)


def frequencies(connection: Connection, asked: Sequence[str]) -> tuple[int, dict[str, int]]:
    """Count the passages there are, and those that hold each of the tokens."""
    if _is_sqlite(connection):
        total = connection.execute(text("SELECT count(*) FROM words_docsize")).scalar_one()
        one = text("SELECT doc FROM words_vocabulary WHERE term = :term")
        counts = {token: connection.execute(one, {"term": token}).scalar() or 0 for token in asked}
        return total, counts
    total = connection.execute(text("SELECT count(*) FROM word_lengths")).scalar_one()
    rows = connection.execute(
        text("SELECT token, count(*) FROM words WHERE token = ANY(:tokens) GROUP BY token"), {"tokens": list(asked)}
    )
    return total, dict.fromkeys(asked, 0) | {row[0]: row[1] for row in rows}


def _telling(connection: Connection, asked: list[str]) -> list[str]:
    if len(asked) < 2:  # noqa: PLR2004 - a single token always counts
        return asked
    total, counts = frequencies(connection, asked)
    if total < _COMMON_FROM_PASSAGES:
        return asked
    rare = [token for token in asked if counts[token] <= _COMMON_SHARE * total]
    return rare if any(counts[token] for token in rare) else asked


def _match(asked: Sequence[str], operator: str) -> str:
    return operator.join('"' + token.replace('"', '""') + '"' for token in asked)


def _ids(connection: Connection, within: Sequence[str]) -> object:
    # Ids are base62, so joining them needs no escaping.
    return '["' + '","'.join(within) + '"]' if _is_sqlite(connection) else list(within)


def _is_sqlite(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"
