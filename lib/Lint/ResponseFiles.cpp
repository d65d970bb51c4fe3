//===- ResponseFiles.cpp - arguments that stand in files ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/ResponseFiles.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace anomalloc::lint {
namespace {

constexpr size_t MostFiles = 4096;
constexpr uint64_t MostBytes = uint64_t(64) << 20;

/// The files of the machine, as far as one command may read them.
class BoundedFiles : public vfs::ProxyFileSystem {
public:
  BoundedFiles() : ProxyFileSystem(vfs::getRealFileSystem()) {}

  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    ErrorOr<vfs::Status> Status = status(Path);
    if (!Status)
      return Status.getError();
    // Before it is opened: that of a FIFO waits for a writer.
    if (!Status->isRegularFile())
      return refuse("the response file " + Path + " is no regular file");
    Bytes += Status->getSize();
    if (++Files > MostFiles || Bytes > MostBytes)
      return refuse(
          "its response files are more than 4,096 or hold more than "
          "64 MiB, counted each time that one is named; the last is " +
          Path);
    return ProxyFileSystem::openFileForRead(Path);
  }

  /// Why a file was refused; "": none was.
  std::string Refused;

private:
  std::error_code refuse(const Twine &Why) {
    Refused = Why.str();
    return std::make_error_code(std::errc::file_too_large);
  }

  size_t Files = 0;
  uint64_t Bytes = 0;
};

} // namespace

Error expandResponseFiles(std::vector<std::string> &Arguments,
                          StringRef Directory) {
  auto IsResponseFile = [](StringRef A) { return A.starts_with("@"); };
  if (none_of(Arguments, IsResponseFile))
    return Error::success();
  SmallVector<const char *, 64> Words;
  for (const std::string &A : Arguments)
    Words.push_back(A.c_str());
  BumpPtrAllocator Arena;
  BoundedFiles Files;
  if (Error E = cl::ExpansionContext(Arena, cl::TokenizeGNUCommandLine)
                    .setVFS(&Files)
                    .setCurrentDir(Directory)
                    .expandResponseFiles(Words)) {
    std::string Why = toString(std::move(E));
    erase_if(Arguments, IsResponseFile);
    return makeError(Files.Refused.empty() ? Why : Files.Refused);
  }
  // The words that were there point into the arguments.
  std::vector<std::string> Expanded(Words.begin(), Words.end());
  Arguments = std::move(Expanded);
  return Error::success();
}

} // namespace anomalloc::lint
