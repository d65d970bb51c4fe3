//===- CallSlots.cpp - whom loaded objects call ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpose/CallSlots.h"
#include "interpose/LoadedObject.h"
#include "interpose/RealFunctions.h"
#include "process/System.h"

namespace anomalloc::runtime {

namespace {
/// A function that we stand before.
struct Interposed {
  const char *Name;
  void *Ours;
  void *Real;
  bool Frees;
};

template <typename Fn> void *addressOf(Fn *Function) {
  return reinterpret_cast<void *>(Function);
}

/// All of them. What ours leads to without a real one is no function of the
/// program's: then no slot has its address.
struct AllInterposed {
  Interposed Rows[64];
  unsigned Count = 0;

  void add(const char *Name, void *Ours, void *Real, bool Frees) {
    static_assert(0
#define ANOMALLOC_HEAP(Symbol, Shape) +1
#include "anomalloc/AllocFunctions.def"
#define ANOMALLOC_FREE(Symbol, Shape) +1
#include "anomalloc/AllocFunctions.def"
                      < sizeof(Rows) / sizeof(*Rows),
                  "and dlclose");
    Rows[Count++] = {Name, Ours, Real, Frees};
  }
  void fill() {
    Count = 0;
#define ANOMALLOC_HEAP(Symbol, Shape)                                          \
  add(#Symbol, addressOf(ANOMALLOC_OWN(Symbol)), addressOf(Real.Symbol), false);
#include "anomalloc/AllocFunctions.def"
#define ANOMALLOC_FREE(Symbol, Shape)                                          \
  add(#Symbol, addressOf(ANOMALLOC_OWN(Symbol)), addressOf(Real.Symbol), true);
#include "anomalloc/AllocFunctions.def"
    add("dlclose", addressOf(ANOMALLOC_OWN(dlclose)), addressOf(RealClose),
        false);
  }
  const Interposed *find(const char *Name) const {
    for (unsigned I = 0; I != Count; ++I)
      if (equal(Rows[I].Name, Name))
        return &Rows[I];
    return nullptr;
  }
  bool isOurs(const void *Address) const {
    for (unsigned I = 0; I != Count; ++I)
      if (Rows[I].Ours == Address)
        return true;
    return false;
  }
};

/// Stores into the slots of one object, which may be read-only: then the pages
/// are writable while this lives.
class SlotWriter {
public:
  explicit SlotWriter(const LoadedObject &O) : Pages(O.protectedPages()) {}
  ~SlotWriter() {
    if (Opened)
      sys::protect(Pages.Begin, size(), false);
  }
  SlotWriter(const SlotWriter &) = delete;
  SlotWriter &operator=(const SlotWriter &) = delete;

  /// False if the system does not let us.
  bool store(void **Place, void *Value) {
    auto *Address = reinterpret_cast<char *>(Place);
    if (!sys::isWritable(Place)) {
      const bool IsKnown = Address >= Pages.Begin && Address < Pages.End;
      if (!IsKnown || sys::protect(Pages.Begin, size(), true))
        return false;
      Opened = true;
    }
    __atomic_store_n(Place, Value, __ATOMIC_RELEASE);
    return true;
  }

private:
  size_t size() const { return size_t(Pages.End - Pages.Begin); }
  const LoadedObject::Pages Pages;
  bool Opened = false;
};
} // namespace

/// Of one thread at a time; too large for a small stack.
static AllInterposed TheInterposed;

/// Whether the slot calls \p F, or will do so from its first call on.
static bool leadsTo(const LoadedObject &O, const LoadedObject::Slot &S,
                    const Interposed &F) {
  const void *Now = __atomic_load_n(S.Place, __ATOMIC_RELAXED);
  if (!F.Real || !Now)
    return false;
  if (Now == F.Real)
    return true;
  return S.MayBeLazy && O.contains(Now) && !O.find(F.Name);
}

/// Calls \p Change with each slot and its object, but for our own.
template <typename Changer> static void changeSlots(Changer Change) {
  TheInterposed.fill();
  forEachObject([&](const dl_phdr_info &Info) {
    LoadedObject O(Info);
    if (O.contains(&TheInterposed))
      return false;
    SlotWriter Writer(O);
    O.forEachSlot([&](const LoadedObject::Slot &S) { Change(O, S, Writer); });
    return false;
  });
}

bool leadCallsToUs(bool FreesToo) {
  bool Done = true;
  changeSlots([&](const LoadedObject &O, const LoadedObject::Slot &S,
                  SlotWriter &Writer) {
    const Interposed *F = TheInterposed.find(S.Name);
    if (F && (FreesToo || !F->Frees) && leadsTo(O, S, *F))
      Done &= Writer.store(S.Place, F->Ours);
  });
  return Done;
}

void leadCallsToReal() {
  changeSlots([](const LoadedObject &, const LoadedObject::Slot &S,
                 SlotWriter &Writer) {
    if (!TheInterposed.isOurs(__atomic_load_n(S.Place, __ATOMIC_RELAXED)))
      return;
    if (const Interposed *F = TheInterposed.find(S.Name))
      Writer.store(S.Place, F->Real);
  });
}

} // namespace anomalloc::runtime
