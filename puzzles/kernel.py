"""The one compiled-kernel decorator of the project.

numba keeps compiled code beside the source it came from and only looks at the file that defines a
function: after an edit of an *imported* helper it serves stale code. The cache folder used here is
therefore named after a digest of every kernel source, so that any edit starts a fresh one.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs
from numba.core import config, types
from numba.cpython.unsafe import numbers

_PACKAGES = ("puzzles", "qubo", "evaluation", "generator")
_KERNEL_DATA = ("geometry.py", "__init__.py")
"""Tables and catalogues: what kernels take in at compile time."""
numba_config: Any = config
# Level 1 compiles a seventh faster than numba's 3 and the kernels run as fast; numba reads this before it compiles.
os.environ.setdefault("NUMBA_OPT", "1")
trailing_zeros: Any = numbers.trailing_zeros
"""In kernels: the number of the lowest bit that is set."""
_F = TypeVar("_F", bound=Callable[..., Any])


@cache
def source_digest() -> str:
    """Sixteen hex digits that change when any source that kernels are made from, or numba, changes."""
    digest = hashlib.sha256(numba.__version__.encode())
    root = Path(__file__).resolve().parent.parent
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            text = path.read_bytes()
            if b"kernel" in text or path.name in _KERNEL_DATA:
                digest.update(path.relative_to(root).as_posix().encode())
                digest.update(text)
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path | None:
    """The folder for compiled kernels, or None where nothing can be written.

    `HINTSMITH_CACHE_DIR` overrides the user's cache folder.
    """
    base = os.environ.get("HINTSMITH_CACHE_DIR") or platformdirs.user_cache_dir("hintsmith", appauthor=False)
    folder = Path(base) / f"kernels-{source_digest()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return None
    return folder


def is_cold() -> bool:
    """True when the kernels have to be compiled before they can run."""
    folder = cache_folder()
    return folder is None or not any(folder.iterdir())


def kernel(function: _F) -> _F:
    """Compile `function` with numba on first call; the machine code is kept in `cache_folder()`.

    Kernels take and return arrays and numbers, release the GIL, and do not check bounds or
    division: arguments are validated by their callers.
    """
    return _compiled(function, no_cfunc_wrapper=True)


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
        return compiled
    finally:
        numba_config.CACHE_DIR = before


def _widen_literals(compiled: Any) -> None:
    """Compile one version for all constant arguments: numba would make one more for each constant it is called with."""
    resolve = compiled.get_call_template

    def resolve_widened(args: Any, kws: Any) -> Any:
        return resolve([types.unliteral(arg) for arg in args], kws)

    compiled.get_call_template = resolve_widened
