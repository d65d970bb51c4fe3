//===- KnownStack.h - stacks of few words -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_STACKS_KNOWNSTACK_H
#define ANOMALLOC_RUNTIME_STACKS_KNOWNSTACK_H

#include "stacks/Walk.h"

namespace anomalloc::runtime {

/// A stack that was walked before, with the words of stack memory that the walk
/// relied on, if they are few. A lane keeps many such stacks, because code
/// allocates from several call sites in turn.
struct alignas(64) KnownStack {
  static constexpr unsigned MaxWords = 48;
  /// Four words of stack memory, which need not be neighbours.
  struct Words {
    int32_t Offsets[4]; ///< In bytes, from Base.
    uint64_t Values[4];
  };

  /// The stack pointer when the runtime's function has returned to Caller. 0:
  /// the stack cannot be recognized by the frame of that function, because a
  /// function of the runtime keeps a register that outer frames need.
  uint64_t CallersStackPointer;
  const void *Caller;
  uint32_t Generation, Epoch;
  uint32_t Node; ///< 0: no stack is known here.
  /// The end of the used part of Groups, in bytes. The last word is repeated to
  /// fill a group.
  uint16_t EndOfGroups;
  /// Where the words outside of the runtime's own frames begin in Groups, in
  /// bytes.
  uint16_t FirstOuter;
  bool NeedsFramePointer;
  /// What the frame pointer was when Caller called, if the stack depends on it.
  uint64_t FramePointer;
  StackCountRef *Row;         ///< Of the stack's latest event; may be null.
  Words Groups[MaxWords / 4]; ///< In the order in which a walk reads them.
  uint64_t Base;              ///< As CallersStackPointer, but never 0.
  uint64_t Pc, StackPointer;  ///< Where the walk began; 0: at Caller's frame.
#ifdef ANOMALLOC_STACK_WITNESS
  uint64_t Pcs[MaxWords + 1];
  unsigned NumPcs;
#endif
};

/// Whether stack memory still has the words of \p K, from byte \p First of
/// K.Groups on. \p At must be K.Base.
inline bool stackWordsAreUnchanged(const KnownStack &K, uint64_t At,
                                   unsigned First) {
  // Four words a turn: 38 instructions less of 16 frames. Behind one that
  // differs nothing may be read: where that stood, there may be no memory now.
  const char *Base = reinterpret_cast<const char *>(At);
  const char *Groups = reinterpret_cast<const char *>(K.Groups);
  for (const char *G = Groups + First; G != Groups + K.EndOfGroups;
       G += sizeof(KnownStack::Words)) {
    auto *W = reinterpret_cast<const KnownStack::Words *>(G);
    for (unsigned I = 0; I != 4; ++I)
      if (__builtin_expect(*reinterpret_cast<const uint64_t *>(
                               Base + W->Offsets[I]) != W->Values[I],
                           0))
        return false;
  }
  return true;
}

/// Whether an event comes from the stack \p K. \p From is the runtime's own
/// frame, \p Caller the return address in the code that called the runtime.
inline bool isSame(const Process &P, const KnownStack &K,
                   const FrameCursor &From, const void *Caller) {
  if (!K.Node || K.StackPointer != From.StackPointer || K.Pc != From.Pc ||
      K.Caller != Caller || K.Generation != P.Rules.generation() ||
      K.Epoch != __atomic_load_n(&P.Epoch, __ATOMIC_RELAXED))
    return false;
  return stackWordsAreUnchanged(K, K.Base, 0);
}

/// Whether an event comes from the stack \p K, whose Node must not be 0.
/// \p Frame is the frame of the interposed function: first the caller's
/// frame pointer, then the return address.
inline bool isSame(const Process &P, const KnownStack &K,
                   const uint64_t *Frame) {
  const uint64_t At = reinterpret_cast<uint64_t>(Frame + 2);
  if (K.CallersStackPointer != At || uint64_t(K.Caller) != Frame[1] ||
      K.Generation != P.Rules.generation() ||
      K.Epoch != __atomic_load_n(&P.Epoch, __ATOMIC_RELAXED) ||
      (K.NeedsFramePointer && K.FramePointer != Frame[0]))
    return false;
  return stackWordsAreUnchanged(K, At, K.FirstOuter);
}

/// Stores the stack of \p W in \p K. If \p W has more words than \p K has room
/// for, K.Node is 0 afterwards. The walk began at \p From; if \p From is null,
/// it began at the frame of \p Caller.
void remember(KnownStack &K, const Walk &W, const FrameCursor *From,
              const void *Caller);

/// The stacks that a space of a lane knows. Valid when zeroed.
class KnownStacks {
public:
  /// A hash of a return address and a stack pointer. It tells in which sets the
  /// stacks of events that have both in common are kept.
  using Key = uint64_t;
  static Key keyOf(uint64_t StackPointer, const void *Caller) {
    return (StackPointer >> 4 ^ reinterpret_cast<uint64_t>(Caller)) *
           0x9e3779b97f4a7c15u;
  }

