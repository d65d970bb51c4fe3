//===- RemoteObject.h - a file that another process has mapped --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_REMOTEOBJECT_H
#define ANOMALLOC_ANOMALLOC_RECORD_REMOTEOBJECT_H

#include "record/ProcessMaps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Object/ELFObjectFile.h"

namespace anomalloc {

/// An ELF file among the mappings of a process: where its functions are there.
class RemoteObject {
public:
  /// Opens the file \p Path, which is one of \p Regions of the process \p Id.
  /// Fails if there is another file by this name now.
  static llvm::Expected<RemoteObject>
  open(pid_t Id, llvm::ArrayRef<MappedRegion> Regions, llvm::StringRef Path);

  /// The address of the function \p Name; 0: the file defines none.
  uint64_t addressOf(llvm::StringRef Name) const { return find(Name).Begin; }

  /// First and last address of a function; 0: the file defines none.
  struct Range {
    uint64_t Begin = 0, End = 0;
    bool contains(uint64_t At) const { return At >= Begin && At < End; }
  };
  Range find(llvm::StringRef Name) const;

private:
  explicit RemoteObject(
      llvm::object::OwningBinary<llvm::object::ObjectFile> File)
      : File(std::move(File)) {}

  llvm::object::OwningBinary<llvm::object::ObjectFile> File;
  uint64_t Bias = 0; ///< What is added to addresses in the file.
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_REMOTEOBJECT_H
