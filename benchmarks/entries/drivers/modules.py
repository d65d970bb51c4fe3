# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A WebAssembly module as text; the argument is its number of functions in
thousands."""

import random
import sys


def statement(chance, functions):
    number = chance.randrange(1000)
    return chance.choice(
        [
            f"(local.set $x (i32.add (local.get $a) (i32.mul (local.get $b) (i32.const {number}))))",
            "(block $out (loop $again (br_if $out (i32.ge_s (local.get $y) (i32.const 10)))"
            " (local.set $y (i32.add (local.get $y) (i32.const 1))) (br $again)))",
            f"(if (i32.eqz (local.get $x)) (then (global.set $g (i32.const {number})))"
            f" (else (i32.store offset={4 * number} (local.get $a) (local.get $y))))",
            f"(local.set $y (call $f{chance.randrange(functions)} (local.get $x) (local.get $y)))",
        ]
    )


def function(number, chance, functions):
    head = f'(func $f{number} (export "function_{number}") (type $t)'
    print(f"  {head} (param $a i32) (param $b i32) (result i32)")
    print("    (local $x i32) (local $y i32)")
    for _ in range(chance.randrange(4, 12)):
        print(f"    {statement(chance, functions)}")
    print("    (i32.add (local.get $x) (local.get $y)))")


chance = random.Random(3)
functions = 1000 * int(sys.argv[1])
print("(module\n  (type $t (func (param i32 i32) (result i32)))\n  (memory 1)")
print("  (global $g (mut i32) (i32.const 0))")
for i in range(functions):
    function(i, chance, functions)
print(")")
