# mend_style ENV FOLDER: fixes what ruff can fix; the checks name the rest.
mend_style() {
  "$1/bin/ruff" check --quiet --fix-only "$2"
  "$1/bin/ruff" format --quiet "$2"
}
