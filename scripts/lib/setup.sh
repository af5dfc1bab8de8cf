# Shared by all scripts: makes the project's own environment and says what it does.
# Everything made here is in the project's folder; uv and npm keep their usual caches, and
# browser.sh says so before it asks the system's package manager.

caller=$PWD
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"

dim='' plain=''
if [ -t 2 ] && [ -z "${NO_COLOR:-}" ]; then dim=$'\033[2m' plain=$'\033[0m'; fi

say() { printf '%s›%s %s\n' "$dim" "$plain" "$*" >&2; }

fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

find_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 || continue
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$candidate"
      return 0
    fi
  done
  return 1
}

find_uv() {
  if [ -x "$root/.tools/bin/uv" ]; then echo "$root/.tools/bin/uv"; return 0; fi
  command -v uv
}

# uv comes from the machine or, if it is missing, into the project's own .tools environment.
ensure_uv() {
  UV=$(find_uv) && return 0
  local python
  python=$(find_python) || fail "Python 3.11 or newer is needed and was not found."
  say "installing uv into .tools"
  "$python" -m venv .tools
  .tools/bin/python -m pip install --quiet --disable-pip-version-check \
    --require-hashes -r requirements/tools.txt
  UV=$root/.tools/bin/uv
}

fingerprint() { cat "$@" | cksum; }

# The version's line, which the installed metadata repeats.
version() { grep '^__version__' src/quartett/__init__.py; }

# ensure_env FOLDER REQUIREMENTS: an environment with exactly these pins and the project itself.
ensure_env() {
  local env=$1 requirements=$2 stamp wanted
  stamp="$env/.quartett-stamp"
  wanted=$(fingerprint "$requirements" pyproject.toml; version; echo "$root")
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && return 0
  ensure_uv
  if [ ! -x "$env/bin/python" ]; then
    say "creating $env"
    "$UV" venv --quiet --clear --python "$(find_python || echo 3.11)" "$env"
  fi
  say "installing $requirements into $env"
  # Compiled now: where Python may not write bytecode, every start would compile again.
  "$UV" pip sync --quiet --compile-bytecode --python "$env/bin/python" --require-hashes "$requirements"
  say "installing quartett itself (editable)"
  "$UV" pip install --quiet --python "$env/bin/python" --no-deps --no-build-isolation --editable .
  "$env/bin/python" -m compileall -q src
  printf '%s' "$wanted" >"$stamp"
}
