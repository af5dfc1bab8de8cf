"""Importing this keeps what JAX compiles for tests beside the environment, for this processor."""

import sys
import zlib
from pathlib import Path

import jax


def _processor() -> int:
    """A number for what the processor can do: code for another one might not run on it."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text(errors="replace").splitlines() if known.exists() else []
    able = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    return zlib.crc32(able.encode())


for _name, _value in {
    "jax_compilation_cache_dir": f"{sys.prefix}/jax/{_processor():08x}",
    "jax_persistent_cache_min_compile_time_secs": 0.1,
}.items():
    jax.config.update(_name, _value)  # type: ignore[no-untyped-call]
