"""Numbers as text: three digits with a prefix or a unit."""

from __future__ import annotations


def with_prefix(value: float) -> str:
    """Return three digits and an SI prefix: 1234567 -> 1.23 M."""
    for factor, prefix in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= factor:
            return f"{value / factor:.3g}{prefix}"
    return f"{value:.3g}"


def seconds_text(seconds: float) -> str:
    """Return three digits and a unit: 0.0123 -> 12.3 ms."""
    if seconds >= 1:
        return f"{seconds:.3g} s" if seconds < 1000 else f"{seconds:.0f} s"
    return f"{1e3 * seconds:.3g} ms" if seconds >= 1e-3 else "<1 ms"


def counted(count: int, noun: str) -> str:
    """Return a count and its noun: 1 edge, 2 edges, 0 vertices."""
    if count == 1:
        return f"1 {noun}"
    plural = noun[:-2] + "ices" if noun.endswith("ex") else noun + "s"
    return f"{count:,} {plural}" if count >= 10_000 else f"{count} {plural}"
