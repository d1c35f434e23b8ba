"""The one compiled-kernel decorator of the project.

numba keeps compiled code beside the source it came from and only looks at the file that defines a
function: after an edit of an *imported* helper it serves stale code. The cache folder used here is
therefore named after a digest of every kernel source, so that any edit starts a fresh one.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import numba
import platformdirs
from numba.core import config, types
from numba.cpython.unsafe import numbers

_PACKAGES = ("puzzles", "qubo", "evaluation", "generator")
_KERNEL_DATA = ("geometry.py", "__init__.py")
"""Tables and catalogues: what kernels take in at compile time."""
_UNUSED_DAYS: Final = 30
"""Compiled kernels that nobody has used for so long are removed,"""
_KEPT_FOLDERS: Final = 12
"""and those beyond so many sets of sources: each edit of a kernel leaves a folder of some ten megabytes."""
numba_config: Any = config
_cached: Final[list[Any]] = []
"""The kernels of the modules that are imported, but for those that are never cached."""
# Level 1 compiles a seventh faster than numba's 3 and the kernels run as fast; numba reads this before it compiles.
os.environ.setdefault("NUMBA_OPT", "1")
_PART_ADDRESS: Final = re.compile(r" at 0x[0-9a-f]+")
trailing_zeros: Any = numbers.trailing_zeros
"""In kernels: the number of the lowest bit that is set."""
_F = TypeVar("_F", bound=Callable[..., Any])


_added: list[str] = []
"""What kernels are made from besides the project's own sources: a line for each, or empty where it is not known."""


def add_source(name: str, parts: Iterable[Any], settings: object) -> None:
    """Let kernels that are defined from now on depend on code from outside the project.

    Their cache folder is named after it too, so that an edit of it starts a fresh one. Where a source cannot be read
    (a function typed at a prompt, say) nothing is kept.

    Args:
        name: what it is called.
        parts: functions under `part` that kernels call; those that they call themselves belong to them.
        settings: anything else that goes into the kernels, as `repr` shows it.
    """
    digest = hashlib.sha256(_PART_ADDRESS.sub("", repr(settings)).encode())
    files = {Path(one.__code__.co_filename) for one in _reachable(parts)}
    if not all(path.is_file() for path in files):
        _added.append("")
        return
    for path in sorted(files):
        digest.update(path.as_posix().encode())
        digest.update(path.read_bytes())
    _added.append(f"{name} {digest.hexdigest()}")


def _reachable(parts: Iterable[Any]) -> set[Any]:
    """The Python functions of parts, and of all parts that they call by a global name or hold in a closure."""
    found: set[Any] = set()
    waiting = list(parts)
    while waiting:
        function = getattr(waiting.pop(), "py_func", None)
        if function is None or function in found:
            continue
        found.add(function)
        waiting += [function.__globals__.get(name) for name in function.__code__.co_names]
        waiting += [cell.cell_contents for cell in function.__closure__ or ()]
    return found


def source_digest() -> str:
    """Sixteen hex digits that change when any source that kernels are made from, or numba, changes."""
    own = _own_digest()
    return own if not _added else hashlib.sha256("\n".join([own, *_added]).encode()).hexdigest()[:16]


@cache
def _own_digest() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    root = Path(__file__).resolve().parent.parent
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            text = path.read_bytes()
            if b"kernel" in text or path.name in _KERNEL_DATA:
                digest.update(path.relative_to(root).as_posix().encode())
                digest.update(text)
    return digest.hexdigest()[:16]


def cache_folder() -> Path | None:
    """The folder for compiled kernels, or None where nothing can be written, or where a source is not known.

    `HINTSMITH_CACHE_DIR` overrides the user's cache folder.
    """
    return None if "" in _added else _folder(source_digest())


@cache
def _folder(digest: str) -> Path | None:
    base = os.environ.get("HINTSMITH_CACHE_DIR") or platformdirs.user_cache_dir("hintsmith", appauthor=False)
    folder = Path(base) / f"kernels-{digest}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        # the time of the folder is that of its last use
        os.utime(folder)
    except OSError:
        return None
    _remove_old(folder)
    return folder


