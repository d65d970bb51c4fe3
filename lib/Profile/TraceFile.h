//===- TraceFile.h - where the blocks of a trace are ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_TRACEFILE_H
#define ANOMALLOC_PROFILE_TRACEFILE_H

#include "anomalloc/TraceFormat.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <map>
#include <memory>
#include <vector>

namespace anomalloc {

/// The bytes of a trace (TraceFormat.h), in a file or in memory. Errors name
/// the trace, and say what to do. Not thread-safe.
class TraceFile {
public:
  static llvm::Expected<std::unique_ptr<TraceFile>> open(llvm::StringRef Path);
  /// \p Bytes must outlive the result.
  static llvm::Expected<std::unique_ptr<TraceFile>>
  open(llvm::MemoryBufferRef Bytes);
  virtual ~TraceFile() = default;

  /// A block of the trace (not of the heap), as it was when the file was
  /// opened.
  struct Block {
    uint64_t Offset; ///< Where its records begin.
    uint64_t Allocations;
    uint64_t Time;
    uint32_t Used;
  };

  const format::TraceHeader &header() const { return Header; }
  /// By number of a lane: the lane's blocks of the trace, in their order.
  const std::map<uint32_t, std::vector<Block>> &lanes() const { return Lanes; }

  /// The records of \p B. They may lie in \p Buffer, and are then valid only as
  /// long as it is not changed.
  llvm::Expected<llvm::StringRef> records(const Block &B,
                                          std::string &Buffer) const;

  llvm::Error corrupt(uint64_t Offset, const llvm::Twine &Why) const;

protected:
  explicit TraceFile(llvm::StringRef Name) : Name(Name) {}
  llvm::Error readBlocks();

private:
  /// Reads as many of the \p Size bytes at \p Offset as there are, and returns
  /// how many.
  virtual llvm::Expected<size_t> read(char *To, uint64_t Size,
                                      uint64_t Offset) const = 0;
  llvm::Error readHeader();
  llvm::Error addBlock(const format::TraceBlock &Head, uint64_t Offset);
  llvm::Error cut(const llvm::Twine &Why) const;

  std::string Name;
  format::TraceHeader Header = {};
  std::map<uint32_t, std::vector<Block>> Lanes;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_TRACEFILE_H
