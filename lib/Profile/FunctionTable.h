//===- FunctionTable.h - the functions of an object -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_FUNCTIONTABLE_H
#define ANOMALLOC_PROFILE_FUNCTIONTABLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELFObjectFile.h"
#include <vector>

namespace anomalloc {

/// The functions of an object, by their addresses.
class FunctionTable {
public:
  /// Names may share their ends, so that many long ones take little room in a
  /// file. What is longer than this is none.
  static constexpr size_t LongestName = 16 << 10;

  struct Function {
    uint64_t Start;
    uint64_t Size;
    unsigned Rank;        ///< Smaller is a better name for the same address.
    llvm::StringRef Name; ///< In the object that it was read from.
    /// Of internal linkage: another function of the object may have the name,
    /// too.
    bool IsLocal = false;
  };

  /// Adds the functions in the symbol tables of \p Object, which must outlive
  /// this. An object that is no ELF file has none.
  void add(const llvm::object::ObjectFile &Object);
  void add(const Function &One) { Functions.push_back(One); }

  /// To be called once, after the last add().
  void sort();

  /// The function that \p Address lies in, or null. Of functions within one
  /// another it is an inner one.
  const Function *find(uint64_t Address) const;

private:
  void add(const llvm::object::ELFSymbolRef &Symbol);

  std::vector<Function> Functions;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_FUNCTIONTABLE_H
