//===- Library.h - libraries of the run, as they are now --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A profile names the objects of its run by their paths. The file that lies at
/// such a path today is not trusted, so only the functions here open it.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_LIBRARY_H
#define ANOMALLOC_PROFILE_LIBRARY_H

#include "Profile/Profile.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ObjectFile.h"

namespace anomalloc {

/// Whether \p Path lies in a folder that only the system's owner can change.
bool isInSystemFolder(llvm::StringRef Path);

/// Whether \p Path is a library of the system, or one that Anomalloc preloads,
/// so that none of the program's own code can be in it. The debug information
/// of a distribution names sources by relative paths. So the path of the
/// library tells more than the paths of the sources.
bool isSystemLibrary(llvm::StringRef Path);

/// Whether \p File is known as a source of the program's own, and the level
/// stands in the library \p Library ("": unknown) that may have such code.
bool isUserSource(const Profile &P, llvm::StringRef File,
                  llvm::StringRef Library);

using OwnedObject = llvm::object::OwningBinary<llvm::object::ObjectFile>;

/// Whether LLVM can go through the relocations of \p Object. It divides by the
/// size of their entries, and ends the program where they name a section of
/// symbols that is not there.
bool hasSoundRelocations(const llvm::object::ObjectFile &Object);

/// Opens the object \p Path. Returns none if \p Path is no object or no regular
/// file (Support/RegularFile.h), if it has no hasSoundRelocations(), or if it
/// names something that is no regular file as its debug file.
std::optional<OwnedObject> openLibrary(llvm::StringRef Path);

/// Where the library \p Path of a recorded program is: below \p Root, if it is
/// there. Else in its own place.
std::string placeOfLibrary(llvm::StringRef Root, llvm::StringRef Path);

/// The build id of \p Object in lower-case hexadecimal; "" if it has none.
std::string buildIdOf(const llvm::object::ObjectFile &Object);

/// The file with what was stripped off the object with \p BuildId: below \p
/// Root in /usr/lib/debug/.build-id, or in the cache of debuginfod. None: there
/// is no such file with that build id.
std::optional<std::string> debugFileOf(llvm::StringRef Root,
                                       llvm::StringRef BuildId);

/// Opens debugFileOf() \p Object, which is the file \p Path, or the file that
/// its section .gnu_debuglink names. None: there is no such file with the build
/// id of \p Object.
std::optional<OwnedObject>
openDebugFile(llvm::StringRef Root, llvm::StringRef Path,
              const llvm::object::ObjectFile &Object);

/// An object and its debug information, wherever that is.
struct ObjectWithDebug {
  std::optional<OwnedObject> Code;
  std::optional<OwnedObject> Stripped; ///< openDebugFile().
  /// Of one of the two; null: there is none.
  std::unique_ptr<llvm::DWARFContext> Debug;
};
ObjectWithDebug openWithDebug(llvm::StringRef Root, llvm::StringRef Path);

/// Whether \p Object has debug information in itself (the section .debug_info).
bool hasDebugInformation(const llvm::object::ObjectFile &Object);

/// Whether \p Path was last written before every process of \p P started; false
/// if there is no process, or no such file.
bool isOlderThanRun(const Profile &P, llvm::StringRef Path);

enum class LibraryMatch { Same, Changed, Unreadable };

/// Whether \p Library, which lies at \p Path, is still the library that had
/// \p BuildId in the run. If it has no build id now and had none in the run, it
/// is the same if its file is older than the run (isOlderThanRun). None as
/// \p Library gives Unreadable.
LibraryMatch matchLibrary(const Profile &P, llvm::StringRef Path,
                          llvm::StringRef BuildId,
                          const std::optional<OwnedObject> &Library);

/// Opens the object at \p Path (openLibrary), and matches it like the function
/// above.
LibraryMatch matchLibrary(const Profile &P, llvm::StringRef Path,
                          llvm::StringRef BuildId);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_LIBRARY_H
