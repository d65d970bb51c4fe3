//===- NvtxRegions.cpp - ranges of NVTX -----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program with NVTX's headers loads the library that NVTX_INJECTION64_PATH
// names, and calls its InitializeInjectionNvtx2. That puts functions of its own
// into the program's tables. Ranges that are pushed and popped nest within a
// thread, and become scopes. Ranges that are started and ended may overlap and
// move between threads: they are not heard.
//
//===----------------------------------------------------------------------===//

#include "regions/KeptNames.h"
#include "regions/OpenRegions.h"
#include <stddef.h>
#include <wchar.h>

namespace anomalloc::runtime::regions {

using AnyFunction = void (*)();
/// Pointers to the program's pointers to functions.
using FunctionTable = AnyFunction **;

/// What the program hands out for the number CallbackTables.
struct Callbacks {
  size_t StructSize;
  int (*TableOfModule)(uint32_t Module, FunctionTable *Table, unsigned *Size);
};
constexpr uint32_t CallbackTables = 1;

/// An event's attributes, as the program fills them.
struct EventAttributes {
  uint16_t Version, Size;
  uint32_t Category, ColorType, Color, PayloadType, Reserved;
  uint64_t Payload;
  enum : uint32_t { Chars = 1, WideChars = 2, Registered = 3 } MessageType;
  union {
    const char *Chars;
    const wchar_t *Wide;
    const KeptName *Kept;
  } Message;
};
static_assert(offsetof(EventAttributes, Message) == 40, "as NVTX has it");

static int pushed(const char *Name) {
  begin(keyOf(Interface::Nvtx), Name);
  return 0; // The level, which nobody asks for.
}

/// Keeps what is ASCII.
static int pushedWide(const wchar_t *Wide) {
  char Name[256];
  unsigned Size = 0;
  for (; Wide && Wide[Size] && Size != sizeof(Name) - 1; ++Size)
    Name[Size] = Wide[Size] > 0 && Wide[Size] < 0x80 ? char(Wide[Size]) : '?';
  Name[Size] = 0;
  return pushed(Name);
}

static int pushedEvent(const EventAttributes *Its) {
  const bool HasMessage = Its && Its->Size >= sizeof(EventAttributes);
  switch (HasMessage ? Its->MessageType : 0) {
  case EventAttributes::Chars:
    return pushed(Its->Message.Chars);
  case EventAttributes::WideChars:
    return pushedWide(Its->Message.Wide);
  case EventAttributes::Registered:
    return pushed(Its->Message.Kept ? Its->Message.Kept->Text : nullptr);
  default:
    return pushed(nullptr);
  }
}

static int popped() {
  end(keyOf(Interface::Nvtx));
  return 0;
}

static int pushedInDomain(void *, const EventAttributes *Its) {
  return pushedEvent(Its);
}
static int poppedInDomain(void *) { return popped(); }
static const KeptName *registered(void *, const char *Name) {
  return keepName(Name);
}

/// Which function of which module is replaced by which.
struct Replacement {
  uint32_t Module;
  unsigned Number;
  AnyFunction By;
};
constexpr uint32_t Core = 1, Core2 = 5;

#define ANOMALLOC_BY(Function) reinterpret_cast<AnyFunction>(Function)
static const Replacement Replacements[] = {
    {Core, 8, ANOMALLOC_BY(pushedEvent)}, // RangePushEx
    {Core, 9, ANOMALLOC_BY(pushed)},      // RangePushA
    {Core, 10, ANOMALLOC_BY(pushedWide)}, // RangePushW
    {Core, 11, ANOMALLOC_BY(popped)},     // RangePop
    {Core2, 4, ANOMALLOC_BY(pushedInDomain)},
    {Core2, 5, ANOMALLOC_BY(poppedInDomain)},
    {Core2, 10, ANOMALLOC_BY(registered)}, // DomainRegisterStringA
};

} // namespace anomalloc::runtime::regions

using namespace anomalloc::runtime::regions;

/// Returns 1 if all went well.
ANOMALLOC_EXPORT int
InitializeInjectionNvtx2(const void *(*TablesOf)(uint32_t)) {
  auto *Its = static_cast<const Callbacks *>(TablesOf(CallbackTables));
  if (!Its || Its->StructSize < sizeof(Callbacks))
    return 0;
  for (const Replacement &R : Replacements) {
    FunctionTable Table = nullptr;
    unsigned Size = 0;
    if (Its->TableOfModule(R.Module, &Table, &Size) && Table &&
        R.Number < Size && Table[R.Number])
      *Table[R.Number] = R.By;
  }
  return 1;
}
