//===- ClassMembers.h - what a class lets others do -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the members of classes from debug information. A class with a vtable
/// is described completely in the units that hold the vtable. Any other class
/// is described completely in the units that construct it.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_OBJECTS_CLASSMEMBERS_H
#define ANOMALLOC_PASS_OBJECTS_CLASSMEMBERS_H

#include "anomalloc/SiteTable.h"
#include <optional>
#include <string>

namespace llvm {
class DICompositeType;
class DISubprogram;
} // namespace llvm

namespace anomalloc {

/// Whether \p SP is a private or protected member function of its class.
bool isPrivateMember(const llvm::DISubprogram &SP);

/// The class that \p SP is a member of. Null if \p SP is no member.
const llvm::DICompositeType *classOf(const llvm::DISubprogram &SP);

/// The name of \p Class with its scopes, as the demangler writes it. It is ""
/// if neither the identifier of the class nor its scopes tell the name.
std::string nameOfClass(const llvm::DICompositeType &Class);

/// Whether an object of \p Class can be filled again. None if the unit knows no
/// member that lets an object be filled again, but does not know all of the
/// class.
std::optional<ClassRefill> refillOf(const llvm::DICompositeType &Class);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_OBJECTS_CLASSMEMBERS_H
