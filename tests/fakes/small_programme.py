"""A small programme, and how a question over it is understood, written as one line."""

from datetime import UTC, datetime

from bot.ask.plan import plan
from bot.models.plan import Plan
from vectorstore.lexicon.loader import load_lexicon
from vectorstore.models.search import Condition, Facets, Filter
from vectorstore.text.tokens import contains

CONFERENCE = "Accelerator Days 2026"
BEFORE = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
FACETS = Facets(
    conferences=(CONFERENCE,),
    days={CONFERENCE: ("2026-06-09", "2026-06-10", "2026-06-11")},
    rooms=("Grand Ballroom", "210BF", "LL20AB", "LL20CD", "Expo Stage"),
    tracks=("Kernels & Compilers", "Serving", "Keynotes"),
    formats=("Lightning Talk", "Tutorial"),
    speakers=("Ada Brandt", "Mei Lin", "José Ortega", "Bo Lin", "李明"),
    organisations=("Meta", "Google Cloud", "IBM Research", "Acme Silicon", "Hugging Face", "NVIDIA", "Intel"),
    titles={
        "d1": "Kernels That Write Themselves on TPU",
        "d2": "Sponsored: Trainium From Zero",
        "d3": "为什么编译需要缓存",
        "d4": "Light Tracing for Heavy Models",
    },
    zones={CONFERENCE: "America/Los_Angeles"},
    sources={"weekly": "Compiler Weekly Blog"},
)
TEXTS = (
    "Kernels That Write Themselves on TPU. Helion and Pallas lower one source to TPU and NVIDIA GPU. Ada Brandt (Meta)",
    "Trainium From Zero. A tour of TorchNeuron, warm start and checkpoints. Mei Lin (Hugging Face)",
    "为什么编译需要缓存。介绍预热队列和动态形状，面向 AMD GPU。李明 (Acme Silicon)",
    "Light Tracing for Heavy Models. Zephyrine, a frobnicator for Triton and vLLM on Arm. José Ortega (IBM Research)",
    "Blackwell notes: FlexGEMM, SGLang, OpenVINO, Gaudi by NVIDIA and Intel; Google Cloud; quantization 量化",
)


def occurs(term: str) -> int:
    return sum(1 for text in TEXTS if contains(text, term))


def planned(
    question: str,
    *,
    now: datetime = BEFORE,
    inherited: Filter | None = None,
    facets: Facets = FACETS,
    zone: str | None = None,
) -> Plan:
    return plan(question, lexicon=load_lexicon(), facets=facets, now=now, zone=zone, inherited=inherited, occurs=occurs)


def conditions(wanted: Filter) -> str:
    return " ".join(_condition(condition) for condition in wanted.conditions)


def _condition(condition: Condition) -> str:
    joined = "+".join(condition.values)
    sign = {"any": "=", "all": "&=", "not": "!="}[condition.op]
    passing = "(only passing)" if condition.relations == ("passing",) else "(passing)" if condition.relations else ""
    return f"{condition.facet}{sign}{joined}{passing}{'~' if condition.inferred else ''}"


def line(one: Plan) -> str:
    """Write a plan's essentials: kind, conditions, then what is asked, taken for granted, unknown, compared."""
    parts = [one.kind, conditions(one.filter)]
    if one.aspects:
        parts.append(f"asks {' '.join(one.aspects)}")
    if one.premises:
        parts.append(f"takes {' '.join(f'{p.aspect}={p.value}' for p in one.premises)}")
    if one.unknown:
        parts.append(f"unknown {', '.join(one.unknown)}")
    if one.sides:
        parts.append(f"sides {' '.join(one.sides)}")
    if one.named and not one.sides:
        parts.append(f"named {', '.join(one.named)}")
    parts += [f"each {conditions(one_of_them)}" for one_of_them in one.each]
    if one.span:
        parts.append(one.span)
    if one.inherits:
        parts.append("inherits")
    return " | ".join(part for part in parts if part)
