//===- PerfMap.h - names of code that the program made ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code outside of all objects (just-in-time compilers make such code) has an
/// address that says nothing outside of its process. If the program names the
/// code for perf(1), the function stands for the address: in the model, the
/// library of the place is MadeCode, its offset the hash of the name
/// (functionHash), and Profile::FunctionNames has the name.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_PERFMAP_H
#define ANOMALLOC_PROFILE_PERFMAP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace anomalloc {

/// The library of code that the program made while it ran. No path.
inline constexpr llvm::StringLiteral MadeCode = "[made at run time]";

/// The function of an address. Takes n log n steps for n lines, whatever they
/// say.
class PerfMap {
public:
  /// \p Pieces: the text of format::RecordType::PerfMap. Lines that are none are
  /// skipped; names are cut to 1,024 bytes.
  explicit PerfMap(llvm::ArrayRef<llvm::StringRef> Pieces);

  /// The name of the function whose code \p Address is in; "" if none is known.
  /// Of several, the last line counts: the program reuses the memory of code
  /// that it needs no more.
  llvm::StringRef find(uint64_t Address) const;

private:
  struct Function {
    uint64_t Start, End; ///< One past the last byte.
    llvm::StringRef Name;
  };
  /// One part of the address space, from Start to the next one's.
  struct Part {
    uint64_t Start;
    llvm::StringRef Name; ///< "": of no function.
  };

  void divide(llvm::ArrayRef<Function> Functions);

  std::string Text;
  std::vector<Part> Parts;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_PERFMAP_H
