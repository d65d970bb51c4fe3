//===- FunctionFacts.h - what debug information says of functions -*- C++ -*-=//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the declaration of a function tells about the blocks that it makes:
/// whether they may be its result, and whether only its own class can call it.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_FUNCTIONFACTS_H
#define ANOMALLOC_RECOVER_FUNCTIONFACTS_H

#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include <string>
#include <vector>

namespace anomalloc {

struct FunctionFacts {
  enum class ResultKind { Unknown, Pointer, Object };
  ResultKind Result = ResultKind::Unknown;
  /// Of an object: its class, as in the source, with all scopes. "": not known.
  std::string Class;
  /// A private or protected member. Only members of its class, of classes
  /// derived from it, and friends can call the function.
  bool IsHidden = false;
};

/// The facts of the functions around \p Address, the innermost first, as the
/// levels of symbolizeAddresses(). Empty: debug information has no function
/// there. Anything may stand in \p Debug: what makes no sense is not known.
std::vector<FunctionFacts> functionsAt(llvm::DWARFContext &Debug,
                                       uint64_t Address);

} // namespace anomalloc

#endif // ANOMALLOC_RECOVER_FUNCTIONFACTS_H
