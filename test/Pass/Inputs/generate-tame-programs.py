#!/usr/bin/env python3
# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes C++ programs that allocate in many ways, each from its seed, always the same.

A program computes a hash of all that it reads from its blocks, and prints it. It has no
undefined behaviour and leaks nothing, and its output does not depend on addresses.

usage: generate-tame-programs.py FIRST-SEED NUMBER FOLDER
Writes FOLDER/SEED.cpp for each seed.
"""

import random
import sys
from pathlib import Path

HEAD = """\
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <utility>
#include <vector>

using U = std::uint32_t;
#define OUTSIDE __attribute__((noinline))
#define UNKNOWN __attribute__((noinline, optnone))

static U mix(U H, U V) { return (H ^ V) * 16777619u + (H >> 15); }
static int *Stash;
struct Holder {
  int *P;
  int N;
};
struct Node {
  int V;
  Node *Next;
};
struct alignas(64) Wide {
  int V[20];
};
OUTSIDE U sum(const int *P, int N) {
  U H = 1;
  for (int I = 0; I != N; ++I)
    H = mix(H, P[I]);
  return H;
}
OUTSIDE void fill(int *P, int N, U H) {
  for (int I = 0; I != N; ++I)
    P[I] = int(H + I * 7) & 1023;
}
OUTSIDE int *same(int *P) {
  P[0] ^= 1;
  return P;
}
OUTSIDE void release(int *P) { delete[] P; }
OUTSIDE bool releaseIf(int *P, bool Is) {
  if (Is)
    delete[] P;
  return Is;
}
OUTSIDE U readHolder(const Holder &A) { return sum(A.P, A.N); }
OUTSIDE void swapHolders(Holder &A, Holder &B) { std::swap(A, B); }
OUTSIDE void growHolder(Holder &A) {
  int *P = new int[A.N + 3];
  std::memcpy(P, A.P, A.N * sizeof(int));
  fill(P + A.N, 3, A.N);
  delete[] A.P;
  A.P = P;
  A.N += 3;
}
UNKNOWN void touch(int *P, int N) { P[N - 1] += 1; }
UNKNOWN void keep(int *P) { Stash = P; }
UNKNOWN void thrower(U H) {
  if (H % 5 == 0)
    throw int(H & 255);
}
OUTSIDE void thrower2(U H) {
  if (H % 7 == 0)
    throw int(H & 127);
}
OUTSIDE U readVector(const std::vector<int> &V) {
  U H = 3;
  for (int X : V)
    H = mix(H, X);
  return H;
}
OUTSIDE void changeVector(std::vector<int> &V, U H) {
  for (int &X : V)
    X += int(H & 7);
}
OUTSIDE void growVector(std::vector<int> &V, U H) { V.push_back(int(H & 63)); }
"""


class Generator:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.names = 0
        self.lines = []
        self.functions = 0

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def size(self):
        """A number of elements, at least 1."""
        return self.rng.choice(["1", "3", "8", "20", "70", "300", "int(1 + H % 13)",
                                "int(1 + H % 40)", "int(1 + H % 900)", "K", "K + 1", "2 * K"])

    def leave(self, clean, loop):
        """An early end of the scope: 'clean' frees what it has."""
        kinds = ["return"] * 2 + (["break", "continue"] * 2 if loop else []) + ["throw", ""]
        kind = self.rng.choice(kinds)
        if not kind:
            return ""
        end = {"return": "return H;", "throw": "throw int(H & 63);"}.get(kind, kind + ";")
        return f"if (H % {self.rng.choice([3, 5, 11])} == 1) {{ {clean} {end} }}"

    def body(self, depth, loop):
        return "\n".join(self.snippet(depth, loop) for _ in range(self.rng.randint(1, 2)))

    def child(self, depth, loop):
        return self.body(depth - 1, loop) if depth > 0 else "H = mix(H, 5);"

    def snippet(self, depth, loop):
        # What may throw stands only where nothing is owned by a plain pointer.
        all_kinds = [k for k in dir(self) if k.startswith("make_")]
        return getattr(self, self.rng.choice(all_kinds))(depth, loop)

    # A plain pointer: its scope has no child that may leave it.
    def quiet(self):
        """Code that neither leaves the scope nor throws."""
        return self.rng.choice([
            "H = mix(H, 9);",
            "for (int I = 0; I != 3; ++I) H = mix(H, I);",
            "{ std::vector<int> W(K, 3); H = mix(H, readVector(W)); }",
            "{ int *R = new int[4]; fill(R, 4, H); H = mix(H, sum(R, 4)); delete[] R; }",
            "{ auto R = std::make_unique<int>(int(H & 7)); H = mix(H, *R); }"])

    def make_array(self, depth, loop):
        p, n = self.name("P"), self.size()
        delete = f"delete[] {p};"
        use = self.rng.choice([
            f"H = mix(H, sum({p}, N));", f"touch({p}, N); H = mix(H, {p}[N - 1]);",
            f"H = mix(H, *same({p}));", f"std::sort({p}, {p} + N); H = mix(H, {p}[N / 2]);",
            f"keep({p}); H = mix(H, Stash == {p}); Stash = nullptr;",
            f"for (int *Q = {p}; Q != {p} + N; ++Q) H = mix(H, *Q);"])
        end = self.rng.choice([delete, f"release({p});",
                               f"if (!releaseIf({p}, H & 1)) {delete}"])
        return (f"{{ const int N = {n}; int *{p} = new int[N]; fill({p}, N, H); {self.quiet()}\n"
                f"{use} {self.leave(delete, loop)}\n{self.quiet()} {end} }}")

    def make_malloc(self, depth, loop):
        p, n = self.name("P"), self.size()
        get = self.rng.choice([f"static_cast<int *>(std::malloc(N * sizeof(int)))",
                               f"new (std::nothrow) int[N]"])
        free = f"std::free({p});" if "malloc" in get else f"delete[] {p};"
        return (f"{{ const int N = {n}; int *{p} = {get};\nif (!{p}) std::abort();\n"
                f"fill({p}, N, H); {self.quiet()} H = mix(H, sum({p}, N));\n"
                f"{self.leave(free, loop)} {free} }}")

    def make_calloc(self, depth, loop):
        p, n = self.name("P"), self.size()
        return (f"{{ const int N = {n}; int *{p} = static_cast<int *>(std::calloc(N, 4));\n"
                f"if (!{p}) std::abort();\nH = mix(H, sum({p}, N)); fill({p}, N, H);\n"
                f"{self.quiet()} H = mix(H, sum({p}, N)); {self.leave(f'std::free({p});', loop)}\n"
                f"std::free({p}); }}")

    def make_realloc(self, depth, loop):
        p = self.name("P")
        return (f"{{ int *{p} = static_cast<int *>(std::malloc(4 * K)); if (!{p}) std::abort();\n"
                f"fill({p}, K, H); {p} = static_cast<int *>(std::realloc({p}, 8 * K));\n"
                f"if (!{p}) std::abort();\n"
                f"fill({p} + K, K, H); H = mix(H, sum({p}, 2 * K)); std::free({p}); }}")

    def make_vector(self, depth, loop):
        v = self.name("V")
        use = self.rng.choice([f"changeVector({v}, H);", f"growVector({v}, H);",
                               f"{v}.push_back(int(H & 31));", f"{v}.resize({v}.size() + K);",
                               f"{v}.clear();", f"std::vector<int> W = {v}; {v}.swap(W);",
                               f"std::vector<int> W = std::move({v}); {v} = W;", ""])
        return (f"{{ std::vector<int> {v}({self.size()}, int(H & 15));\n"
                f"{use}\n{self.child(depth, loop)}\nH = mix(H, readVector({v}));\n"
                f"{self.leave('', loop)} }}")

    def make_table(self, depth, loop):
        v = self.name("V")
        return (f"{{ std::vector<std::vector<int>> {v}({self.rng.choice(['3', 'K', '8'])});\n"
                f"for (auto &Row : {v}) Row.assign({self.size()}, int(H & 3));\n"
                f"for (auto &Row : {v}) H = mix(H, readVector(Row)); {self.child(depth, loop)} }}")

    def make_owner(self, depth, loop):
        p = self.name("P")
        return (f"{{ const int N = {self.size()}; auto {p} = std::make_unique<int[]>(N);\n"
                f"H = mix(H, sum({p}.get(), N)); fill({p}.get(), N, H);\n"
                f"{self.child(depth, loop)}\nH = mix(H, sum({p}.get(), N)); }}")

    def make_string(self, depth, loop):
        s = self.name("S")
        return (f"{{ std::string {s} = std::to_string(H); {s} += \"and more text than fits\";\n"
                f"{s}.append(K, 'x'); {self.child(depth, loop)}\n"
                f"for (char C : {s}) H = mix(H, C); }}")

    def make_try(self, depth, loop):
        throws = self.rng.choice(["thrower(H);", "thrower2(H);"])
        # No break or continue out of it: the loop around is not known to the child.
        return (f"try {{ {self.child(depth, False)}\n{throws} {self.child(depth, False)} }}\n"
                f"catch (int E) {{ H = mix(H, E); }}")

    def make_loop(self, depth, loop):
        i = self.name("I")
        trips = self.rng.choice(["3", "5", "K", "int(H % 6)"])
        head = f"for (int {i} = 0, End = {trips}; {i} < End; ++{i})"
        return f"{head} {{ H = mix(H, {i}); {self.child(depth, True)} }}"

    def make_carry(self, depth, loop):
        p, i = self.name("Last"), self.name("I")
        return (f"{{ int *{p} = nullptr; for (int {i} = 0; {i} < K; ++{i}) {{\n"
                f"int *Q = new int[3]; fill(Q, 3, H); if ({p}) H = mix(H, sum({p}, 3));\n"
                f"{self.quiet()} delete[] {p}; {p} = Q; }} delete[] {p}; }}")

    def make_either(self, depth, loop):
        p = self.name("P")
        kind = self.rng.randrange(4)
        if kind == 0:
            return (f"{{ int *{p} = H & 1 ? new int[4] : nullptr; if ({p}) {{ fill({p}, 4, H);\n"
                    f"H = mix(H, sum({p}, 4)); }} {self.quiet()} delete[] {p}; }}")
        if kind == 1:
            return (f"{{ int *{p} = H & 2 ? new int[4] : new int[K + 4]; fill({p}, 4, H);\n"
                    f"{self.quiet()} H = mix(H, sum({p}, 4)); {self.leave(f'delete[] {p};', loop)}\n"
                    f"delete[] {p}; }}")
        if kind == 2:
            return (f"{{ int Own[8]; int *{p} = K > 8 ? new int[K] : Own; fill({p}, K, H);\n"
                    f"H = mix(H, sum({p}, K)); {self.quiet()} if ({p} != Own) delete[] {p}; }}")
        return (f"{{ int *{p} = new int[5], *Q = new int[6]; fill({p}, 5, H); fill(Q, 5, H + 1);\n"
                f"if (H & 4) std::swap({p}, Q); H = mix(H, sum({p}, 5)); delete[] {p};\n"
                f"{self.quiet()} H = mix(H, sum(Q, 5)); delete[] Q; }}")

    def make_wide(self, depth, loop):
        p = self.name("W")
        return (f"{{ auto {p} = std::make_unique<Wide>(); fill({p}->V, 20, H);\n"
                f"H = mix(H, U(reinterpret_cast<std::uintptr_t>({p}.get()) % 64));\n"
                f"{self.child(depth, loop)}\nH = mix(H, sum({p}->V, 20)); }}")

    def make_holder(self, depth, loop):
        a = self.name("A")
        use = self.rng.choice([f"H = mix(H, readHolder({a}));", f"growHolder({a});",
                               f"Holder B{{new int[2], 2}}; fill(B.P, 2, H); swapHolders({a}, B);"
                               f" H = mix(H, readHolder({a})); delete[] B.P;"])
        return (f"{{ Holder {a}{{new int[K], K}}; fill({a}.P, K, H); {use}\n{self.quiet()}\n"
                f"H = mix(H, readHolder({a})); {self.leave(f'delete[] {a}.P;', loop)}\n"
                f"delete[] {a}.P; }}")

    def make_list(self, depth, loop):
        p, i = self.name("First"), self.name("I")
        return (f"{{ Node *{p} = nullptr; for (int {i} = 0; {i} < K; ++{i})\n"
                f"{p} = new Node{{int(H & 31) + {i}, {p}}};\n"
                f"for (Node *Q = {p}; Q; Q = Q->Next) H = mix(H, Q->V); {self.quiet()}\n"
                f"while ({p}) {{ Node *Next = {p}->Next; delete {p}; {p} = Next; }} }}")

    def make_types(self, depth, loop):
        p = self.name("P")
        return (f"{{ void *{p} = std::malloc(32); if (!{p}) std::abort();\n"
                f"if (H & 8) {{ int *A = new ({p}) int[8]; fill(A, 8, H); H = mix(H, sum(A, 8)); }}\n"
                f"else {{ float *B = new ({p}) float[8]; for (int I = 0; I != 8; ++I)\n"
                f"B[I] = float((H + I) & 255); float S = 0; for (int I = 0; I != 8; ++I) S += B[I];\n"
                f"H = mix(H, U(S)); }}\n{self.quiet()} std::free({p}); }}")

    def make_containers(self, depth, loop):
        m = self.name("M")
        kind = self.rng.choice(["std::map<U, U>", "std::set<U>", "std::list<U>"])
        if kind == "std::map<U, U>":
            use = f"for (int J = 0; J < K; ++J) {m}[(H + J) % 11] += J; " \
                  f"for (auto &E : {m}) H = mix(H, E.first + E.second);"
        else:
            use = f"for (int J = 0; J < K; ++J) {m}.insert({m}.end(), (H + J) % 11); " \
                  f"for (U E : {m}) H = mix(H, E);"
        return f"{{ {kind} {m}; {use} {self.child(depth, loop)} H = mix(H, U({m}.size())); }}"

    def make_lambda(self, depth, loop):
        f = self.name("F")
        return (f"{{ std::vector<int> V(K, 2); std::function<U()> {f} = [V, H]() {{\n"
                f"return mix(H, readVector(V)); }}; {self.child(depth, loop)} H = mix(H, {f}()); }}")

    def make_switch(self, depth, loop):
        # A break would leave the switch.
        cases = " ".join(f"case {n}: {{ {self.child(depth, False)} break; }}" for n in range(2))
        return f"switch (H % 4) {{ {cases} default: H = mix(H, 8); }}"

    def make_call(self, depth, loop):
        if not self.functions:
            return "H = mix(H, 4);"
        return f"H = mix(H, f{self.rng.randrange(self.functions)}(H, K, Depth + 1));"

    def make_recursion(self, depth, loop):
        return f"if (Depth < 2) H = mix(H, f{self.functions}(H + 1, K, Depth + 1));"

    def program(self):
        text = [HEAD]
        for _ in range(self.rng.randint(3, 6)):
            attribute = self.rng.choice(["static ", "OUTSIDE ", ""])
            body = "\n".join(self.snippet(3, False) for _ in range(self.rng.randint(2, 4)))
            text.append(f"{attribute}U f{self.functions}(U H, int K, int Depth) {{\n"
                        f"if (Depth > 3) return H;\n{body}\nreturn H;\n}}")
            self.functions += 1
        calls = "\n".join(f"    try {{ H = mix(H, f{n}(H, 1 + Round % 9, 0)); }} "
                          f"catch (int E) {{ H = mix(H, E); }}" for n in range(self.functions))
        text.append(f"int main() {{\n  U H = 2166136261u;\n  for (int Round = 0; Round != 20; ++Round) "
                    f"{{\n{calls}\n  }}\n  std::printf(\"%08x\\n\", H);\n}}\n")
        return "\n".join(text)


def main():
    first, number, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(first, first + number):
        (folder / f"{seed}.cpp").write_text(Generator(seed).program())


if __name__ == "__main__":
    main()
