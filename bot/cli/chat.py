"""A conversation on the terminal: questions that follow each other up, and a few words for steering."""

import sys
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.cli.output import moment, say, show, waiting
from bot.cli.questions import (
    Conference,
    Form,
    InLanguage,
    Lang,
    Now,
    Quiet,
    Zone,
    audience_of,
    known_zone,
    make_question,
    own_language,
    print_answer,
    ready,
    stand_still,
)
from bot.cli.running import running_app
from bot.models.answer import Answer
from bot.models.post import Para, Post, Quote
from vectorstore.ids import minted_id
from vectorstore.models.search import EVERYONE, Audience

if TYPE_CHECKING:
    from bot.app import App

_TEXTS = {
    "en": {
        "welcome": "Ask away; /help says what else works here.",
        "prompt": "hallway> ",
        "help": (
            "A question may follow up the one before: “only on day 2”, “and on Trainium?”.\n"
            "/sources N   show source N of the last answer in full\n"
            "/new         start over: nothing is inherited\n"
            "/help        this text\n"
            "/quit        leave (also Ctrl-D)"
        ),
        "new": "A new conversation begins.",
        "no_source": "The last answer has no source {n}.",
        "unknown": "{word} means nothing here; /help says what does.",
        "goodbye": "Goodbye.",
    },
    "zh": {
        "welcome": "请提问；输入 /help 查看其他用法。",
        "prompt": "hallway> ",
        "help": (
            "可以追问上一个问题，例如“只看第二天的”“那 Trainium 呢？”。\n"
            "/sources N   完整显示上一个回答的第 N 条来源\n"
            "/new         开始新的对话，不再沿用之前的条件\n"
            "/help        显示本说明\n"
            "/quit        退出（也可以按 Ctrl-D）"
        ),
        "new": "新的对话开始了。",
        "no_source": "上一个回答没有第 {n} 条来源。",
        "unknown": "这里没有 {word} 这个命令；输入 /help 查看可用的命令。",
        "goodbye": "再见。",
    },
}


def chat(
    *, lang: Lang = None, conference: Conference = None, zone: Zone = None, now: Now = None, quiet: Quiet = False
) -> None:
    """Talk about what was collected; each question may follow up the one before."""
    at = moment(now)
    known_zone(zone)
    with running_app() as app:
        stand_still(app, at)
        ready(app)
        conversation = _Conversation(app=app, lang=lang, zone=zone, quiet=quiet, audience=audience_of(app, conference))
        with suppress(EOFError, KeyboardInterrupt):
            conversation.run()
        if sys.stdin.isatty():
            say("\n" + conversation.texts["goodbye"])


@dataclass
class _Conversation:
    app: "App"
    lang: InLanguage | None
    zone: str | None
    quiet: bool
    audience: Audience = EVERYONE
    id: str = field(default_factory=lambda: minted_id("co"))
    last: Answer | None = None
    spoken: str = field(default_factory=lambda: own_language("").value)

    @property
    def language(self) -> str:
        """Name the language of our own words: the option's, else the last answer's, else the terminal's."""
        return self.lang or self.spoken

    @property
    def texts(self) -> dict[str, str]:
        """Give our own words."""
        return _TEXTS[self.language]

    def run(self) -> None:
        """Answer line after line until the input ends or somebody leaves."""
        interactive = sys.stdin.isatty()
        if interactive:
            with suppress(ImportError):
                import readline  # noqa: F401, PLC0415 - line editing, where the platform has it
            say(self.texts["welcome"])
        else:
            _tolerate_any_bytes()
        while True:
            line = (input(self.texts["prompt"]) if interactive else input()).strip()
            if line.casefold() in ("/quit", "/exit", "/q"):
                return
            if line.startswith("/"):
                self._steer(line)
            elif line:
                self._answer(line)

    def _steer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word.casefold():
            case "/help":
                say(self.texts["help"])
            case "/new":
                self.id, self.last = minted_id("co"), None
                say(self.texts["new"])
            case "/sources":
                self._show_source(rest.strip())
            case _:
                say(self.texts["unknown"].format(word=word))

    def _show_source(self, number: str) -> None:
        from bot.render.post import source_line  # noqa: PLC0415 - few conversations look
        from bot.render.words import WORDS  # noqa: PLC0415

        cited = {str(citation.n): citation for citation in self.last.citations} if self.last else {}
        wanted = [cited[number]] if number in cited else [] if number else list(cited.values())
        if not wanted:
            say(self.texts["no_source"].format(n=number or 1))
        passages = self.app.library.passages([citation.passage_id for citation in wanted])
        for citation in wanted:
            passage = passages.get(citation.passage_id)
            text = passage.text if passage else citation.quote
            body = (
                Para(inlines=source_line(citation, WORDS[self.language])),
                Quote(text=text, language=citation.quote_language, cite=citation.n),
            )
            show(Post(subject_id=citation.passage_id, language=self.language, summary="", body=body))

    def _answer(self, text: str) -> None:
        question = make_question(
            self.app,
            text,
            lang=self.lang,
            zone=self.zone,
            audience=self.audience,
            conversation=self.id,
        )
        with waiting() as report:
            answer = self.app.ask.ask(question, report)
        print_answer(answer, Form.text, quiet=self.quiet)
        say("")
        self.last, self.spoken = answer, answer.language


def _tolerate_any_bytes() -> None:
    """Read bytes that are no UTF-8 as replacement characters instead of failing."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure:
        reconfigure(encoding="utf-8", errors="replace")
