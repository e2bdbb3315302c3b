"""Sphinx's settings. `build.py` prepares the pages and runs Sphinx."""

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
    app.connect("autodoc-process-docstring", _drop_generic_text)


def _drop_generic_text(app, what, name, thing, options, lines):
    """Removes the text that Python gives to fields of tuples without a text of their own."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
