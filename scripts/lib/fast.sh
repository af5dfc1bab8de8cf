# Compiled copies of quartett.fast, where a compiler and Python's headers are installed.

# ensure_fast ENV: build them unless they are up to date; without them everything works, slower.
ensure_fast() {
  "$1/bin/python" scripts/lib/compile_fast.py || true
}

# begin_fast ENV: the same in the background, for the next start; Ctrl+C does not end it.
begin_fast() {
  mkdir -p .cache
  trap '' INT
  nice "$1/bin/python" scripts/lib/compile_fast.py >.cache/compiling.log 2>&1 </dev/null &
  trap - INT
}
