#!/usr/bin/env python3
"""Prints LLVM IR in which every name that the pass looks at doubles itself."""

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def doubling(known):
    """Types, each of which is the one before twice. KNOWN: substitutions that
    the name has already."""
    digit = lambda n: "" if n == 0 else DIGITS[n - 1]
    name = "1AIiiE"
    for level in range(30 - known):
        last = digit(known + 1 + level)
        name += f"S{digit(known)}_IS{last}_S{last}_E"
    return name


pool = "_Z4pool" + doubling(0)
own_new = "_ZN1BnwE" + "m" + doubling(1)
constructor = "_ZN1BC1E" + doubling(1)
allocate = "_Z8allocate" + doubling(0)
print(f"""
target triple = "x86_64-unknown-linux-gnu"
declare noalias ptr @malloc(i64)
declare ptr @"{pool}"(i64) allocsize(0)
declare noalias ptr @"{own_new}"(i64)
declare void @"{constructor}"(ptr)

define ptr @"{allocate}"(i64 %n) {{
  %a = call noalias ptr @malloc(i64 24)
  call void @"{constructor}"(ptr %a)
  %b = call ptr @"{pool}"(i64 %n)
  call void @"{constructor}"(ptr %b)
  %c = call ptr @"{own_new}"(i64 8)
  call void @"{constructor}"(ptr %c)
  ret ptr %b
}}
""")
