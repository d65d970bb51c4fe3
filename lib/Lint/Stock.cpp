//===- Stock.cpp - comments that name clang-tidy's checks ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Stock.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;

namespace anomalloc::lint {

namespace {
/// A row of StockChecks.def.
struct StockRow {
  StringRef Name;
  StringRef Ours; ///< Separated by commas, without anomalloc-.
};
} // namespace

static constexpr StockRow StockRows[] = {
#define ANOMALLOC_STOCK(Name, Ours, Why) {Name, Ours},
#include "Lint/StockChecks.def"
};

/// The checks "a, b-*" of a comment "// NOLINT(a, b-*)" with \p Word as NOLINT,
/// or "".
static StringRef checksBehind(StringRef Line, StringRef Word) {
  StringRef List = Line.split((Word + "(").str()).second;
  return List.take_until([](char C) { return C == ')'; });
}

/// Whether a comment's list names a stock check that asks what \p Ours, without
/// anomalloc-, asks.
static bool isSilencedBy(StringRef List, StringRef Ours) {
  for (StringRef Name : split(List, ',')) {
    Expected<GlobPattern> Glob = GlobPattern::create(Name.trim());
    if (!Glob) {
      consumeError(Glob.takeError());
      continue;
    }
    if (any_of(StockRows, [&](const StockRow &Row) {
          return Glob->match(Row.Name) &&
                 is_contained(split(Row.Ours, ','), Ours);
        }))
      return true;
  }
  return false;
}

namespace {
/// The lines from a NOLINTBEGIN(...) to its NOLINTEND(...).
struct SilentBlock {
  unsigned First, Last;
  StringRef List;
};
} // namespace

/// An end belongs to the last open begin, which has to have its list. Without
/// an end, a begin silences nothing: clang-tidy calls that an error.
static std::vector<SilentBlock> silentBlocks(const SourceText &Text) {
  std::vector<SilentBlock> Closed;
  SmallVector<SilentBlock, 2> Open;
  for (unsigned Number = 1; Number <= Text.lines(); ++Number) {
    const StringRef Line = Text.line(Number);
    if (StringRef List = checksBehind(Line, "NOLINTBEGIN"); !List.empty())
      Open.push_back({Number, Number, List});
    if (StringRef List = checksBehind(Line, "NOLINTEND");
        !List.empty() && !Open.empty() && Open.back().List == List) {
      Open.back().Last = Number;
      Closed.push_back(Open.pop_back_val());
    }
  }
  return Closed;
}

void dropSilenced(std::vector<Finding> &Findings, const SourceFiles &Files) {
  std::map<const SourceText *, std::vector<SilentBlock>> Blocks;
  erase_if(Findings, [&](const Finding &F) {
    const SourceText *Text = Files.known(F.At.File);
    StringRef Ours = F.Check;
    if (!Text || !Ours.consume_front("anomalloc-"))
      return false;
    auto [Here, New] = Blocks.try_emplace(Text);
    if (New)
      Here->second = silentBlocks(*Text);
    const unsigned Line = F.At.Line;
    return isSilencedBy(checksBehind(Text->line(Line), "NOLINT"), Ours) ||
           (Line > 1 &&
            isSilencedBy(checksBehind(Text->line(Line - 1), "NOLINTNEXTLINE"),
                         Ours)) ||
           any_of(Here->second, [&](const SilentBlock &B) {
             return B.First <= Line && Line <= B.Last &&
                    isSilencedBy(B.List, Ours);
           });
  });
}

} // namespace anomalloc::lint
