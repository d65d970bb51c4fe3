"""Programs of two versions, with known answers.

A program is a list of files with functions, whose statements allocate. Each
statement has a number of its own for life, and blocks of a size that no other
statement asks for: so a profile tells which statement a site is, whatever the
tool under test believes.
"""
import copy
import random

HEADER = r"""
#include <cstddef>
#include <cstdlib>
#include <vector>
extern void *volatile Sink;
extern volatile size_t One;
inline void use(void *P) { Sink = P; }
#define SIZE(N) ((N) * One)
template <typename T> void fill(size_t Bytes) {
  std::vector<T> V;
  V.reserve(Bytes / sizeof(T));
  use(V.data());
}
"""


def size_of(number):
    """Bytes of each block of a statement: no two have the same, nor is one the
    mean of two others that follow each other."""
    return 4096 + 64 * number * number


class Statement:
    """KIND: malloc, constant, new, vector, fill, box, lambda, or call."""

    def __init__(self, number, kind, target=None):
        self.number, self.kind, self.target = number, kind, target

    def looks(self):
        """The same for statements whose sites and lines look alike."""
        if self.kind == "fill":
            return f"fill<{self.fill_type()}>"
        return "malloc" if self.kind == "constant" else self.kind

    def fill_type(self):
        return ("char", "int", "double")[self.number % 3]

    def lines(self):
        size = size_of(self.number)
        loop = f"for (int I = 0; I < {self.number % 7 + 1}; ++I) "
        if self.kind == "malloc":
            return [f"  {loop}{{ void *P = malloc(SIZE({size})); use(P); free(P); }}"]
        if self.kind == "constant":
            return [f"  {loop}{{ void *P = malloc({size}); use(P); free(P); }}"]
        if self.kind == "new":
            return [f"  {loop}{{ char *P = new char[SIZE({size})]; use(P); delete[] P; }}"]
        if self.kind == "vector":
            return [f"  {loop}{{ std::vector<char> V;", f"    V.reserve(SIZE({size}));", "    use(V.data()); }"]
        if self.kind == "fill":
            return [f"  {loop}fill<{self.fill_type()}>(SIZE({size}));"]
        if self.kind == "box":
            return [f"  {loop}{{ Box{self.number} B; use(B.P); }}"]
        if self.kind == "lambda":
            return ["  {", "    auto Work = [] {",
                    f"      void *P = malloc(SIZE({size})); use(P); free(P);",
                    "    };", f"    {loop}Work();", "  }"]
        return [f"  {self.target}();"]


class Function:
    """UID: its number for life, whatever its name."""

    made = 0

    def __init__(self, name, linkage, statements):
        self.name, self.linkage, self.statements = name, linkage, statements
        Function.made += 1
        self.uid = Function.made
        self.noinline = False
        self.comments = {}  # Lines before a statement, by its index.

    def lines(self):
        front = {"static": "static ", "extern": "", "hidden": ""}[self.linkage]
        if self.noinline:
            front = "__attribute__((noinline)) " + front
        result = [f"{front}void {self.name}() {{"]
        for index, statement in enumerate(self.statements):
            result += ["  // A remark."] * self.comments.get(index, 0)
            result += statement.lines()
        result.append("}")
        if self.linkage == "hidden":
            result = ["namespace {"] + result + ["}"]
        return result


class Program:
    """FILES: name to functions, in order. The last of each file is its entry,
    which calls the others; main calls the entries."""

    def __init__(self):
        self.files, self.next = {}, 0

    def number(self):
        self.next += 1
        return self.next

    def functions(self):
        return [function for functions in self.files.values() for function in functions]

    def statements(self):
        return [s for f in self.functions() for s in f.statements if s.kind != "call"]

    def only_ones(self):
        """Numbers of statements that are the only ones of their looks in their
        function, by function and looks."""
        result = {}
        for function in self.functions():
            looks = [s.looks() for s in function.statements]
            result.update({(function.uid, s.looks()): s.number for s in function.statements
                           if s.kind != "call" and looks.count(s.looks()) == 1})
        return result

    def sources(self):
        entries = [functions[-1].name for functions in self.files.values()]
        main = ["void *volatile Sink;", "volatile size_t One = 1;"]
        main += [f"void {name}();" for name in entries]
        main += ["int main() {"] + [f"  {name}();" for name in entries] + ["}"]
        result = {"main.cpp": '#include "shared.h"\n' + "\n".join(main) + "\n", "shared.h": HEADER}
        for name, functions in self.files.items():
            text = ['#include "shared.h"']
            for function in functions:
                for statement in function.statements:
                    if statement.kind == "box":
                        n = statement.number
                        text += [f"struct Box{n} {{", "  char *P;",
                                 f"  Box{n}() : P(new char[SIZE({size_of(n)})]) {{}}",
                                 f"  ~Box{n}() {{ delete[] P; }}", "};"]
                text += function.lines()
            result[name] = "\n".join(text) + "\n"
        return result


