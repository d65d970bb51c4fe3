//===- Stock.cpp - what clang-tidy's own checks say -----------------------===//
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

static constexpr StockRow Rows[] = {
#define ANOMALLOC_STOCK(Name, Worth, Surest, AtLeast, Ours, Why)               \
  {Name, Severity::Worth, Certainty::Surest, Weight::AtLeast, Ours},
#include "Lint/StockChecks.def"
};

ArrayRef<StockRow> stockChecks() { return Rows; }

const StockRow *findStock(StringRef Name) {
  const StockRow *Row =
      find_if(Rows, [&](const StockRow &R) { return R.Name == Name; });
  return Row == std::end(Rows) ? nullptr : Row;
}

std::map<std::string, std::string> stockOptions() {
  return {
#define ANOMALLOC_STOCK_OPTION(Key, Value, Why) {Key, Value},
#include "Lint/StockChecks.def"
  };
}

void weighStock(std::vector<Finding> &Findings, const WeightsOfFiles &Weights) {
  erase_if(Findings, [&](Finding &F) {
    if (F.Sure)
      return false; // one of ours
    auto File = Weights.find(F.At.File);
    std::optional<Weight> Here;
    if (File != Weights.end())
      Here = File->second.of(F.At.Line);
    F.Heavy = Here.value_or(Weight::OncePerCall);
    const StockRow *Row = findStock(F.Check);
    if (!Row)
      return false;
    const bool IsMeasured =
        Here == Weight::Measured || Here == Weight::MeasuredCold;
    if (!IsMeasured)
      F.Heavy = std::min(*F.Heavy, Row->AtLeast);
    F.Sure = std::max(Row->Surest,
                      F.Fix.empty() ? Certainty::Shown : Certainty::Proved);
    F.Loud = levelOf(*F.Sure, *F.Heavy);
    const bool IsCold = File != Weights.end() && File->second.Cold;
    return F.Loud == Level::Silent || (IsCold && !IsMeasured);
  });
}

namespace {

/// Whether a check of ours may say what the row says.
bool isNamedBy(const StockRow &Row, StringRef Check) {
  return Check.consume_front("anomalloc-") &&
         is_contained(split(Row.Ours, ','), Check);
}

bool sayTheSame(const Finding &A, const Finding &B) {
  const StockRow *RowA = findStock(A.Check), *RowB = findStock(B.Check);
  if (!RowA && !RowB)
    return false;
  if (RowA && RowB) // by the check of ours that would say it
    return any_of(split(RowA->Ours, ','), [&](StringRef Name) {
      return is_contained(split(RowB->Ours, ','), Name);
    });
  return RowA ? isNamedBy(*RowA, B.Check) : isNamedBy(*RowB, A.Check);
}

/// Whether some edits of both change the same bytes. Two insertions at one
/// place, such as #include lines, do not.
bool fixesMeet(const Finding &A, const Finding &B) {
  return any_of(A.Fix, [&](const Edit &X) {
    return any_of(B.Fix, [&](const Edit &Y) {
      return X.File == Y.File && X.Offset < Y.Offset + Y.Length &&
             Y.Offset < X.Offset + X.Length;
    });
  });
}

bool onOneExpression(const Finding &A, const Finding &B) {
  if (!findStock(A.Check) && !findStock(B.Check))
    return false;
  return A.At.Offset == B.At.Offset || fixesMeet(A, B) ||
         (A.At.Line == B.At.Line && sayTheSame(A, B));
}

/// The least is the best.
auto goodness(const Finding &F) {
  const StockRow *Row = findStock(F.Check);
  return std::make_tuple(F.Sure.value_or(Certainty::Suspected), F.Fix.empty(),
                         Row != nullptr, Row);
}

/// \p Kept speaks for \p Gone, too.
void takeOver(Finding &Kept, const Finding &Gone) {
  Kept.Notes.push_back({Gone.At, Gone.Check + " says: " + Gone.Message});
  Kept.Worth = std::max(Kept.Worth, Gone.Worth);
  // Our checks know how often the expression runs, others only of its line.
  if (!findStock(Kept.Check))
    return;
  if (!findStock(Gone.Check))
    Kept.Heavy = Gone.Heavy;
  else if (Gone.Heavy && Kept.Heavy)
    Kept.Heavy = std::min(*Kept.Heavy, *Gone.Heavy); // the heavier
  if (Kept.Sure && Kept.Heavy)
    Kept.Loud = std::max(Gone.Loud, levelOf(*Kept.Sure, *Kept.Heavy));
}

} // namespace

/// The checks "a, b-*" of a comment "// NOLINT(a, b-*)" with \p Word as NOLINT,
/// or "".
static StringRef checksBehind(StringRef Line, StringRef Word) {
  StringRef List = Line.split((Word + "(").str()).second;
  return List.take_until([](char C) { return C == ')'; });
}

/// Whether a comment's list names a check that may say the same as \p F.
static bool isSilencedBy(StringRef List, const Finding &F) {
  for (StringRef Name : split(List, ',')) {
    Expected<GlobPattern> Glob = GlobPattern::create(Name.trim());
    if (!Glob) {
      consumeError(Glob.takeError());
      continue;
    }
    auto IsNamed = [&](const Twine &Check) {
      Finding Other;
      Other.Check = Check.str();
      return Glob->match(Other.Check) && sayTheSame(F, Other);
    };
    if (const StockRow *Row = findStock(F.Check)) {
      for (StringRef Ours : split(Row->Ours, ','))
        if (IsNamed("anomalloc-" + Ours))
          return true;
    } else if (any_of(Rows, [&](const StockRow &R) { return IsNamed(R.Name); }))
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
    if (!Text)
      return false;
    auto [Here, New] = Blocks.try_emplace(Text);
    if (New)
      Here->second = silentBlocks(*Text);
    const unsigned Line = F.At.Line;
    return isSilencedBy(checksBehind(Text->line(Line), "NOLINT"), F) ||
           (Line > 1 &&
            isSilencedBy(checksBehind(Text->line(Line - 1), "NOLINTNEXTLINE"),
                         F)) ||
           any_of(Here->second, [&](const SilentBlock &B) {
             return B.First <= Line && Line <= B.Last &&
                    isSilencedBy(B.List, F);
           });
  });
}

void foldStock(std::vector<Finding> &Findings) {
  std::map<std::string, std::vector<size_t>> ByFile;
  for (auto [I, F] : enumerate(Findings))
    ByFile[F.At.File].push_back(I);
  std::vector<bool> Gone(Findings.size());
  for (const auto &[File, Here] : ByFile)
    for (size_t I = 0; I != Here.size(); ++I)
      for (size_t J = I + 1; J != Here.size() && !Gone[Here[I]]; ++J) {
        Finding &A = Findings[Here[I]], &B = Findings[Here[J]];
        if (Gone[Here[J]] || !onOneExpression(A, B))
          continue;
        const bool First = goodness(A) <= goodness(B);
        takeOver(First ? A : B, First ? B : A);
        Gone[Here[First ? J : I]] = true;
      }
  std::vector<Finding> Left;
  for (auto [I, F] : enumerate(Findings))
    if (!Gone[I])
      Left.push_back(std::move(F));
  Findings = std::move(Left);
}

} // namespace anomalloc::lint