  /// The stack with the key \p At for which \p Is returns true. Null if there
  /// is none.
  template <typename Predicate> KnownStack *find(Key At, Predicate Is) {
    for (unsigned Choice = 0; Choice != 2; ++Choice) {
      const TagRow &Tags = TagsOf[set(At, Choice)];
      if (__builtin_expect(!Tags.has(tag(At)), 1))
        continue;
      for (unsigned I = 0; I != Ways; ++I)
        if (Tags.Of[I] == tag(At))
          if (KnownStack &K = Sets[set(At, Choice)].Stacks[I]; Is(K))
            return &K;
    }
    return nullptr;
  }

  /// A number of at most 16 bits from which at() finds \p K again.
  uint32_t numberOf(const KnownStack &K) const {
    auto Offset = reinterpret_cast<const char *>(&K) -
                  reinterpret_cast<const char *>(Sets);
    return uint32_t(Offset / alignof(KnownStack));
  }
  const KnownStack &at(uint32_t Number) const {
    static_assert(sizeof(Sets) / alignof(KnownStack) <= 1 << 16);
    return *reinterpret_cast<const KnownStack *>(
        reinterpret_cast<const char *>(Sets) + Number * alignof(KnownStack));
  }

  /// Remembers \p W, as remember() does, in place of an older stack. Keeps
  /// nothing and returns null if the stack of \p W has not come lately, because
  /// it may never come again, or if \p W has too many words or none.
  KnownStack *keep(Key At, const Walk &W, const FrameCursor *From,
                   const void *Caller);

private:
  static constexpr unsigned LogSets = 7, LogSeen = 10;
  /// How many stacks a set has room for. Each key has two sets. Keys that have
  /// one set in common can have different second sets.
  static constexpr unsigned Ways = 6;
  struct Set {
    KnownStack Stacks[Ways];
    unsigned Taken; ///< How many were put in so far: tells the oldest one.
  };
  static unsigned set(Key At, unsigned Choice) {
    return At >> (64 - (Choice + 1) * LogSets) & ((1 << LogSets) - 1);
  }
  static uint32_t tag(Key At) { return uint32_t(At >> 16) | 1; }

  /// The tag() of each stack of a set. The tags are compared first, because
  /// they are near each other.
  struct alignas(32) TagRow {
    uint32_t Of[8];

    bool has(uint32_t Tag) const {
      using Four = uint32_t __attribute__((vector_size(16)));
      using Two = uint64_t __attribute__((vector_size(16)));
      auto *Half =
          reinterpret_cast<const Four __attribute__((may_alias)) *>(Of);
      Two Same = (Two)((Half[0] == Tag) | (Half[1] == Tag));
      return Same[0] | Same[1];
    }
  };
  TagRow TagsOf[1 << LogSets];
  Set Sets[1 << LogSets];
  /// The stacks that came lately and were not kept, by hash.
  uint32_t Seen[1 << LogSeen];
};

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_STACKS_KNOWNSTACK_H
