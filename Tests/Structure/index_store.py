"""Reads the index that the Swift compiler writes next to its objects: which file uses a symbol that another file declares.

The toolchain's own library reads the format, so the answer comes from the compiler and is not a guess from the text.
"""

import ctypes
import shutil
from dataclasses import dataclass
from pathlib import Path

DEFINITION, REFERENCE = 1 << 1, 1 << 2
RECORD = 2


class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.data else ""


_Pointer = ctypes.c_void_p
_OnText = ctypes.CFUNCTYPE(ctypes.c_bool, _Pointer, _Text)
_OnPointer = ctypes.CFUNCTYPE(ctypes.c_bool, _Pointer, _Pointer)


@dataclass(frozen=True)
class Reference:
    """One use of a symbol outside the file that declares it. Paths are relative to the package."""

    file: str
    line: int
    symbol: str
    declared_in: str
    usr: str


def _library():
    swift = Path(shutil.which("swift")).resolve()
    library = ctypes.CDLL(str(swift.parent.parent / "lib" / "libIndexStore.so"))
    signatures = {
        "store_create": (_Pointer, ctypes.c_char_p, _Pointer),
        "store_units_apply_f": (ctypes.c_bool, _Pointer, ctypes.c_uint, _Pointer, _OnText),
        "unit_reader_create": (_Pointer, _Pointer, ctypes.c_char_p, _Pointer),
        "unit_reader_dispose": (None, _Pointer),
        "unit_reader_get_main_file": (_Text, _Pointer),
        "unit_reader_get_modification_time": (
            None,
            _Pointer,
            ctypes.POINTER(ctypes.c_int64),
            ctypes.POINTER(ctypes.c_int64),
        ),
        "unit_reader_dependencies_apply_f": (ctypes.c_bool, _Pointer, _Pointer, _OnPointer),
        "unit_dependency_get_kind": (ctypes.c_int, _Pointer),
        "unit_dependency_get_name": (_Text, _Pointer),
        "record_reader_create": (_Pointer, _Pointer, ctypes.c_char_p, _Pointer),
        "record_reader_dispose": (None, _Pointer),
        "record_reader_occurrences_apply_f": (ctypes.c_bool, _Pointer, _Pointer, _OnPointer),
        "occurrence_get_symbol": (_Pointer, _Pointer),
        "occurrence_get_roles": (ctypes.c_uint64, _Pointer),
        "occurrence_get_line_col": (
            None,
            _Pointer,
            ctypes.POINTER(ctypes.c_uint),
            ctypes.POINTER(ctypes.c_uint),
        ),
        "symbol_get_usr": (_Text, _Pointer),
        "symbol_get_name": (_Text, _Pointer),
    }
    functions = {}
    for name, (result, *arguments) in signatures.items():
        function = getattr(library, "indexstore_" + name)
        function.restype, function.argtypes = result, arguments
        functions[name] = function
    return functions


def references(store: Path, package: Path) -> list[Reference]:
    """All references between two files of the package's Sources, as the last build saw them."""
    declared, used = _symbols(store, package)
    return [
        Reference(file, line, name, declared[usr], usr)
        for file, line, name, usr in used
        if usr in declared and declared[usr] != file
    ]


def declarations(store: Path, package: Path) -> dict[str, str]:
    """The file that declares each symbol of the package's Sources, by the symbol's USR."""
    return _symbols(store, package)[0]


def _symbols(store, package):
    call = _library()
    handle = call["store_create"](str(store).encode(), None)
    if not handle:
        raise FileNotFoundError(f"the compiler's index is not at {store}; build with --enable-index-store")
    declared, used = {}, []
    for file, records in _newest_records(call, handle, package).items():
        for record in records:
            _read(call, handle, record, file, declared, used)
    return declared, used


def _newest_records(call, store, package):
    """For each source file the names of the records of its last compilation."""
    names = []
    call["store_units_apply_f"](store, 0, None, _OnText(lambda _, name: names.append(str(name)) or True))
    newest = {}
    for name in names:
        unit = call["unit_reader_create"](store, name.encode(), None)
        if not unit:
            continue
        path = Path(str(call["unit_reader_get_main_file"](unit)))
        seconds, nanoseconds = ctypes.c_int64(), ctypes.c_int64()
        call["unit_reader_get_modification_time"](unit, ctypes.byref(seconds), ctypes.byref(nanoseconds))
        time = (seconds.value, nanoseconds.value)
        # A file that was moved away leaves its unit behind.
        if path.is_relative_to(package / "Sources") and path.exists():
            file = str(path.relative_to(package))
            if file not in newest or newest[file][0] < time:
                newest[file] = (time, _records(call, unit))
        call["unit_reader_dispose"](unit)
    return {file: records for file, (_, records) in newest.items()}


def _records(call, unit):
    found = []

    def look(_, dependency):
        if call["unit_dependency_get_kind"](dependency) == RECORD:
            found.append(str(call["unit_dependency_get_name"](dependency)))
        return True

    call["unit_reader_dependencies_apply_f"](unit, None, _OnPointer(look))
    return found


def _read(call, store, record, file, declared, used):
    reader = call["record_reader_create"](store, record.encode(), None)
    if not reader:
        return

    def look(_, occurrence):
        symbol = call["occurrence_get_symbol"](occurrence)
        roles = call["occurrence_get_roles"](occurrence)
        usr = str(call["symbol_get_usr"](symbol))
        if roles & DEFINITION:
            declared.setdefault(usr, file)
        if roles & REFERENCE:
            line, column = ctypes.c_uint(), ctypes.c_uint()
            call["occurrence_get_line_col"](occurrence, ctypes.byref(line), ctypes.byref(column))
            used.append((file, line.value, str(call["symbol_get_name"](symbol)), usr))
        return True

    call["record_reader_occurrences_apply_f"](reader, None, _OnPointer(look))
    call["record_reader_dispose"](reader)
