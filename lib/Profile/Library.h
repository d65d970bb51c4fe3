//===- Library.h - libraries of the run, as they are now --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A profile names the objects of its run. Whatever lies at such a path today
/// is not trusted: it is opened here alone.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_LIBRARY_H
#define ANOMALLOC_PROFILE_LIBRARY_H

#include "Profile/Profile.h"
#include "llvm/Object/ObjectFile.h"

namespace anomalloc {

using OwnedObject = llvm::object::OwningBinary<llvm::object::ObjectFile>;

/// Opens the object \p Path. None if there is none, or no regular file
/// (Support/RegularFile.h), or if it names something else as its debug file.
std::optional<OwnedObject> openLibrary(llvm::StringRef Path);

/// Lower-case hexadecimal; "" if \p Object has none.
std::string buildIdOf(const llvm::object::ObjectFile &Object);

/// Whether \p Path was last written before every process of \p P started; false
/// if there is no process, or no such file.
bool isOlderThanRun(const Profile &P, llvm::StringRef Path);

enum class LibraryMatch { Same, Changed, Unreadable };

/// Whether \p Library, which lies at \p Path, is the one of \p BuildId. Without
/// build ids it is if it is older than the run.
LibraryMatch matchLibrary(const Profile &P, llvm::StringRef Path,
                          llvm::StringRef BuildId,
                          const std::optional<OwnedObject> &Library);

/// The same of the object at \p Path.
LibraryMatch matchLibrary(const Profile &P, llvm::StringRef Path,
                          llvm::StringRef BuildId);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_LIBRARY_H
