//===- HeapOwning.h - which types own heap memory ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_HEAPOWNING_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_HEAPOWNING_H

#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Regex.h"
#include <string>
#include <vector>

namespace clang::tidy::anomalloc {

/// Whether and why objects of a type own heap memory.
struct HeapOwnership {
  enum Kind {
    No,
    ByName,
    ByOption,
    ByMember,
    ByBase,
    ByArgument, ///< Of a class template of std: `pair<string, int>`.
    ByConstructor,
    ByRuleOfThree ///< A pointer, and a copy constructor from elsewhere.
  };

  explicit operator bool() const { return Why != No; }
  /// For a message: "member 'Values'", or "" where the name says it all.
  std::string reason() const;
  /// Whether ownership is only suspected: see doubt().
  bool isSuspected() const { return Unseen; }
  /// The question that the unit does not answer (Diagnosis::Doubt): "whether
  /// the copy constructor of 'Matrix' allocates". "" if the type owns for sure.
  std::string doubt() const;

  Kind Why = No;
  const NamedDecl *Via = nullptr; ///< The member or base that owns.
  /// The class whose copy constructor is defined elsewhere, if ownership
  /// depends on that constructor; else null.
  const CXXRecordDecl *Unseen = nullptr;
};

/// The operation that has to allocate the heap memory of an object.
enum class HeapCost {
  Making, ///< To make an object anew.
  Copying ///< To copy one: where copies share the memory, it costs none.
};

/// Computes which types own heap memory. These are std containers and strings,
/// owning smart pointers, Eigen's dynamic matrices, GMP's numbers, types that
/// hold one of these by value, and classes whose constructors allocate. A class
/// is suspected if it has a pointer, and other units define its copy
/// constructor and destructor (the rule of three). It owns for sure if it also
/// is a container of numbers (ContainerClass.h) that has a pointer to numbers.
/// There is one HeapOwning for a translation unit. Answers are kept: asking
/// again costs a look-up.
class HeapOwning {
public:
  /// \p ExtraTypes is the option HeapOwningTypes (see Options.h).
  explicit HeapOwning(llvm::StringRef ExtraTypes);

  /// Looks through qualifiers and arrays, not through pointers or references.
  HeapOwnership of(QualType Type, HeapCost Cost = HeapCost::Making);
  /// The extra types that are no regular expressions.
  const std::vector<std::string> &invalid() const { return Invalid; }

private:
  HeapOwnership compute(const CXXRecordDecl &Record, HeapCost Cost);

  std::vector<std::pair<llvm::Regex, bool /*Qualified*/>> Extra;
  std::vector<std::string> Invalid;
  llvm::DenseMap<const CXXRecordDecl *, HeapOwnership> Known[2];
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_HEAPOWNING_H
