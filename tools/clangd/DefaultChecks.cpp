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
//===----------------------------------------------------------------------===//

#include "ClangdInternals.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

static constexpr StringRef Prefix = "anomalloc-";

/// All of Checks.def, separated by commas.
static StringRef ourDefaults() {
  static const std::string List = [] {
    SmallVector<StringRef> On;
#define ANOMALLOC_CHECK(ClassName, Name, Severity, Surest, Summary)            \
  On.push_back("anomalloc-" Name);
#include "anomalloc/Checks.def"
    return join(On, ",");
  }();
  return List;
}

/// Whether a list of globs has no other effect than to take checks away, as
/// `Remove:` in .clangd has.
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

/// Adds ours to clangd's own choice, and leaves what the user chose alone.
static void chooseChecks(clang::tidy::ClangTidyOptions &Options,
                         StringRef File) {
  Options.CheckOptions.try_emplace("Hints", "true");
  Options.CheckOptions["MarkHints"] = "true"; // see SentDiagnostics.cpp
  const std::string Chosen = Options.Checks.value_or("");
  anomalloc::stock::provideDefaultChecks()(Options, File);
  if (Chosen.empty())
    *Options.Checks += ("," + ourDefaults()).str();
  else if (onlyRemoves(Chosen))
    Options.Checks = (ourDefaults() + "," + Chosen).str();
}

clang::clangd::TidyProvider anomalloc::provideDefaultChecks() {
  return chooseChecks;
}
