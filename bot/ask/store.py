"""Turns and answers in the record: each answer is kept before anybody sees it, each conversation can be forgotten."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from sqlalchemy import Engine, delete, insert, select, update

from bot.ask.stored import answer_from, filter_from, to_json
from bot.models.answer import Answer, Question
from bot.tables import answers, conversations, turns
from vectorstore.database import reading, writing
from vectorstore.models.search import Filter


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A question of a conversation and what became of it."""

    id: str
    conversation: str
    author: str
    text: str
    asked_at: datetime
    state: Literal["running", "answered", "stopped", "failed"]
    answer_id: str | None = None
    passage_ids: tuple[str, ...] = ()
    filter: Filter | None = None


class AnswerStore:
    """What was asked and what was answered."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def begin(self, question: Question) -> None:
        """Note a question as being answered; the same turn noted twice stays one."""
        at = _stamp(question.asked_at)
        with writing(self._engine) as connection:
            known = connection.scalar(select(conversations.c.id).where(conversations.c.id == question.conversation))
            if known is None:
                row = {"id": question.conversation, "tenant": "", "started_at": at, "last_turn_at": at}
                connection.execute(insert(conversations).values(row))
            if connection.scalar(select(turns.c.id).where(turns.c.id == question.turn_id)) is not None:
                return
            connection.execute(
                insert(turns).values(
                    id=question.turn_id,
                    conversation_id=question.conversation,
                    author=question.asker,
                    text=question.text,
                    asked_at=at,
                    state="running",
                    passage_ids="[]",
                )
            )
            connection.execute(
                update(conversations).where(conversations.c.id == question.conversation).values(last_turn_at=at)
            )

    def save(self, answer: Answer) -> None:
        """Keep an answer and close its turn, in one transaction; the turn must have been begun."""
        passage_ids = list(dict.fromkeys(citation.passage_id for citation in answer.citations))
        with writing(self._engine) as connection:
            connection.execute(
                insert(answers).values(
                    id=answer.id,
                    turn_id=answer.turn_id,
                    kind=answer.kind,
                    language=answer.language,
                    created_at=_stamp(answer.created_at),
                    body=to_json(answer),
                )
            )
            connection.execute(
                update(turns)
                .where(turns.c.id == answer.turn_id)
                .values(
                    state="answered",
                    answer_id=answer.id,
                    passage_ids=json.dumps(passage_ids),
                    filter=to_json(answer.filter),
                )
            )

    def end(self, turn_id: str, state: Literal["stopped", "failed"]) -> None:
        """Close a turn that got no answer."""
        with writing(self._engine) as connection:
            connection.execute(update(turns).where(turns.c.id == turn_id).values(state=state))

    def get(self, answer_id: str) -> Answer | None:
        """Give a kept answer, exactly as it was."""
        with reading(self._engine) as connection:
            body = connection.scalar(select(answers.c.body).where(answers.c.id == answer_id))
        return answer_from(body) if body is not None else None

    def turns(self, conversation: str, *, limit: int = 8) -> tuple[Turn, ...]:
        """Give the last turns of a conversation, oldest first."""
        query = (
            select(turns)
            .where(turns.c.conversation_id == conversation)
            .order_by(turns.c.asked_at.desc(), turns.c.id.desc())
            .limit(limit)
        )
        with reading(self._engine) as connection:
            rows = connection.execute(query).mappings().all()
        return tuple(
            Turn(
                id=row["id"],
                conversation=row["conversation_id"],
                author=row["author"],
                text=row["text"],
                asked_at=datetime.fromisoformat(row["asked_at"]),
                state=row["state"],
                answer_id=row["answer_id"],
                passage_ids=tuple(json.loads(row["passage_ids"])),
                filter=filter_from(row["filter"]) if row["filter"] is not None else None,
            )
            for row in reversed(rows)
        )

    def last_filter(self, conversation: str) -> tuple[Filter, str] | None:
        """Give the filter and the question of the last answered turn: what a follow-up inherits."""
        answered = [turn for turn in self.turns(conversation) if turn.filter is not None]
        if not answered:
            return None
        last = answered[-1]
        return (last.filter, last.text) if last.filter is not None else None

    def titles_shown_last(self, conversation: str) -> tuple[str, ...]:
        """Give the titles of the newest list of a conversation in the order they were shown."""
        for turn in reversed(self.turns(conversation)):
            answer = self.get(turn.answer_id) if turn.answer_id else None
            titles = tuple(row.title for row in answer.rows if not row.passing) if answer else ()
            if len(titles) > 1:  # a single talk is no list to count in
                return titles
        return ()

    def forget(self, conversation: str) -> int:
        """Delete a conversation with its turns and answers, and say how many turns it had."""
        with writing(self._engine) as connection:
            ids = connection.scalars(select(turns.c.id).where(turns.c.conversation_id == conversation)).all()
            connection.execute(delete(answers).where(answers.c.turn_id.in_(ids)))
            connection.execute(delete(turns).where(turns.c.conversation_id == conversation))
            connection.execute(delete(conversations).where(conversations.c.id == conversation))
        return len(ids)


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
