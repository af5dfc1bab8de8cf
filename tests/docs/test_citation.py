"""How Quartett is cited follows its version and its licence."""

import quartett
from docs.pages import ROOT


def test_the_citation_names_this_version_and_licence() -> None:
    told = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {quartett.__version__}\n" in told
    assert "\nlicense: MIT\n" in told
