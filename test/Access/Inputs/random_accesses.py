#!/usr/bin/env python3
"""Writes a C program that reads and writes blocks at random, and that keeps
account of it.

usage: random_accesses.py SEED

The program prints, for each block, "size N read R written W". Without
optimization that is what it does; with optimization it does less.
"""
import random
import sys

TYPES = [("unsigned char", 1), ("short", 2), ("int", 4), ("long", 8), ("float", 4),
         ("double", 8)]
TURNS = [0, 1, 3, 7, 8, 9, 17, 33, 100]

# Each is the body of a function of p (the block), q (another one) and n. {t} is a
# type, {s} its size, {b} the block's number, {o} the other's, {k} a stride.
BODIES = [
    "for (int i = 0; i < n; i++) (({t} *)p)[i] = ({t})i; W({b}, {s} * n);",
    "for (int i = n - 1; i >= 0; i--) Sum += (long)(({t} *)p)[i]; R({b}, {s} * n);",
    "for (int i = 0; i < n / {k}; i++) (({t} *)p)[i * {k}] += 1;"
    " R({b}, {s} * (n / {k})); W({b}, {s} * (n / {k}));",
    "for (int j = 0; j < 3; j++) for (int i = 0; i < n; i++)"
    " (({t} *)p)[i] = ({t})(i + j); W({b}, 3 * {s} * n);",
    "for (int i = 0; i < n; i++) if (i & 1) {{ (({t} *)p)[i] = ({t})i; W({b}, {s}); }}",
    "for (int i = 0; i < n; i++) {{ (({t} *)p)[i] = ({t})i; W({b}, {s});"
    " if (i == 5) break; }}",
    "if (p != q) {{ memcpy(p, q, (size_t)n); W({b}, n); R({o}, n); }}",
    "memmove(p, p + n / 2, (size_t)n); W({b}, n); R({b}, n);",
    "memset(p, n & 1, (size_t)n); W({b}, n);",
    "struct S {{ int a; char b; long c; }} *s = (struct S *)p;"
    " s->a = n; s->b = 2; s->c = s->a; W({b}, 13); R({b}, 4);",
    "for (int i = 0; i < n; i++) (({t} *)p)[0] += 1; R({b}, {s} * n); W({b}, {s} * n);",
    "int i = n; while (i-- > 0) {{ Sum += (long)(({t} *)p)[i]; R({b}, {s}); }}",
    "{t} *e = ({t} *)p + n; for ({t} *x = ({t} *)p; x != e; ++x) Sum += (long)*x;"
    " R({b}, {s} * n);",
]

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static long Read[8], Written[8], Sum;
static void R(int Block, long Bytes) { Read[Block] += Bytes; }
static void W(int Block, long Bytes) { Written[Block] += Bytes; }
"""


def main():
    choose = random.Random(int(sys.argv[1]))
    blocks = choose.randint(2, 6)
    print(HEAD)
    calls = []
    for number in range(choose.randint(3, 12)):
        block, other = choose.randrange(blocks), choose.randrange(blocks)
        name, size = choose.choice(TYPES)
        turns = min(choose.choice(TURNS), 600 // size)
        body = choose.choice(BODIES).format(
            t=name, s=size, b=block, o=other, k=choose.choice([2, 3, 5]))
        print("__attribute__((noinline)) static void "
              f"f{number}(char *p, char *q, int n) {{ (void)q; {body} }}")
        calls.append(f"f{number}(B[{block}], B[{other}], {turns});")
    print(f"int main(void) {{\n  char *B[{blocks}];")
    for block in range(blocks):
        print(f"  {{ void *volatile New = malloc({1001 + block}); B[{block}] = New; }}")
    for call in [*calls, *choose.sample(calls, len(calls))]:
        print(f"  {call}")
    for block in range(blocks):
        print(f'  printf("size %d read %ld written %ld\\n", {1001 + block},'
              f" Read[{block}], Written[{block}]);\n  free(B[{block}]);")
    print("  return Sum == 42;\n}")


if __name__ == "__main__":
    main()
