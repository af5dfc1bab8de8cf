#!/usr/bin/env bash
# Gathers in .cache/device what benchmarks/bench_jax.py needs on a machine that has a Python with
# JAX but no network: Pgx, and quartett's own libraries, as pinned for the benchmarks.
#   benchmarks/carry_jax.sh [VERSION OF PYTHON]
# There: PYTHONPATH=src:.cache/device python3 benchmarks/bench_jax.py
set -euo pipefail
. "$(dirname "$0")/../scripts/lib/setup.sh"
ensure_uv
pins=()
for name in pgx msgspec rich svgwrite typing-extensions; do pins+=("$(grep -oE "^$name==[^ ]+" requirements/bench.txt)"); done
say "gathering ${pins[*]} in .cache/device"
rm -rf .cache/device
"$UV" pip install --quiet --target .cache/device --python-version "${1:-3.12}" \
  --only-binary :all: --no-deps "${pins[@]}"
