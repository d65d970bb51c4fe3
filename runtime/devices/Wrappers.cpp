//===- Wrappers.cpp - standing before devices' functions ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The allocation functions of accelerators, defined once more: each calls the
// real one, and counts a block that no instrumented site is about to count
// itself. A function that is called inside of another one is a part of it: a
// runtime calls its driver. Errors are never counted, and pass through.
//
//===----------------------------------------------------------------------===//

#include "devices/LiveBlocks.h"
#include "devices/Rows.h"
#include "interpose/DefinitionSearch.h"

#define ANOMALLOC_EXPORT extern "C" __attribute__((visibility("default")))

namespace anomalloc::runtime::devices {
namespace {

/// An argument or a result in a register, whatever its type is.
using Word = uintptr_t;
using Function = Word (*)(Word, Word, Word, Word, Word, Word);

/// How the block comes back (DeviceShapes.def).
enum class Gives { Out, Result, Object };

struct Shape {
  int Size, Count; ///< Numbers of arguments. Count is -1 if there is none.
  Gives How;
};
#define ANOMALLOC_DEVICE_SHAPE(Name, Parameters, Size, Count, How)             \
  constexpr Shape Name = {Size, Count, Gives::How};
#include "anomalloc/DeviceShapes.def"

/// A function that we stand before.
struct Allocator {
  const char *Symbol;
  Shape Its;
  MemorySpace Space;
  RowTable Row;
};

/// Calls of our functions in progress, of the calling thread.
__thread unsigned Inside __attribute__((tls_model("initial-exec")));

/// The function \p Symbol that the code at \p Caller would have called; null:
/// nobody defines it but us. It is looked for each time: packages of Python
/// bring runtimes of their own along, so there may be several.
__attribute__((noinline)) Function findReal(const char *Symbol,
                                            const void *Caller) {
  return reinterpret_cast<Function>(findDefinition(
      Symbol, reinterpret_cast<const void *>(&findReal), Caller));
}

/// A program that is linked with such a library finds its functions; another
/// one is told that there is no device: "unknown error" of CUDA and HIP.
constexpr Word NoSuchFunction = 999;

/// OpenCL calls this when nobody refers to \p Object any longer, before another
/// one gets its address.
void noteEnd(Word Object, void *) {
  const OneAtATime Guard;
  noteFreed(Object, /*OfPool=*/false);
}

void note(Allocator &A, const Word *Arguments, Word Result, bool BySite,
          const void *Caller) {
  const Shape &Its = A.Its;
  const bool IsOut = Its.How == Gives::Out;
  if (IsOut ? uint32_t(Result) != 0 : !Result)
    return;
  const Word Block =
      IsOut ? *reinterpret_cast<const Word *>(Arguments[0]) : Result;
  size_t Size = Arguments[Its.Size];
  if (Its.Count >= 0)
    Size *= Arguments[Its.Count];
  const OneAtATime Guard;
  if (!BySite) {
    A.Row.build(A.Symbol, A.Symbol, A.Space);
    countBlock(A.Row, Caller, /*IsCharged=*/true, Size);
  }
  noteMade(Block, Size, A.Space);
}

Word allocate(Allocator &A, Word (&&With)[6], const void *Caller) {
  const bool BySite =
      !Inside && __anomalloc_device_asked && __anomalloc_device_asked();
  Function Real = findReal(A.Symbol, Caller);
  if (!Real)
    return A.Its.How == Gives::Out ? NoSuchFunction : 0;
  ++Inside;
  const Word Result =
      Real(With[0], With[1], With[2], With[3], With[4], With[5]);
  if (--Inside)
    return Result;
  note(A, With, Result, BySite, Caller);
  if (Result && A.Its.How == Gives::Object)
    if (Function Watch = findReal("clSetMemObjectDestructorCallback", Caller))
      Watch(Result, reinterpret_cast<Word>(noteEnd), 0, 0, 0, 0);
  return Result;
}

Word giveBack(const char *Symbol, Word (&&With)[6], unsigned Block,
              const void *Caller) {
  Function Real = findReal(Symbol, Caller);
  if (!Real)
    return NoSuchFunction;
  if (!Inside) {
    // Before: another thread may get the address at once.
    const OneAtATime Guard;
    noteFreed(With[Block], /*OfPool=*/false);
  }
  ++Inside;
  const Word Result =
      Real(With[0], With[1], With[2], With[3], With[4], With[5]);
  --Inside;
  return Result;
}

#define ANOMALLOC_DEVICE(Symbol, ShapeName, SpaceName)                         \
  Allocator allocator_##Symbol = {                                             \
      #Symbol, ShapeName, MemorySpace::SpaceName, {}};
#include "anomalloc/AllocFunctions.def"

} // namespace
} // namespace anomalloc::runtime::devices

using namespace anomalloc::runtime::devices;

#define ANOMALLOC_DEVICE(Symbol, ShapeName, SpaceName)                         \
  ANOMALLOC_EXPORT uintptr_t Symbol(uintptr_t A, uintptr_t B, uintptr_t C,     \
                                    uintptr_t D, uintptr_t E, uintptr_t F) {   \
    return allocate(allocator_##Symbol, {A, B, C, D, E, F},                    \
                    __builtin_return_address(0));                              \
  }
#define ANOMALLOC_DEVICE_FREE(Symbol, Block)                                   \
  ANOMALLOC_EXPORT uintptr_t Symbol(uintptr_t A, uintptr_t B, uintptr_t C,     \
                                    uintptr_t D, uintptr_t E, uintptr_t F) {   \
    return giveBack(#Symbol, {A, B, C, D, E, F}, Block,                        \
                    __builtin_return_address(0));                              \
  }
#include "anomalloc/AllocFunctions.def"

/// OpenCL's clSVMFree of several blocks, at its turn in a queue. They count as
/// freed when the command is given: later, another block may have the address
/// of one. A program that hands a function over (\p Free) calls clSVMFree
/// there.
ANOMALLOC_EXPORT int clEnqueueSVMFree(void *Queue, unsigned Number,
                                      void **Blocks, void *Free, void *With,
                                      unsigned NumEvents, const void *Events,
                                      void **Event) {
  const auto Real = reinterpret_cast<decltype(&clEnqueueSVMFree)>(
      findReal("clEnqueueSVMFree", __builtin_return_address(0)));
  if (!Real)
    return NoSuchFunction;
  if (!Free && Blocks) {
    const OneAtATime Guard;
    for (unsigned I = 0; I != Number; ++I)
      noteFreed(reinterpret_cast<uint64_t>(Blocks[I]), /*OfPool=*/false);
  }
  return Real(Queue, Number, Blocks, Free, With, NumEvents, Events, Event);
}
