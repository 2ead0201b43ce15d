"""Finds the places in a program's machine code that write into a new object after they have released it.

Swift 6.3 makes such code from correct source: see docs/unused-copy-of-a-slice.md. It reads what `objdump -d` prints for x86-64."""

import re

FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")
INSTRUCTION = re.compile(r"^\s+([0-9a-f]+):\s+(?:(?:rep\w*|lock|notrack|bnd|data16|cs)\s+)*(\S+)\s*(.*)$")
CALLED = re.compile(r"<([^@>+]+)(?:@[^>]*)?>")
BASE = re.compile(r"\((%\w+)[,)]")
# The names of a register's lower parts lead to the register.
WHOLE = {f"%{part}": f"%r{name}" for name in ("ax", "bx", "cx", "dx") for part in (f"e{name}", name, f"{name[0]}l", f"{name[0]}h")}
WHOLE |= {f"%{part}": f"%r{name}" for name in ("si", "di", "bp", "sp") for part in (f"e{name}", name, f"{name}l")}
WHOLE |= {f"%r{n}{end}": f"%r{n}" for n in range(8, 16) for end in "dwb"}
STACK = ("%rsp", "%rbp")
# A function takes what it gets in these registers. Swift puts `self` into the last one.
ARGUMENTS = ["%rdi", "%rsi", "%rdx", "%rcx", "%r8", "%r9", "%r13"]
# A function may change these registers.
SCRATCH = ["%rax", "%rcx", "%rdx", "%rsi", "%rdi", "%r8", "%r9", "%r10", "%r11"]
COPIES = ("memcpy", "memmove")
# These functions keep no reference to their argument.
HARMLESS = ("malloc_usable_size", "swift_allocObject")
ONLY_READ = ("cmp", "test", "bt", "ucomis", "comis", "push", "nop")
KEEP_OBJECT = ("add", "sub", "and", "or", "inc", "dec")


def writes_after_release(lines):
    """Yields (function, address of the release, address of the write)."""
    function, path = "", Path()
    for line in lines:
        if match := INSTRUCTION.match(line):
            if released := path.step(*match.groups()):
                yield function, released, match[1]
        elif match := FUNCTION.match(line):
            function, path = match[1], Path()


class Path:
    """What is known on a straight way through a function: which registers and places of the stack point into which new object, and which
    of these objects are released. An object that something else may refer to is forgotten."""

    def __init__(self):
        self.pointers, self.released, self.count = {}, {}, 0

    def step(self, address, name, rest):
        """Follows one instruction. Returns the address of the release if the instruction writes into a released object."""
        if name.startswith("call"):
            return self.call(address, rest)
        if name.startswith(("jmp", "ret", "ud2")):
            self.pointers, self.released = {}, {}
        parts = [WHOLE.get(part, part) for part in operands(rest.partition("#")[0])]
        if not parts or name.startswith(ONLY_READ):
            return None
        source, target = parts[0], parts[-1]
        if "(" not in target:
            self.point(target, self.result(name, source, target, len(parts)))
        elif base(target) in STACK:
            self.point(target, self.pointers.get(source) if name.startswith("mov") else None)
        else:
            if name.startswith("mov"):
                self.forget(self.pointers.get(source))
            return self.released.get(self.pointers.get(base(target)))
        return None

    def result(self, name, source, target, count):
        """The object into which the target of an instruction points then."""
        if name.startswith("lea"):
            return self.pointers.get(base(source))
        if name.startswith(KEEP_OBJECT):
            return self.pointers.get(target, self.pointers.get(source))
        is_copy = name in ("mov", "movq") and count == 2 and ("(" not in source or base(source) in STACK)
        return self.pointers.get(source) if is_copy else None

    def call(self, address, rest):
        called = CALLED.search(rest)
        name = called[1] if called else ""
        first, found = self.pointers.get("%rdi"), None
        if name == "swift_release":
            if first: self.released.setdefault(first, address)
        elif name in COPIES:
            found = self.released.get(first)
        elif name in ("swift_retain", "swift_retain_n"):
            self.forget(first)
        elif name not in HARMLESS:
            for register in ARGUMENTS: self.forget(self.pointers.get(register))
        for register in SCRATCH: self.pointers.pop(register, None)
        if name == "swift_allocObject":
            self.count += 1
            self.pointers["%rax"] = self.count
        return found

    def point(self, place, object):
        if object: self.pointers[place] = object
        else: self.pointers.pop(place, None)

    def forget(self, object):
        if object: self.pointers = {place: other for place, other in self.pointers.items() if other != object}


def base(operand):
    """The register whose content is the address of an operand in memory; None if there is none."""
    match = BASE.search(operand)
    return match and match[1]


def operands(text):
    """The operands of an instruction. A comma within brackets separates none."""
    return [part.strip() for part in re.split(r",(?![^(]*\))", text) if part.strip()]