def _remove_old(current: Path) -> None:
    """Remove folders of kernels that are out of use; `current` stays. What cannot be removed is left."""
    used: list[tuple[float, Path]] = []
    for folder in current.parent.glob("kernels-*"):
        # another process may remove it meanwhile
        with suppress(OSError):
            if folder != current and folder.is_dir() and not folder.is_symlink():
                used.append((folder.stat().st_mtime, folder))
    oldest = time.time() - _UNUSED_DAYS * 86_400
    for place, (last, folder) in enumerate(sorted(used, reverse=True), 1):
        if last < oldest or place >= _KEPT_FOLDERS:
            shutil.rmtree(folder, ignore_errors=True)


def is_cold(work: str) -> bool:
    """True when a kernel that this work needs has to be compiled, or when that is not known.

    Args:
        work: a name for what is done and for the settings that decide which kernels it takes, as given to `warmed`.
    """
    folder = cache_folder()
    if folder is None:
        return True
    try:
        files = json.loads(_list_of(folder, work).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return True
    return not all((folder / name).is_file() for name in files)


def warmed(work: str) -> None:
    """Write down the cached files of all kernels that have run in this process: what `work` needs, once it is done."""
    folder = cache_folder()
    if folder is None:
        return
    names: list[str] = []
    for compiled in _cached:
        if compiled.signatures:
            # numba's names: the module, the function and its line, then the version of Python and an ending
            function = compiled.py_func
            stem = f"{function.__module__.split('.')[-1]}.{function.__qualname__}-{function.__code__.co_firstlineno}."
            found = [path for path in Path(compiled.stats.cache_path).glob("*.nb?") if path.name.startswith(stem)]
            if not found:
                return
            # a kernel that ran before a technique was added lies in the folder of the sources without it
            names += [Path(os.path.relpath(path, folder)).as_posix() for path in found]
    # moved into place whole, for another process may read it; without it the next start counts as cold
    with suppress(OSError):
        with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
            json.dump(sorted(names), file)
        os.replace(file.name, _list_of(folder, work))


def _list_of(folder: Path, work: str) -> Path:
    return folder / f"warm-{hashlib.sha256(work.encode()).hexdigest()[:16]}.json"


def kernel(function: _F) -> _F:
    """Compile `function` with numba on first call; the machine code is kept in `cache_folder()`.

    Kernels take and return arrays and numbers, release the GIL, and do not check bounds or
    division: arguments are validated by their callers.
    """
    return _compiled(function, no_cfunc_wrapper=True)


def kernel_once(function: _F) -> _F:
    """Like `kernel`, but not kept in the folder: for a function that is made around others while the program runs."""
    return _compiled(function, cached=False, no_cfunc_wrapper=True)


def part(function: _F) -> _F:
    """Like `kernel`, for a piece that only other kernels call: without the wrapper for calls from Python.

    Wrappers are a good third of the compilation time. A call from Python crashes the process, so a part is
    private to kernels; it is not cached, because the kernel that it ends up in is.

    A part makes and returns no arrays: it is compiled without counting references to them. The counts are atomic,
    and those of the arrays in a named tuple took half of an evaluation's time.
    """
    return _compiled_part(function)


def inlined(function: _F) -> _F:
    """Like `part`, but copied into each kernel that calls it: for a choice between parts, not worth a compilation."""
    return _compiled_part(function, inline="always")


def _compiled_part(function: _F, **options: Any) -> _F:
    return _compiled(function, cached=False, no_cfunc_wrapper=True, no_cpython_wrapper=True, _nrt=False, **options)


def _compiled(function: _F, cached: bool = True, **options: Any) -> _F:
    folder = cache_folder()
    before = numba_config.CACHE_DIR
    numba_config.CACHE_DIR = str(folder) if folder else before
    try:
        compiled: Any = numba.njit(cache=cached and folder is not None, nogil=True, error_model="numpy", **options)(
            function
        )
        _widen_literals(compiled)
        if cached and folder is not None:
            _cached.append(compiled)
        return compiled
    finally:
        numba_config.CACHE_DIR = before


def _widen_literals(compiled: Any) -> None:
    """Compile one version for all constant arguments: numba would make one more for each constant it is called with."""
    resolve = compiled.get_call_template

    def resolve_widened(args: Any, kws: Any) -> Any:
        return resolve([types.unliteral(arg) for arg in args], kws)

    compiled.get_call_template = resolve_widened