KINDS = ["malloc", "malloc", "constant", "new", "new", "vector", "fill", "box", "lambda"]


def new_statement(program, choose):
    return Statement(program.number(), choose.choice(KINDS))


def make(choose):
    program = Program()
    for letter in "ab":
        functions = []
        for index in range(4):
            linkage = choose.choice(["static", "extern", "hidden"])
            # Static functions of one name in two files are two functions.
            name = f"{'work' if linkage != 'extern' else 'job' + letter}{index}"
            functions.append(Function(name, linkage, [
                new_statement(program, choose) for _ in range(choose.randint(1, 4))]))
            functions[-1].noinline = choose.random() < 0.3
        calls = [Statement(0, "call", f.name) for f in functions]
        calls.append(Statement(0, "call", choose.choice(functions).name))
        functions.append(Function(f"entry{letter}", "extern", calls + [new_statement(program, choose)]))
        program.files[f"{letter}.cpp"] = functions
    return program


def workers(program):
    """Functions that are no entries, with their file."""
    return [(name, function) for name, functions in program.files.items() for function in functions[:-1]]


def shift_lines(program, choose):
    for function in choose.sample(program.functions(), 3):
        function.comments[choose.randrange(len(function.statements) + 1)] = choose.randint(1, 5)


def rename_function(program, choose):
    name, function = choose.choice(workers(program))
    new = f"renamed{program.number()}"
    for statement in [s for f in program.files[name] for s in f.statements]:
        if statement.target == function.name:
            statement.target = new
    function.name = new


def rename_file(program, choose):
    old = choose.choice(list(program.files))
    new = f"file{program.number()}.cpp"
    program.files = {new if name == old else name: functions for name, functions in program.files.items()}


def toggle_inlining(program, choose):
    for _, function in choose.sample(workers(program), 3):
        function.noinline = not function.noinline


def remove_statement(program, choose):
    _, function = choose.choice(workers(program))
    if len(function.statements) > 1:
        function.statements.pop(choose.randrange(len(function.statements)))


def add_statement(program, choose):
    _, function = choose.choice(workers(program))
    function.statements.insert(choose.randrange(len(function.statements) + 1), new_statement(program, choose))


def repeat_kind(program, choose):
    """One more call like one that is there."""
    _, function = choose.choice(workers(program))
    like = choose.choice(function.statements)
    function.statements.insert(choose.randrange(len(function.statements) + 1),
                               Statement(program.number(), like.kind))


def swap_statements(program, choose):
    _, function = choose.choice(workers(program))
    choose.shuffle(function.statements)


def move_statement(program, choose):
    (_, source), (_, target) = choose.sample(workers(program), 2)
    if len(source.statements) > 1:
        target.statements.append(source.statements.pop(choose.randrange(len(source.statements))))


def move_function(program, choose):
    """Further up or down in its file."""
    functions = choose.choice(list(program.files.values()))
    entry = functions.pop()
    choose.shuffle(functions)
    functions.append(entry)


def replace_function(program, choose):
    """A function is gone; one of another name has its place and its calls, but
    none of its statements."""
    name, function = choose.choice(workers(program))
    rename_function_of(program, name, function)
    function.statements = [Statement(program.number(), s.kind) for s in function.statements]
    Function.made += 1
    function.uid = Function.made


def rename_function_of(program, name, function):
    new = f"other{program.number()}"
    for statement in [s for f in program.files[name] for s in f.statements]:
        if statement.target == function.name:
            statement.target = new
    function.name = new


EDITS = [shift_lines, rename_function, rename_file, toggle_inlining, remove_statement, add_statement,
         repeat_kind, swap_statements, move_statement, move_function, replace_function]


def edited(program, edits, choose):
    result = copy.deepcopy(program)
    for edit in edits:
        edit(result, choose)
    return result
