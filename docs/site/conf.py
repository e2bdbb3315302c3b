"""Sphinx's settings. `build.py` prepares the pages and runs Sphinx."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import docstrings  # noqa: E402

project = "Orogen"
author = "The Orogen developers"
copyright = author

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]

# Links within a page and across pages have the anchors that code hosts give to headings.
myst_heading_anchors = 5
myst_enable_extensions = ["colon_fence", "deflist"]

# Each build runs the tutorials. An exception stops it.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True

# Pygments does not know all languages of the pages; code in others stays plain.
suppress_warnings = ["misc.highlighting_failure"]

smartquotes = False

# The docstrings mark code as Markdown does.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 90
add_module_names = False

html_theme = "furo"
html_title = "Orogen"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False


def setup(app):
    # Before Napoleon, whose priority is 500.
    app.connect("autodoc-process-docstring", docstrings.prepare, priority=400)
