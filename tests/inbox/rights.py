"""Root without its right to read what is closed to everybody, for a single call."""

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager

VERSION = 0x20080522
DAC_OVERRIDE, DAC_READ_SEARCH = 1 << 1, 1 << 2
"""The two capabilities of Linux by which permissions do not count."""


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


@contextmanager
def permissions_count() -> Iterator[None]:
    """Let permissions count for this thread. Raises OSError where root cannot put its rights aside."""
    if os.geteuid() != 0:
        yield
        return
    sets = (_Sets * 2)()
    _call("capget", sets)
    before = sets[0].effective
    sets[0].effective = before & ~(DAC_OVERRIDE | DAC_READ_SEARCH)
    _call("capset", sets)
    try:
        yield
    finally:
        sets[0].effective = before
        _call("capset", sets)


def _call(name: str, sets: ctypes.Array[_Sets]) -> None:
    header = _Header(VERSION, 0)
    function = getattr(ctypes.CDLL(None, use_errno=True), name, None)
    if function is None or function(ctypes.byref(header), sets) != 0:
        raise OSError(ctypes.get_errno(), f"{name} is not possible")
