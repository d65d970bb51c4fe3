//===- units.cpp - a program of many translation units --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: units COUNT
//
// Makes COUNT blocks, each for a unit of its own. To compile so many would take
// hours: they are this unit with a number behind its site table, and so others
// to the runtime. Their sizes differ, too: all have the same id, and are
// compared byte by byte otherwise. Link it with
// -Wl,--wrap=__anomalloc_register_unit_v3.
//
//===----------------------------------------------------------------------===//

#include "anomalloc/Abi.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>

static const AnomallocUnit *Compiled;

extern "C" {
void __real___anomalloc_register_unit_v3(AnomallocUnit *Unit);

void __wrap___anomalloc_register_unit_v3(AnomallocUnit *Unit) {
  Compiled = Unit;
  __real___anomalloc_register_unit_v3(Unit);
}
}

/// Memory without an allocation: there is to be one site alone.
static char *takePages(size_t Size) {
  void *Memory = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return static_cast<char *>(Memory == MAP_FAILED ? nullptr : Memory);
}

static constexpr uint32_t Sizes = 64;

/// Room for a unit, its table, and what stands behind that.
static size_t roomOfUnit() {
  return sizeof(AnomallocUnit) + Compiled->TableSize + 8 * Sizes;
}

/// A copy of the compiled unit that is unlike those of other numbers.
static AnomallocUnit *makeUnit(char *At, uint64_t Number) {
  auto *Unit = new (At) AnomallocUnit{};
  char *Table = At + sizeof(AnomallocUnit);
  std::memcpy(Table, Compiled->Table, Compiled->TableSize);
  std::memcpy(Table + Compiled->TableSize, &Number, sizeof(Number));
  Unit->NumSlots = Compiled->NumSlots + uint32_t(Number / Sizes % Sizes);
  Unit->Table = Table;
  Unit->TableSize = Compiled->TableSize + 8 * (1 + Number % Sizes);
  return Unit;
}

int main(int, char **Arguments) {
  const size_t Count = std::strtoul(Arguments[1], nullptr, 10);
  void *volatile Block = std::malloc(24); // The only site: slot 0.
  char *Units = takePages(Count * roomOfUnit());
  if (!Units)
    return 1;
  for (size_t I = 1; I < Count; ++I) {
    AnomallocUnit *Unit = makeUnit(Units + I * roomOfUnit(), I);
    __real___anomalloc_register_unit_v3(Unit);
    __anomalloc_event(Unit, 0, Block, 24);
  }
  std::printf("%zu blocks of as many units\n", Count);
  std::free(Block);
}
