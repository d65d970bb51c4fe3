# RUN: %lsp_test %s %t
# At its definition, its declarations and its calls; of constructors, operators and
# templates; and of callers as far as the recorded stacks tell.
from measured import Weights
from project import Project

TEXT = """\
#include <vector>
struct Row {
  Row(int N);
  Row(const Row &Other);
  ~Row();
  double *Numbers;
};
Row operator+(const Row &A, const Row &B);
Row make(int N);
template <typename T> T twice(T X) {
  T Y(X);
  return T(Y);
}
Row make(int N) {
  return Row(N);
}
void assemble(const Row &A) {
  Row Sum = A + make(3);
  twice(Sum);
}
static int unmeasured() { return 0; }
int main() {
  assemble(make(4));
  return unmeasured();
}
"""
project = Project({"a.cpp": TEXT}, tidy=None)
root = project.root.resolve()
A, ROW = root / "a.cpp", "/elsewhere/row.cpp"
MAIN, ASSEMBLE, MAKE = ("main", "_Z8assembleRK3Row", "_Z4makei")
weights = Weights(1000, size=8)
to_main = ((A, 18, ASSEMBLE), (A, 23, MAIN))
# A constructor makes 300 blocks for make(), that 100 for main(), 200 for assemble().
weights.chain(100, (ROW, 9, "_ZN3RowC2Ei"), (A, 15, MAKE), (A, 23, MAIN), change=2)
weights.chain(200, (ROW, 9, "_ZN3RowC2Ei"), (A, 15, MAKE), *to_main, change=2)
# An operator makes 50 for assemble().
weights.chain(50, (ROW, 20, "_ZplRK3RowS1_"), *to_main, change=1, depth=0)
# A template that no line of this unit made an instance of.
weights.chain(40, (A, 11, "_Z5twiceIdET_S0_"), (A, 19, ASSEMBLE), (A, 23, MAIN), change=0)
weights.write(root / ".anomalloc/weights.json")

with project.server() as server:
    uri = server.open("a.cpp")
    title = "Allocations in the recorded run:\n"
    # Made by makers that it called, in its own lines; and where it was called.
    make = server.hover(uri, "make", "Row make(int N) {")
    assert title + "- make: 300 allocations of 8 bytes (30.0 % of all allocations, 1 loop " \
        "deep, 2.344 KiB in all)\n" in make, make
    assert "- made for a.cpp:18, in assemble: 200\n- made for a.cpp:23, in main: 100" in make, make
    declared = server.hover(uri, "make", "Row make(int N);")
    assert declared.split(title)[1] == make.split(title)[1], declared
    called = server.hover(uri, "make", "A + make(3)")
    assert called.split(title)[1].startswith(make.split(title)[1].rstrip()), called
    # The line of the call, too.
    assert "- this line: 250 allocations of 8 bytes (25.0 % of all" in called, called

    # The cursor behind the name is on it.
    assert server.hover(uri, "make", "make(4)", inside=4).split(title)[1] == \
        server.hover(uri, "make", "make(4)").split(title)[1]

    # Constructors by their kinds; operators.
    text = server.hover(uri, "Row", "Row(int N);")
    assert "- Row::Row: 300 allocations" in text, text
    text = server.hover(uri, "+", "A + make")
    assert "- operator+: 50 allocations of 8 bytes (5.0 % of all allocations, 400 B in all)" \
        in text, text
    assert "made for a.cpp:18, in assemble: 50" in text, text

    # Instances that the unit in view has not.
    text = server.hover(uri, "twice", "T twice(T X)")
    assert "- twice: 40 allocations" in text and "loop deep" in text, text

    # What it calls, as far as stacks tell: 250 are its own.
    text = server.hover(uri, "assemble", "void assemble(")
    assert "- assemble: 250 allocations of 8 bytes (25.0 %" in text, text
    assert "- assemble with what it calls: at least 290 allocations" in text, text
    assert "- assemble with what it calls: at least 390" not in text, text

    # What the measurements do not know has no numbers, and no words about it.
    assert title not in server.hover(uri, "unmeasured", "int unmeasured()")
    assert title not in server.hover(uri, "Numbers")
    assert server.hover(uri, "return", "return 0") == ""

with project.server(hover=("markdown",)) as server:
    uri = server.open("a.cpp")
    text = server.hover(uri, "+", "A + make")
    assert "\n\n---\n**Allocations in the recorded run**\n\n- operator+: 50 allocations of " \
        "8 bytes" in text, text
