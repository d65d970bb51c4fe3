"""Describes a profile with as many places to change as are asked for: loops that
make temporary blocks in functions of their own.

usage: places.py NUMBER"""
import sys

numbers = range(1, int(sys.argv[1]) + 1)
print("processes: [{info: {mode: lifetime}, peak: 5000}]")
print("loops:", [dict(name=f"L{i}", function=f"_Z2f{i}v", at=f"src/a{i}.cpp:3:3", entries=1, iterations=10000)
                 for i in numbers])
print("sites:")
for i in numbers:
    print(f'  - {{id: {i}, callee: _Znwm, loop: L{i}, chain: ["_Z2f{i}v src/a{i}.cpp:3:5"]}}')
print("counts:")
for i in numbers:
    print(f"  - {{site: {i}, size: 24, count: 10000}}")
print("lifetimes:")
for i in numbers:
    print(f"  - {{site: {i}, size: 24, allocated: 10000, freed: 10000, temporary: 10000, peak: 1, at-peak: 1}}")
