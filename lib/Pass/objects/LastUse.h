//===- LastUse.h - whether an object is used again --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_OBJECTS_LASTUSE_H
#define ANOMALLOC_PASS_OBJECTS_LASTUSE_H

namespace llvm {
class CallBase;
class Value;
} // namespace llvm

namespace anomalloc {

/// Whether the object at \p Base may be used on any path after \p Call. Also
/// true if the address of the object is stored anywhere, because the object may
/// be used from there. The destruction of the object is no use.
bool isUsedAfter(const llvm::Value &Base, const llvm::CallBase &Call);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_OBJECTS_LASTUSE_H
