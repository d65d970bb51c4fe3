//===- SharedEntries.h - debug information of several files -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// dwz(1) moves what the programs of one package have in common from their
/// debug files into one more file, which the section .gnu_debugaltlink names.
/// Debian does so with each package of several programs. LLVM does not follow
/// references into that file (DW_FORM_GNU_ref_alt, DW_FORM_GNU_strp_alt of
/// GCC's DWARF extensions): such functions have no name then.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_SHAREDENTRIES_H
#define ANOMALLOC_PROFILE_SHAREDENTRIES_H

#include "Profile/Library.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"

namespace anomalloc {

/// Not thread-safe.
class SharedEntries {
public:
  /// The file that \p Debug, a file with debug information, names. \p Root is
  /// put before an absolute path. None: it names none, or one that is not there
  /// or has another build id.
  static std::optional<SharedEntries>
  open(llvm::StringRef Root, const llvm::object::ObjectFile &Debug);

  /// The linkage name of \p Function, an entry of the file that was given to
  /// open(), or the name in the source if it has none; "": not known.
  std::string nameOf(llvm::DWARFDie Function) const;

private:
  llvm::StringRef textOf(llvm::DWARFDie Entry, llvm::dwarf::Attribute A) const;
  llvm::DWARFDie referenceOf(llvm::DWARFDie Entry) const;

  OwnedObject File;
  std::unique_ptr<llvm::DWARFContext> Entries; ///< Of File.
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_SHAREDENTRIES_H
