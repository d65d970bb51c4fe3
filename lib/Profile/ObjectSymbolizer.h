//===- ObjectSymbolizer.h - source levels of an object's code ---*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_OBJECTSYMBOLIZER_H
#define ANOMALLOC_PROFILE_OBJECTSYMBOLIZER_H

#include "Profile/SharedEntries.h"
#include "llvm/DebugInfo/DIContext.h"
#include "llvm/DebugInfo/Symbolize/SymbolizableModule.h"

namespace anomalloc {

/// Names, files and lines of the code of one object, out of its debug
/// information and its symbols. It answers as LLVMSymbolizer does, but opens no
/// files beside those of openWithDebug(), and says nothing on standard error
/// about debug information that is wrong in places: rustc's has such in each
/// program. Not thread-safe.
class ObjectSymbolizer {
public:
  /// \p Root and \p Path: as of openWithDebug(). None: no object is there.
  static std::optional<ObjectSymbolizer> open(llvm::StringRef Root,
                                              llvm::StringRef Path);

  /// The functions at \p Address, innermost first, with linkage names and
  /// absolute paths. What is not known is DILineInfo::BadString, or 0.
  llvm::DIInliningInfo levelsAt(uint64_t Address) const;

private:
  void nameShared(llvm::DIInliningInfo &Levels, uint64_t Address) const;

  ObjectWithDebug Its; ///< Module refers to it.
  std::optional<SharedEntries> Shared;
  std::unique_ptr<llvm::symbolize::SymbolizableModule> Module;
  llvm::DWARFContext *Debug = nullptr; ///< Module owns it.
  bool IsSystem = false;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_OBJECTSYMBOLIZER_H
