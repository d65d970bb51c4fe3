//===- Activations.h - which run of a section a block belongs to *- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPLAY_ACTIVATIONS_H
#define ANOMALLOC_REPLAY_ACTIVATIONS_H

#include "Profile/TraceReader.h"
#include <unordered_map>
#include <vector>

namespace anomalloc {

/// An activation of a section is the time from its begin to its end. Follows a
/// trace and knows those that run. Not thread-safe.
class Activations {
public:
  /// From 1 on, in the order of their begins.
  using Number = uint32_t;

  /// \p Ended is called with each activation that \p E ends.
  template <typename Function> void note(const TraceEvent &E, Function Ended) {
    if (E.What == TraceEvent::SectionBegin) {
      Stacks[E.Lane].push_back({E.Key, ++Last, E.Block != 0});
    } else if (E.What == TraceEvent::SectionEnd) {
      if (Number Its = take(E))
        Ended(Its);
    } else if (E.What == TraceEvent::Thread) {
      // The scopes of the thread before are over.
      std::vector<Running> &Stack = Stacks[E.Lane];
      for (size_t I = Stack.size(); I-- != 0;)
        if (!Stack[I].IsPhase) {
          Ended(Stack[I].Its);
          Stack.erase(Stack.begin() + ptrdiff_t(I));
        }
    }
  }

  /// The innermost activation of \p Section that \p Lane began; 0: there is
  /// none.
  Number current(uint32_t Lane, uint32_t Section) const {
    auto It = Stacks.find(Lane);
    if (It != Stacks.end())
      for (size_t I = It->second.size(); I-- != 0;)
        if (It->second[I].Section == Section)
          return It->second[I].Its;
    return 0;
  }

private:
  struct Running {
    uint32_t Section;
    Number Its;
    bool IsPhase;
  };

  Number takeFrom(std::vector<Running> &Stack, const TraceEvent &E) {
    for (size_t I = Stack.size(); I-- != 0;)
      if (Stack[I].Section == E.Key && Stack[I].IsPhase == (E.Block != 0)) {
        const Number Its = Stack[I].Its;
        Stack.erase(Stack.begin() + ptrdiff_t(I));
        return Its;
      }
    return 0;
  }
  Number take(const TraceEvent &E) {
    if (Number Its = takeFrom(Stacks[E.Lane], E))
      return Its;
    if (E.Block) // Any thread may end a phase.
      for (auto &[Lane, Stack] : Stacks)
        if (Number Its = takeFrom(Stack, E))
          return Its;
    return 0;
  }

  std::unordered_map<uint32_t, std::vector<Running>> Stacks; ///< By lane.
  Number Last = 0;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_ACTIVATIONS_H
