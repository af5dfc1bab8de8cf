"""How Sphinx makes the site; `quartett docs` gathers its pages first (quartett/cli/_site.py)."""

import re
from importlib.util import find_spec
from typing import Any

from sphinx.application import Sphinx

import quartett

project = "Quartett"
version = release = quartett.__version__
copyright = "the Quartett contributors"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
language = "en"
html_theme = "furo"
html_title = f"Quartett {release}"
html_copy_source = False
html_show_sphinx = False
html_logo = "static/logo.svg"
html_favicon = "static/logo.svg"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#a63d21", "color-brand-content": "#a63d21"},
    "dark_css_variables": {"color-brand-primary": "#f0a07f", "color-brand-content": "#f0a07f"},
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
highlight_language = "none"
# What is copied can be run: without prompts, and without what a program printed.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = [
    "myst.header",
    "ref.python",  # `jericho.Match` in a signature is the game's, not the fast one's
]

default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_mock_imports = [
    name
    for name in ("websockets", "openskill", "gymnasium", "pettingzoo", "pyspiel", "numpy", "jax")
    if find_spec(name) is None
]
autodoc_preserve_defaults = True
toc_object_entries = False
python_use_unqualified_type_names = True
maximum_signature_line_length = 88

nitpicky = True
nitpick_ignore_regex = [
    # Other projects' names, what stands for any type, and types that need not be known by name.
    (r"py:.*", r"(argparse|collections|concurrent|contextlib|datetime|pathlib|random|types)\..*"),
    (r"py:.*", r"(typing|urllib|msgspec|np|numpy|gym|gymnasium|pettingzoo|pyspiel|jax)\..*"),
    (r"py:.*", r"(.*\.)?[A-Z]\w?"),
    (r"py:.*", r"quartett\.games\.\w+\.(drafts|grid|position)\.\w+"),
    (r"py:.*", r"quartett\.(arena\.timing|bots\.planning|env\._\w+)\.\w+"),
    (r"py:class", r"(dict|list|tuple)\[.*"),
    (r"py:class", r"(flow|jericho|photo_rummy|souvenirs)\.(Action|View)|AnyBot|NDArray"),
]


def setup(app: Sphinx) -> None:
    """Rules pages are in six languages; each says which, for hyphens and screen readers."""
    app.connect("html-page-context", _in_its_language)


def _in_its_language(
    app: Sphinx, page: str, template: str, context: dict[str, Any], document: object
) -> None:
    if page.startswith("rules/") and (found := re.search(r"-(\w\w)$", page)):
        context["language"] = found[1]
