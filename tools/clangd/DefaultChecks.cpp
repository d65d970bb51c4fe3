//===- DefaultChecks.cpp - clangd runs our checks unasked -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clangd drops every check that it does not know to be fast, without a word,
// and where no file chooses checks it runs a short list of its own. Both would
// leave a user who did nothing but install this clangd without findings. Hints
// are the findings that help while a line is being edited, so they are on.
//
// clangd asks for its defaults last, when a list with `Add:` in .clangd looks
// like a choice. Ours come between the two kinds of files:
//
//   .clang-tidy  >  defaults, unless it chooses  >  .clangd adds and removes
//
//===----------------------------------------------------------------------===//

#include "ClangdInternals.h"
#include "EditorWeights.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

static constexpr StringRef Prefix = "anomalloc-";

/// What runs where nobody chooses: clangd's own, and all of Checks.def.
static StringRef defaults(StringRef File) {
  static const std::string List = [&] {
    clang::tidy::ClangTidyOptions Nothing;
    anomalloc::stock::provideDefaultChecks()(Nothing, File);
    std::string All = Nothing.Checks.value_or("");
#define ANOMALLOC_CHECK(ClassName, Name, Severity, Surest, Summary)            \
  All += ",anomalloc-" Name;
#include "anomalloc/Checks.def"
    return All;
  }();
  return List;
}

/// Whether a list of globs has no other effect than to take checks away.
static bool onlyRemoves(StringRef Checks) {
  SmallVector<StringRef> Globs;
  SplitString(Checks, Globs, ",\n");
  return all_of(Globs, [](StringRef Glob) {
    Glob = Glob.trim();
    return Glob.empty() || Glob.starts_with("-");
  });
}

// All of ours are made to be fast; benchmarks/clangd measures it.
std::optional<bool> anomalloc::isFastTidyCheck(StringRef Check) {
  if (Check.starts_with(Prefix))
    return true;
  return stock::isFastTidyCheck(Check);
}

/// Leaves what the user chose alone; from the defaults one may take away.
static void addDefaults(clang::tidy::ClangTidyOptions &Options,
                        StringRef File) {
  const std::string Chosen = Options.Checks.value_or("");
  if (onlyRemoves(Chosen))
    Options.Checks = (defaults(File) + "," + Chosen).str();
}

/// Called with what .clang-tidy files say.
static void heedClangdFiles(clang::tidy::ClangTidyOptions &Options,
                            StringRef File) {
  addDefaults(Options, File);
  anomalloc::stock::provideClangdConfig()(Options, File);
}

/// Called last.
static void complete(clang::tidy::ClangTidyOptions &Options, StringRef File) {
  Options.CheckOptions.try_emplace("Hints", "true");
  Options.CheckOptions["MarkHints"] = "true"; // see SentDiagnostics.cpp
  anomalloc::chooseWeights(Options, File);
  addDefaults(Options, File); // with --enable-config=false
}

clang::clangd::TidyProvider anomalloc::provideClangdConfig() {
  return heedClangdFiles;
}

clang::clangd::TidyProvider anomalloc::provideDefaultChecks() {
  return complete;
}
