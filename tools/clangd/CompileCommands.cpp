//===- CompileCommands.cpp - clangd understands what a build ran ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clangd would take the 'c++' of "anomalloc c++ -c a.cpp" for a file, and show
// flags of GCC as errors. Its database is changed before it guesses the
// commands of headers from those of sources, in the way 'anomalloc lint'
// changes its own.
//
//===----------------------------------------------------------------------===//

#include "ClangdInternals.h"
#include "Lint/CompilerWrappers.h"
#include "Lint/UnknownFlags.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace anomalloc::lint;
using clang::tooling::CompilationDatabase;
using clang::tooling::CompileCommand;

static WrappedCompiler wrappedCompiler() {
  SmallString<256> Include(sys::path::parent_path(sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&wrappedCompiler))));
  sys::path::append(Include, "..", "include");
  sys::path::remove_dots(Include, /*remove_dot_dot=*/true);
  return {ANOMALLOC_CLANG_PROGRAMS, Include.str().str()};
}

namespace {

/// Thread-safe, as clangd asks for commands from several threads.
class AdaptedDatabase : public CompilationDatabase {
public:
  explicit AdaptedDatabase(std::unique_ptr<CompilationDatabase> Base)
      : Base(std::move(Base)) {}

  std::vector<CompileCommand>
  getCompileCommands(StringRef File) const override {
    return adapted(Base->getCompileCommands(File));
  }
  std::vector<std::string> getAllFiles() const override {
    return Base->getAllFiles();
  }
  std::vector<CompileCommand> getAllCompileCommands() const override {
    return adapted(Base->getAllCompileCommands());
  }

private:
  std::vector<CompileCommand>
  adapted(std::vector<CompileCommand> Commands) const {
    for (CompileCommand &C : Commands) {
      unwrapCompiler(C.CommandLine, C.Directory, Wrapped);
      if (!C.CommandLine.empty())
        Unknown.takeFrom(C.CommandLine, C.Filename, C.Directory);
    }
    return Commands;
  }

  std::unique_ptr<CompilationDatabase> Base;
  WrappedCompiler Wrapped = wrappedCompiler();
  mutable UnknownFlags Unknown;
};

} // namespace

std::unique_ptr<CompilationDatabase> anomalloc::inferMissingCompileCommands(
    std::unique_ptr<CompilationDatabase> Base) {
  return stock::inferMissingCompileCommands(
      std::make_unique<AdaptedDatabase>(std::move(Base)));
}
