//===- Installed.h - the majors of LLVM we have a file for ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LOADER_INSTALLED_H
#define ANOMALLOC_LOADER_INSTALLED_H

#include <climits>

namespace anomalloc::loader {

/// The files that are beside the loader, one for each major:
///
///   <Folder>/AnomallocPass.so           the loader
///   <Folder>/llvm-19/AnomallocPass.so   for LLVM 19
///   <Folder>/llvm-22/AnomallocPass.so
struct Installed {
  static constexpr unsigned MaxMajors = 32;

  char Folder[PATH_MAX];
  unsigned Majors[MaxMajors]; ///< The newest first.
  unsigned NumMajors;

  bool has(unsigned Major) const;
  /// Writes the path of the file called \p Name for \p Major. False if it is
  /// too long.
  bool path(unsigned Major, const char *Name, char (&Path)[PATH_MAX]) const;
};

/// Looks for files called \p Name beside the library that \p Address is in.
Installed findInstalled(const void *Address, const char *Name);

} // namespace anomalloc::loader

#endif // ANOMALLOC_LOADER_INSTALLED_H
