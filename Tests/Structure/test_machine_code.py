"""The compiler makes no code that writes into freed memory: see docs/unused-copy-of-a-slice.md."""

import platform
import subprocess

import pytest
from harness import binary
from machine_code import writes_after_release

# What Swift 6.3.1 made of `_ = Array(bytes[..<count])`, without the check of the range.
DEFECT = """
0000000000001000 <copy>:
    1000:	call   900 <swift_allocObject@plt>
    1005:	mov    %rax,%rbx
    1008:	mov    %r13,%rdi
    100b:	call   910 <swift_retain@plt>
    1010:	mov    %rbx,%rdi
    1013:	call   920 <malloc_usable_size@plt>
    1018:	lea    -0x40(,%rax,2),%rax
    1020:	mov    %r15,0x10(%rbx)
    1024:	mov    %rax,0x18(%rbx)
    1028:	mov    %rbx,%rdi
    102b:	call   930 <swift_release@plt>
    1030:	add    $0x20,%rbx
    1034:	mov    %rbx,%rdi
    1037:	mov    0x20(%rsp),%rsi
    103c:	mov    %r15,%rdx
    103f:	call   940 <memcpy@plt>
    1044:	mov    %r13,%rdi
    1047:	call   930 <swift_release@plt>
"""
RELEASE = "    1028:	mov    %rbx,%rdi\n    102b:	call   930 <swift_release@plt>\n"


def found(code):
    return list(writes_after_release(code.splitlines()))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="reads the machine code of x86-64")
@pytest.mark.parametrize("program", ["ESPALIER_DEMOS", "ESPALIER_TRIALS"])
def test_no_function_writes_into_an_object_that_it_has_released(program):
    with subprocess.Popen(["objdump", "-d", "--no-show-raw-insn", binary(program)], stdout=subprocess.PIPE, text=True) as process:
        assert list(writes_after_release(process.stdout)) == []
    assert process.returncode == 0


def test_the_known_defect_is_found():
    assert found(DEFECT) == [("copy", "102b", "103f")]


def test_a_store_and_a_place_on_the_stack_are_followed():
    store = DEFECT.replace("call   940 <memcpy@plt>", "mov    %r15,0x8(%rbx)")
    assert found(store) == [("copy", "102b", "103f")]
    spilled = DEFECT.replace("mov    %rbx,%rdi\n    1037", "mov    %rbx,0x8(%rsp)\n    1036:	mov    0x8(%rsp),%rdi\n    1037")
    assert found(spilled) == [("copy", "102b", "103f")]


@pytest.mark.parametrize("harmless", [
    DEFECT.replace(RELEASE, ""),
    # The release comes after the copy.
    DEFECT.replace(RELEASE, "").replace("    1044:", RELEASE + "    1044:"),
    # Something else holds the object.
    DEFECT.replace("mov    %r13,%rdi\n    100b", "mov    %rbx,%rdi\n    100b"),
    DEFECT.replace("    1028:", "    1027:	mov    %rbx,0x8(%r12)\n    1028:"),
    DEFECT.replace("call   920 <malloc_usable_size@plt>", "call   920 <keep>"),
    # Another object is filled.
    DEFECT.replace("add    $0x20,%rbx", "mov    0x20(%r12),%rbx"),
])
def test_ordinary_code_is_not_reported(harmless):
    assert harmless != DEFECT and found(harmless) == []
