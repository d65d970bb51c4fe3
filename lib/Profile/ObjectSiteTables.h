//===- ObjectSiteTables.h - the sites of files that did not run -*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All functions may be called from any thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_OBJECTSITETABLES_H
#define ANOMALLOC_PROFILE_OBJECTSITETABLES_H

#include "Format/SiteTable.h"
#include "Profile/Profile.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace llvm::object {
class ObjectFile;
} // namespace llvm::object

namespace anomalloc {

/// Decodes all site tables of an object file, executable or shared object. The
/// result is empty if the object was not instrumented; that is no error.
llvm::Expected<std::vector<SiteTable>>
readSiteTables(const llvm::object::ObjectFile &Object);

/// Decodes all site tables of the ELF file or archive \p Path.
llvm::Expected<std::vector<SiteTable>> readSiteTables(llvm::StringRef Path);

/// The model of programs that have not run: sites, loops and calls, no counts.
std::unique_ptr<Profile> makeStaticProfile(std::vector<SiteTable> Tables);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_OBJECTSITETABLES_H
