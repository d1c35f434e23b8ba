"""typst in this process: a template and a data file in, PDF or PNG out. Text reaches it as data only."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from puzzles.errors import InputError

TEMPLATES: Final = "experiments.publish"
FONTS: Final = ("IPAexGothic", "DejaVu Sans")
"""The families that the shipped templates use: Japanese and Latin, then what the first has not."""
_PARTS: Final = ("draw.typ", "grid.typ", "marks.typ", "nonogram.typ", "sheet.typ", "text.typ")
"""What the templates share; a publisher's file of the same name beside the template comes first."""
_BESIDE: Final = frozenset((".typ", ".png", ".jpg", ".jpeg", ".svg", ".gif", ".json"))


@cache
def font_folders() -> tuple[str, ...]:
    """Folders of the open fonts that come with the libraries: IPAex Gothic, DejaVu."""
    import matplotlib
    import matplotlib_fontja

    return (
        str(Path(matplotlib_fontja.__file__).parent / "fonts"),
        str(Path(matplotlib.get_data_path()) / "fonts" / "ttf"),
    )


def template_text(name: str) -> str:
    """A shipped template, to be copied and edited."""
    return resources.files(TEMPLATES).joinpath("templates", name).read_text(encoding="utf-8")


def compile_template(
    name: str,
    data: object,
    *,
    template: Path | None = None,
    fonts: tuple[str, ...] = (),
    more: Mapping[str, str] | None = None,
    image: bool = False,
    dpi: float = 144.0,
) -> bytes:
    """The PDF, or the first page as PNG, of a shipped template or of one that a publisher edited.

    Args:
        name: the shipped template, such as `book.typ`; it reads `data` from the `.json` of the same name.
        data: anything JSON can hold.
        template: used instead of the shipped one; templates and pictures in its folder are at hand too.
        fonts: folders of fonts besides the shipped ones. System fonts are not looked at, so that a
            book looks the same everywhere and every font can be embedded.
        more: name to text of further templates; a publisher's file of the same name comes first.
        image: PNG instead of PDF, with `dpi` dots an inch.

    Raises InputError when the template does not compile.
    """
    import typst

    with tempfile.TemporaryDirectory(prefix="hintsmith-") as folder:
        root = Path(folder)
        if template is not None:
            _copy_beside(template, root)
        for part, text in {**{part: template_text(part) for part in _PARTS}, **(more or {})}.items():
            if not (root / part).exists():
                (root / part).write_text(text, encoding="utf-8")
        main = root / name
        main.write_text(_source(name, template), encoding="utf-8")
        (root / f"{main.stem}.json").write_text(json.dumps(data, ensure_ascii=True), encoding="utf-8")
        families = typst.Fonts(
            include_system_fonts=False, include_embedded_fonts=True, font_paths=[*font_folders(), *fonts]
        )
        try:
            compiler = typst.Compiler(main, root=root, font_paths=families)
            made = compiler.compile(format="png" if image else "pdf", ppi=dpi if image else None)
        except typst.TypstError as error:
            place = str(template) if template else name
            raise InputError(f"{place}: {_place(error.diagnostic, name)}{error.message.splitlines()[0]}") from None
    if isinstance(made, list):
        made = made[0]
    if made is None:
        raise InputError(f"{name}: nothing was made")
    return made


def _place(diagnostic: str, name: str) -> str:
    """`line 12: ` where the compiler names a line of the template."""
    found = re.search(re.escape(name) + r":(\d+)", diagnostic)
    return f"line {found.group(1)}: " if found else ""


def _source(name: str, template: Path | None) -> str:
    if template is None:
        return template_text(name)
    try:
        return template.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{template}: cannot be read as a template ({error})") from None


def _copy_beside(template: Path, root: Path) -> None:
    """Copy what a template may use: the templates and pictures that lie beside it."""
    if not template.is_file():
        raise InputError(f"{template}: no such template")
    for path in sorted(template.resolve().parent.iterdir()):
        if path.is_file() and path.suffix.lower() in _BESIDE and path.name != template.name:
            shutil.copyfile(path, root / path.name)
