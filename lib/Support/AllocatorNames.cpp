//===- AllocatorNames.cpp - what an allocator makes -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/AllocatorNames.h"

using namespace llvm;

/// Functions whose first template argument, or whose class's, is the type.
static constexpr StringLiteral AllocatorEndings[] = {
    "new_allocator",                // __gnu_cxx:: and std::__new_allocator
    "allocator",                    // std::, also std::__1::
    "malloc_allocator",             // __gnu_cxx::
    "conditional_aligned_new_auto", // Eigen::internal::
    "conditional_aligned_realloc_new_auto",
    "aligned_allocator", // Eigen::
    "make_unique",       // std::, of arrays with "T[]"
};

/// "int" of "int []".
static StringRef elementOf(StringRef Type) {
  return Type.consume_back("[]") ? Type.rtrim() : Type;
}

StringRef anomalloc::typeOfAllocatorFunction(StringRef Demangled) {
  // "...new_allocator<T>::allocate(...)", "...aligned_new_auto<T, true>(...)".
  for (StringRef Ending : AllocatorEndings) {
    for (size_t At = Demangled.find(Ending); At != StringRef::npos;
         At = Demangled.find(Ending, At + 1)) {
      StringRef Rest = Demangled.substr(At + Ending.size());
      if (!Rest.consume_front("<"))
        continue;
      size_t Depth = 1, FirstEnd = StringRef::npos, End = 0;
      for (; End < Rest.size() && Depth; ++End) {
        char C = Rest[End];
        if (C == '<' || C == '(')
          ++Depth;
        else if (C == '>' || C == ')')
          --Depth;
        if (FirstEnd == StringRef::npos &&
            (Depth == 0 || (Depth == 1 && C == ',')))
          FirstEnd = End;
      }
      StringRef After = Rest.substr(End);
      if (Depth == 0 &&
          (After.starts_with("::allocate") || After.starts_with("(")))
        return elementOf(Rest.take_front(FirstEnd).rtrim());
    }
  }
  return "";
}
