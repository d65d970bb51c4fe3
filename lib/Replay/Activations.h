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

/// Follows a trace and knows which activations of sections are running. An
/// activation is the time from the begin of a section to its end. Not
/// thread-safe.
class Activations {
public:
  /// Activations are numbered from 1 on, in the order of their begins.
  using Number = uint32_t;

  /// Takes the next event. Calls \p Ended with each activation that \p E ends.
  template <typename Function> void note(const TraceEvent &E, Function Ended) {
    const bool IsPhase = E.Block != 0;
    if (E.What == TraceEvent::SectionBegin) {
      std::vector<Running> &Stack = IsPhase ? Phases : Scopes[E.Lane];
      if (Stack.size() != Deepest)
        Stack.push_back({E.Key, E.Lane, ++Last});
    } else if (E.What == TraceEvent::SectionEnd) {
      if (Number Its = IsPhase ? takePhase(E) : take(Scopes[E.Lane], E))
        Ended(Its);
    } else if (E.What == TraceEvent::Thread) {
      // The scopes of the thread before are over.
      std::vector<Running> &Stack = Scopes[E.Lane];
      while (!Stack.empty()) {
        Ended(Stack.back().Its);
        Stack.pop_back();
      }
    }
  }

  /// The innermost running activation of \p Section that \p Lane began; 0 if
  /// there is none.
  Number current(uint32_t Lane, uint32_t Section) const {
    auto Find = [&](const std::vector<Running> &Stack) -> Number {
      for (size_t I = Stack.size(); I-- != 0;)
        if (Stack[I].Section == Section && Stack[I].Lane == Lane)
          return Stack[I].Its;
      return 0;
    };
    auto It = Scopes.find(Lane);
    if (It != Scopes.end())
      if (Number Its = Find(It->second))
        return Its;
    return Find(Phases);
  }

private:
  /// An upper bound for nested activations, which no real run reaches. Further
  /// begins are ignored: a damaged trace may begin sections without end.
  static constexpr size_t Deepest = 1024;
  struct Running {
    uint32_t Section, Lane;
    Number Its;
  };

  /// Removes the innermost activation of the section of \p E and returns it, or
  /// 0 if there is none. With \p OfLane, only the lane of \p E counts.
  static Number take(std::vector<Running> &Stack, const TraceEvent &E,
                     bool OfLane = true) {
    for (size_t I = Stack.size(); I-- != 0;)
      if (Stack[I].Section == E.Key && (!OfLane || Stack[I].Lane == E.Lane)) {
        const Number Its = Stack[I].Its;
        Stack.erase(Stack.begin() + ptrdiff_t(I));
        return Its;
      }
    return 0;
  }
  /// Any thread may end a phase. Prefers a phase that the lane of \p E began.
  Number takePhase(const TraceEvent &E) {
    const Number Its = take(Phases, E);
    return Its ? Its : take(Phases, E, /*OfLane=*/false);
  }

  std::unordered_map<uint32_t, std::vector<Running>> Scopes; ///< By lane.
  std::vector<Running> Phases;
  Number Last = 0;
};

} // namespace anomalloc

#endif // ANOMALLOC_REPLAY_ACTIVATIONS_H
