//===- ClangdInternals.h - what clangd does not install ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The static libraries of clangd are packaged, its headers are not. Here is the
// little that we need of the headers, declared by hand, as it is in LLVM 19 and
// 22. No other file of this folder looks at LLVM_VERSION_MAJOR.
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TOOLS_CLANGD_CLANGDINTERNALS_H
#define ANOMALLOC_TOOLS_CLANGD_CLANGDINTERNALS_H

#include "clang-tidy/ClangTidyOptions.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Format/Format.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace clang::clangd {

int clangdMain(int argc, char **argv);

/// A function that completes or changes the clang-tidy options of a file.
/// provideDefaultChecks() and provideClangdConfig() return one. In LLVM 19, a
/// TidyProvider does not own the function that it refers to.
#if LLVM_VERSION_MAJOR < 22
using TidyProvider =
    llvm::function_ref<void(tidy::ClangTidyOptions &, llvm::StringRef)>;
#else
using TidyProvider = llvm::unique_function<void(tidy::ClangTidyOptions &,
                                                llvm::StringRef) const>;
#endif

/// Sends and receives LSP messages.
class Transport {
public:
  virtual ~Transport() = default;
  virtual void notify(llvm::StringRef Method, llvm::json::Value Params) = 0;
  virtual void call(llvm::StringRef Method, llvm::json::Value Params,
                    llvm::json::Value ID) = 0;
  virtual void reply(llvm::json::Value ID,
                     llvm::Expected<llvm::json::Value> Result) = 0;
  class MessageHandler;
  virtual llvm::Error loop(MessageHandler &) = 0;
};
enum JSONStreamStyle : int;

class SymbolIndex;

/// A place in a document, in lines and characters as the editor counts them.
struct Position {
  int line = 0;
  int character = 0;
};
llvm::Expected<SourceLocation> sourceLocationInMainFile(const SourceManager &SM,
                                                        Position P);

/// A parsed document.
class ParsedAST {
public:
  ASTContext &getASTContext();
};

/// Stands for std::optional<HoverInfo>, which getHover() returns. Only clangd
/// can make such an object or read its parts. Our code may only pass it on, as
/// `return` does with the result of a call.
class HoverResult {
public:
  HoverResult(const HoverResult &);
  ~HoverResult();
};

} // namespace clang::clangd

// clangd has no hook for checks from outside, so the linker wraps a few of its
// functions:
//
//   caller in clangd  --f-->  anomalloc::f  --anomalloc::stock::f-->  f
//
// CMakeLists.txt takes the symbols from the rows below and passes --wrap for
// each. The archives stay as they are. Wrapping works because the caller and
// the definition of each function are in different objects. If another major
// has changed the parameters, the symbol is undefined at link time. A changed
// result type is not noticed then, so each major has to be tried. Other ways
// are worse. A definition of our own is a duplicate, because clangd needs the
// object that has the stock one. --allow-multiple-definition accepts this
// duplicate, but also every accidental one. Archives with a weakened symbol are
// copies of 19 MB in each build.
#define ANOMALLOC_WRAP(Result, Name, Parameters, Symbol)                       \
  namespace anomalloc::stock {                                                 \
  Result Name Parameters asm("__real_" Symbol);                                \
  }                                                                            \
  namespace anomalloc {                                                        \
  Result Name Parameters asm("__wrap_" Symbol);                                \
  }

// One row for each function, with its symbol in one line.
// clang-format off

/// Whether a check is fast; nothing if nobody has measured it.
ANOMALLOC_WRAP(std::optional<bool>, isFastTidyCheck, (llvm::StringRef Check),
  "_ZN5clang6clangd15isFastTidyCheckEN4llvm9StringRefE")

/// Chooses checks where neither .clang-tidy nor .clangd does.
ANOMALLOC_WRAP(clang::clangd::TidyProvider, provideDefaultChecks, (),
  "_ZN5clang6clangd20provideDefaultChecksEv")

/// Adds the checks, and the options of checks, from .clangd files.
ANOMALLOC_WRAP(clang::clangd::TidyProvider, provideClangdConfig, (),
  "_ZN5clang6clangd19provideClangdConfigEv")

/// What --version and the editors' logs show.
ANOMALLOC_WRAP(std::string, versionString, (),
  "_ZN5clang6clangd13versionStringB5cxx11Ev")

/// What clangd was built with, separated by '+'.
ANOMALLOC_WRAP(std::string, featureString, (),
  "_ZN5clang6clangd13featureStringB5cxx11Ev")

/// The folder of the compiler's own headers.
#if LLVM_VERSION_MAJOR < 22 // a member of clang::CompilerInvocation
ANOMALLOC_WRAP(std::string, resourcesPath, (const char *Argv0, void *MainAddr),
  "_ZN5clang18CompilerInvocation16GetResourcesPathB5cxx11EPKcPv")
#else
ANOMALLOC_WRAP(std::string, resourcesPath, (const char *Argv0, void *MainAddr),
  "_ZN5clang16GetResourcesPathB5cxx11EPKcPv")
#endif

ANOMALLOC_WRAP(std::unique_ptr<clang::clangd::Transport>, newJSONTransport,
  (std::FILE * In, llvm::raw_ostream &Out, llvm::raw_ostream *InMirror,
   bool Pretty, clang::clangd::JSONStreamStyle Style),
  "_ZN5clang6clangd16newJSONTransportEP8_IO_FILERN4llvm11raw_ostreamEPS4_bNS0_15JSONStreamStyleE")

/// The text that the editor shows about the thing at \p Pos.
ANOMALLOC_WRAP(clang::clangd::HoverResult, getHover,
  (clang::clangd::ParsedAST &AST, clang::clangd::Position Pos,
   const clang::format::FormatStyle &Style,
   const clang::clangd::SymbolIndex *Index),
  "_ZN5clang6clangd8getHoverERNS0_9ParsedASTENS0_8PositionERKNS_6format11FormatStyleEPKNS0_11SymbolIndexE")

/// Guesses the compile commands of files that the database \p Base does not
/// name.
ANOMALLOC_WRAP(std::unique_ptr<clang::tooling::CompilationDatabase>,
  inferMissingCompileCommands,
  (std::unique_ptr<clang::tooling::CompilationDatabase> Base),
  "_ZN5clang7tooling27inferMissingCompileCommandsESt10unique_ptrINS0_19CompilationDatabaseESt14default_deleteIS2_EE")

// clang-format on
#undef ANOMALLOC_WRAP

#endif // ANOMALLOC_TOOLS_CLANGD_CLANGDINTERNALS_H
