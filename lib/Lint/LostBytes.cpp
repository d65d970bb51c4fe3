//===- LostBytes.cpp - what clang-tidy's YAML does not carry --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/LostBytes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using clang::tooling::Diagnostic;
using clang::tooling::DiagnosticMessage;
using clang::tooling::Replacement;
using clang::tooling::Replacements;

namespace anomalloc::lint {
namespace {

constexpr StringLiteral Cut = "\xEF\xBF\xBD"; // U+FFFD, the last that arrives

bool isCut(StringRef Text) { return Text.ends_with(Cut); }

/// Whether \p Whole arrives as \p Text.
bool arrivesAs(StringRef Whole, StringRef Text) {
  if (!isCut(Text))
    return Whole == Text;
  size_t Kept = Text.size() - Cut.size();
  return Whole == Text ||
         (Whole.size() > Kept && Whole.take_front(Kept) == Text.drop_back(3) &&
          !json::isUTF8(Whole.drop_front(Kept)));
}

/// "a.cpp:3:10: warning: text [check]"
struct PrintedLine {
  StringRef Path, Place, Text;
  bool IsNote;
};

/// The lines that begin a diagnostic. Lines of source are not among them: these
/// begin with a number or white space, a path does not.
std::vector<PrintedLine> parsePrinted(StringRef Printed) {
  std::vector<PrintedLine> Lines;
  SmallVector<StringRef, 64> Split;
  Printed.split(Split, '\n');
  for (StringRef Line : Split)
    for (StringRef Kind :
         {": warning: ", ": remark: ", ": error: ", ": note: "}) {
      size_t At = Line.find(Kind);
      if (At == StringRef::npos)
        continue;
      auto [Rest, Column] = Line.take_front(At).rsplit(':');
      auto [Path, Number] = Rest.rsplit(':');
      if (!Path.empty() && all_of(Column, isDigit) && all_of(Number, isDigit)) {
        Lines.push_back({Path, Line.take_front(At),
                         Line.drop_front(At + Kind.size()),
                         Kind == ": note: "});
        break;
      }
    }
  return Lines;
}

/// The one file that arrives as \p Path; "": there are several, or none.
std::string onlyFileThatArrivesAs(StringRef Path) {
  std::string Found;
  std::error_code EC;
  for (sys::fs::directory_iterator I(sys::path::parent_path(Path), EC), End;
       I != End && !EC; I.increment(EC)) {
    if (!arrivesAs(I->path(), Path))
      continue;
    if (!Found.empty() || !sys::fs::is_regular_file(I->path()))
      return "";
    Found = I->path();
  }
  return EC ? "" : Found;
}

class Restorer {
public:
  Restorer(StringRef Printed, const Unit &U)
      : Lines(parsePrinted(Printed)), U(U) {}

  void restore(Diagnostic &D) {
    if (isCut(D.BuildDirectory))
      for (const UnitCommand &C : U.Commands)
        if (arrivesAs(C.Directory, D.BuildDirectory)) {
          D.BuildDirectory = C.Directory;
          break;
        }
    Next = skipTo(Next, /*IsNote=*/false, D.Message);
    std::string Place = Next < Lines.size() ? Lines[Next].Place.str() : "";
    restore(D.Message, D.DiagnosticName);
    for (DiagnosticMessage &N : D.Notes)
      if (!N.FilePath.empty()) {
        Next = skipTo(Next, /*IsNote=*/true, N);
        restore(N, "");
      }
    if (!restoreFix(D))
      Unfixed.push_back(Place.empty() ? D.Message.FilePath : Place);
  }

  std::vector<std::string> Unfixed;

private:
  /// The next line that says \p M; \p From if there is none.
  size_t skipTo(size_t From, bool IsNote, const DiagnosticMessage &M) const {
    for (size_t I = From; I < Lines.size(); ++I)
      if (Lines[I].IsNote == IsNote && arrivesAs(Lines[I].Path, M.FilePath) &&
          (isCut(M.Message) ||
           Lines[I].Text.starts_with(StringRef(M.Message).take_until(
               [](char C) { return C == '\n'; }))))
        return I;
    return From;
  }

  void restore(DiagnosticMessage &M, StringRef Check) {
    if (Next >= Lines.size())
      return;
    const PrintedLine &Line = Lines[Next++];
    if (!arrivesAs(Line.Path, M.FilePath))
      return;
    for (clang::tooling::FileByteRange &R : M.Ranges)
      if (R.FilePath == M.FilePath)
        R.FilePath = Line.Path.str();
    M.FilePath = Line.Path.str();
    if (isCut(M.Message)) {
      StringRef Text = Line.Text;
      if (size_t At = Text.rfind((" [" + Check).str());
          !Check.empty() && At != StringRef::npos)
        Text = Text.take_front(At);
      M.Message = Text.str();
    }
  }

  /// False: the fix is taken away.
  static bool restoreFix(Diagnostic &D) {
    StringMap<Replacements> Whole;
    for (const auto &[File, Edits] : D.Message.Fix)
      for (const Replacement &R : Edits) {
        std::string Path = R.getFilePath().str();
        if (isCut(Path))
          Path = onlyFileThatArrivesAs(Path);
        if (Path.empty() || isCut(R.getReplacementText()) ||
            errorToBool(Whole[Path].add(Replacement(
                Path, R.getOffset(), R.getLength(), R.getReplacementText())))) {
          D.Message.Fix.clear();
          return false;
        }
      }
    D.Message.Fix = std::move(Whole);
    return true;
  }

  std::vector<PrintedLine> Lines;
  const Unit &U;
  size_t Next = 0;
};

/// Whether \p D has a text that was cut.
bool lacksBytes(const Diagnostic &D) {
  auto Lacks = [](const DiagnosticMessage &M) {
    if (isCut(M.FilePath) || isCut(M.Message))
      return true;
    for (const auto &[File, Edits] : M.Fix)
      for (const Replacement &R : Edits)
        if (isCut(R.getFilePath()) || isCut(R.getReplacementText()))
          return true;
    return false;
  };
  return isCut(D.BuildDirectory) || Lacks(D.Message) || any_of(D.Notes, Lacks);
}

} // namespace

std::vector<std::string> restoreLostBytes(std::vector<Diagnostic> &Diagnostics,
                                          StringRef Printed, const Unit &U) {
  if (none_of(Diagnostics, lacksBytes))
    return {};
  Restorer R(Printed, U);
  for (Diagnostic &D : Diagnostics)
    R.restore(D);
  return std::move(R.Unfixed);
}

} // namespace anomalloc::lint
