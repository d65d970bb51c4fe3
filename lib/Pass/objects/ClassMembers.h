//===- ClassMembers.h - what a class lets others do -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What debug information tells of the members of classes. A class is complete
/// in units that construct it, or that hold its vtable if it has one.
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

/// Whether \p SP is a member that its class keeps to itself.
bool isPrivateMember(const llvm::DISubprogram &SP);

/// The class that \p SP is a member of, or null.
const llvm::DICompositeType *classOf(const llvm::DISubprogram &SP);

/// With its scopes, as the demangler writes it; "" if it has none of its own.
std::string nameOfClass(const llvm::DICompositeType &Class);

/// None: the unit does not know all of the class.
std::optional<ClassRefill> refillOf(const llvm::DICompositeType &Class);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_OBJECTS_CLASSMEMBERS_H
