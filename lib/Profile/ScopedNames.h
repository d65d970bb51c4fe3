//===- ScopedNames.h - C++ names with their scopes --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// GCC gives no linkage name to a function that no other unit can call. Where
/// such a function was inlined, no symbol tells its name either, and all that
/// debug information says of it is "integrate". The scopes of the function are
/// the entries that its own entry stands in:
/// \code
///   DW_TAG_namespace "multiscale"
///     DW_TAG_namespace
///       DW_TAG_subprogram "integrate"  multiscale::(anonymous
///       namespace)::integrate
/// \endcode
/// Support/Demangle.h reads names of this form, too. They have no parameters.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_SCOPEDNAMES_H
#define ANOMALLOC_PROFILE_SCOPEDNAMES_H

#include "Profile/Library.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include <memory>
#include <string>
#include <vector>

namespace anomalloc {

/// The name with its scopes of a class: "std::vector<int, std::allocator<int>
/// >". Template arguments are as debug information spells them. "" if it has no
/// name. Takes bounded time, too.
std::string scopedTypeName(llvm::DWARFDie Class);

/// Whether LLVM can be asked for the code at \p Address: the unit that has it,
/// if one does, has entries. LLVM does not expect a unit without any, as a
/// damaged file may have it: its symbolizer ends the program.
bool canBeAsked(llvm::DWARFContext &Debug, uint64_t Address);

/// The functions around \p Address, the innermost first: those that were
/// inlined there, then the one that has the code. Empty: debug information has
/// none.
llvm::SmallVector<llvm::DWARFDie, 8>
functionEntriesAt(llvm::DWARFContext &Debug, uint64_t Address);

/// The entry that stands where the source declares \p Function, a subprogram or
/// an inlined one. Takes bounded time, as scopedName() does.
llvm::DWARFDie declarationOf(llvm::DWARFDie Function);

/// The name with its scopes of \p Function, a subprogram or an inlined one.
/// Returns "" if the function has a linkage name, stands in no scope, or is not
/// of C++. Takes bounded time, whatever the entries refer to.
std::string scopedName(llvm::DWARFDie Function);

/// The names of functions in one object. Reads its debug information when it is
/// first asked; what cannot be read has no names. Not to be used by several
/// threads at once.
class ScopedNames {
public:
  /// \p Path is trusted to be the object that ran (matchLibrary). Its debug
  /// file, if it has one, lies below \p Root.
  ScopedNames(llvm::StringRef Root, llvm::StringRef Path)
      : Root(Root.str()), Path(Path.str()) {}

  /// scopedName() of the function that has the code at \p Address, and of those
  /// that it was inlined to, innermost first.
  std::vector<std::string> at(uint64_t Address);

private:
  const ObjectWithDebug &object();

  std::string Root, Path;
  std::optional<ObjectWithDebug> Object; ///< None: not asked yet.
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_SCOPEDNAMES_H
