"""Copies the pages of the repository, and what they link to."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PAGES = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/**/*.md", "crates/python/README.md"]
LINK = re.compile(r"\[([^\[\]]*)\]\(([^()\s#:]+)(#[^()\s]*)?\)")
DEFINITION = re.compile(r"^\[([^\[\]]+)\]: ([^\s#:]+)$\n?", re.MULTILINE)


def copy(repository: Path, source: Path) -> None:
    """Copies all pages to `source`, with the files that they link to."""
    found = set(find(repository))
    for page in found:
        text = (repository / page).read_text(encoding="utf-8")
        target = source / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(Links(repository, source, page, found).resolved(text), encoding="utf-8")


def find(repository: Path) -> Iterator[Path]:
    """The pages, relative to the repository."""
    for pattern in PAGES:
        yield from (path.relative_to(repository) for path in repository.glob(pattern) if "site" not in path.parts[-2:])


@dataclass
class Links:
    """The links of a page. A linked file that is no page becomes a download. A linked folder becomes plain text."""

    repository: Path
    source: Path
    page: Path
    pages: set[Path]

    def resolved(self, text: str) -> str:
        """The text with links that work on the site."""
        for definition in list(DEFINITION.finditer(text)):
            label, target = definition.groups()
            if not self._provide(target):
                text = text.replace(definition[0], "").replace(f"[{label}]", label)
        return LINK.sub(lambda link: link[0] if self._provide(link[2]) else link[1], text)

    def _provide(self, target: str) -> bool:
        """Provides the target of a link: a page of the site, or a copy of the file. Returns False for folders and other pages."""
        path = (self.repository / self.page.parent / target).resolve()
        if not path.is_relative_to(self.repository) or not path.exists():
            raise SystemExit(f"{self.page}: there is no `{target}`, to which the page links")
        path = path.relative_to(self.repository)
        if path in self.pages:
            return True
        if path.suffix == ".md" or not (self.repository / path).is_file():
            return False
        (self.source / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.repository / path, self.source / path)
        return True
