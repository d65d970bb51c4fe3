//===- TypeOfSite.h - what is allocated -------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SITES_TYPEOFSITE_H
#define ANOMALLOC_PASS_SITES_TYPEOFSITE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class CallBase;
class DISubprogram;
} // namespace llvm

namespace anomalloc {

/// Tells the type of the objects that a site's block holds, by the first of
/// these that knows:
///   1. !heapallocsite, where the front end wrote it;
///   2. a standard allocator among the functions inlined around the call;
///   3. a constructor that is called on the block;
///   4. a coroutine whose frame the block is;
///   5. a debug variable of pointer type that holds the block.
class TypeFinder {
public:
  /// "" if unknown.
  std::string typeOf(llvm::CallBase &Call);

private:
  llvm::StringRef typeOfFunction(llvm::StringRef LinkageName);

  llvm::DenseMap<llvm::StringRef, std::string> Known;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SITES_TYPEOFSITE_H
