"""How much one input may cost to parse."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one parse child; the defaults are about seven times what the largest real feed needs."""

    memory_bytes: int = 300 * 1024 * 1024  # above what the loaded parsers take
    cpu_seconds: int = 10
    wall_seconds: float = 60
    answer_bytes: int = 32 * 1024 * 1024


LIMITS = Limits()
