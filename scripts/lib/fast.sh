# Compiled copies of quartett.fast, where a compiler and Python's headers are at hand.

# ensure_fast ENV: build them unless they are up to date; without them everything works, slower.
ensure_fast() {
  "$1/bin/python" scripts/lib/compile_fast.py || true
}
