# ensure_web ENV: the browser's pages are built into the package; quick when nothing has changed.
ensure_web() {
  "$1/bin/python" hatch_build.py
}
