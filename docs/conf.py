"""Sphinx settings. ``write_reference.py`` writes the pages in ``reference/`` when the build begins."""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import write_reference

import solver

project = "Kempe"
copyright = "2026, the Kempe developers"
release = solver.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.mathjax", "numpydoc"]
root_doc = "contents"
html_theme = "furo"
html_title = f"Kempe {release}"
exclude_patterns = ["build"]
myst_heading_anchors = 3
# Annotations name two classes State, of flows and of charts; no link is better than a wrong one.
suppress_warnings = ["ref.python"]
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_type_aliases = {"ArrayLike": "ArrayLike"}
python_maximum_signature_line_length = 90
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False


def plain_aliases(app, what, name, value, options, signature, returned):
    """Show a type alias by its name, where Sphinx shows the object that stands for it."""

    def plain(text):
        return text and re.sub(r"TypeAliasForwardRef\('(\w+)'\)", r"\1", text)

    return plain(signature), plain(returned)


def setup(app):
    """Write the reference before Sphinx looks for pages."""
    app.connect("builder-inited", lambda _: write_reference.write())
    app.connect("autodoc-process-signature", plain_aliases)
