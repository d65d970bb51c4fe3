//===- SourceFiles.h - the text of files with findings ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REVIEW_SOURCEFILES_H
#define ANOMALLOC_REVIEW_SOURCEFILES_H

#include "Review/Finding.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>
#include <memory>

namespace anomalloc::lint {

/// A file as it was when it was first asked for.
class SourceText {
public:
  explicit SourceText(std::unique_ptr<llvm::MemoryBuffer> Buffer);

  llvm::StringRef text() const { return Buffer->getBuffer(); }
  unsigned lineOf(unsigned Offset) const;
  unsigned columnOf(unsigned Offset) const;
  /// The line without its line end; "" beyond the last line.
  llvm::StringRef line(unsigned Number) const;
  unsigned lines() const { return Starts.size(); }
  unsigned startOfLine(unsigned Number) const { return Starts[Number - 1]; }

private:
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  std::vector<unsigned> Starts;
};

class SourceFiles {
public:
  /// Null if \p File cannot be read.
  const SourceText *get(const std::string &File);
  /// Null if get() was not asked for \p File before, or could not read it.
  const SourceText *known(const std::string &File) const;

private:
  std::map<std::string, std::unique_ptr<SourceText>> Files;
};

} // namespace anomalloc::lint

#endif // ANOMALLOC_REVIEW_SOURCEFILES_H
