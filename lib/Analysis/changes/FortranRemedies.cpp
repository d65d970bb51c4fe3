//===- FortranRemedies.cpp - what to change in Fortran --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/FortranRemedies.h"
#include "Support/Demangle.h"
#include "Support/FortranStatement.h"
#include "Support/MakerNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <cstring>

using namespace llvm;

namespace anomalloc {
namespace {

struct WorkRow {
  Work Its;
  bool Stays;
  StringRef Text;
};

const WorkRow &rowOf(FortranWork Its) {
  static const WorkRow Rows[] = {
#define ANOMALLOC_FORTRAN(Id, Its, Stays, Text) {Work::Its, Stays, Text},
#include "anomalloc/FortranStatements.def"
  };
  return Rows[size_t(Its)];
}

/// What the function that the line calls tells.
std::optional<FortranWork> workOfCallee(StringRef Callee) {
#define ANOMALLOC_FORTRAN_CALLEE(Prefix, Id)                                   \
  if (Callee.starts_with(Prefix))                                              \
    return FortranWork::Id;
#include "anomalloc/FortranStatements.def"
  return std::nullopt;
}

StringRef adviceFor(AnomalyKind Kind) {
  switch (Kind) {
#define ANOMALLOC_FORTRAN_ADVICE(Anomaly, Text)                                \
  case AnomalyKind::Anomaly:                                                   \
    return Text;
#include "anomalloc/FortranStatements.def"
  default:
    return anomaly(Kind).Advice;
  }
}

bool mayCopy(FortranWork Its) {
  return Its == FortranWork::Copied || Its == FortranWork::CopiedOrReturned;
}

/// The statement of the line, as far as its text and its callee tell it.
FortranStatement judge(const ChangeLine &Line) {
  FortranStatement Its = Line.Statement ? *Line.Statement : FortranStatement();
  const std::optional<FortranWork> Known = workOfCallee(Line.Callee);
  if (!Known) {
    // The compiler calls nothing else of its own accord.
    if (Line.Callee != "malloc" && Line.Callee != "calloc" &&
        !Line.Callee.empty())
      return {FortranWork::Called, "", false, ""};
    if (Its.Work == FortranWork::InputOutput)
      return Its.Piece.empty()
                 ? FortranStatement{FortranWork::Temporary, "", false, ""}
                 : FortranStatement{FortranWork::Text, Its.Piece, Its.InDoubt,
                                    ""};
    if (Its.Work == FortranWork::Temporary && !Its.Left.empty())
      return {FortranWork::Assigned, Its.Left, Its.InDoubt, ""};
    return Its;
  }
  const bool IsSection = Its.Work == FortranWork::Section ||
                         Its.Work == FortranWork::SectionOfParts;
  const bool IsTemporary = Its.Work == FortranWork::Temporary || IsSection ||
                           Its.Work == FortranWork::TemporaryOrAssigned;
  const bool IsCopy = mayCopy(Its.Work);
  const bool IsAssignment = IsTemporary || Its.Work == FortranWork::Appended ||
                            Its.Work == FortranWork::Text || IsCopy ||
                            Its.Work == FortranWork::TextAssigned ||
                            Its.Work == FortranWork::TextGrows ||
                            Its.Work == FortranWork::ReturnedObject;
  // Of the copy of a part, the whole variable's block is known for sure.
  const bool IsPart = IsCopy && Its.InDoubt;
  if (*Known == FortranWork::Assigned &&
      (IsTemporary || (IsPart && !Its.Left.empty())))
    return {FortranWork::Assigned, Its.Left, false, ""};
  if (*Known == Its.Work || (*Known == FortranWork::Assigned && IsAssignment) ||
      (*Known == FortranWork::Argument && IsSection)) {
    // "a = b(i)" may be a function's result, whatever is called.
    Its.InDoubt &= IsCopy;
    return Its;
  }
  const bool IsOfIt = *Known == FortranWork::Text
                          ? Its.Work == FortranWork::InputOutput
                          : *Known == FortranWork::Temporary && IsTemporary;
  return {*Known, IsOfIt ? Its.Piece : "", false, ""};
}

/// Puts what the source says in place of the braces and what is in them.
std::string wordsOf(const FortranStatement &Its) {
  constexpr size_t Longest = 60;
  auto [Front, Rest] = rowOf(Its.Work).Text.split('{');
  auto [Usual, Back] = Rest.split('}');
  std::string Piece = Usual.str();
  if (!Rest.empty() && !Its.Piece.empty() && all_of(Its.Piece, isPrint)) {
    Piece = Its.Piece;
    if (Piece.size() > Longest)
      Piece = Piece.substr(0, Longest - strlen("...")) + "...";
    const char Quote = StringRef(Piece).contains('\'') ? '"' : '\'';
    Piece = Quote + Piece + Quote;
  }
  return (Its.InDoubt ? "perhaps " : "") + Front.str() + Piece + Back.str();
}

} // namespace

bool isFortranLine(const ChangeLine &Line) {
  return isFortranFile(Line.line().File) ||
         isFortranName(Line.line().Function) ||
         (sys::path::extension(Line.line().File) == ".inc" &&
          any_of(Line.Levels,
                 [](const Frame &F) { return isFortranFile(F.File); }));
}

Remedy fortranRemedyFor(const ChangeLine &Line, AnomalyKind Kind) {
  const Anomaly &Its = anomaly(Kind);
  if (Its.By != AdvisedBy::Makers)
    return {RemedyPlace::Line, Its.Its, adviceFor(Kind).str()};
  FortranStatement Statement;
  const StringRef Maker =
      Line.Makers.empty() ? "" : Line.Makers.front().Function;
  const bool IsOfMaker = !Maker.empty() && !isMadeByFortran(Maker);
  if (!Maker.empty() && !IsOfMaker)
    Statement.Work =
        Maker.contains("_MOD___copy_") || Maker.starts_with("__copy_")
            ? FortranWork::Copied
            : FortranWork::Finalized;
  else if (IsOfMaker)
    Statement.Work = FortranWork::ReturnedObject;
  else
    Statement = judge(Line);
  const WorkRow &Row = rowOf(Statement.Work);
  return {IsOfMaker ? RemedyPlace::Callee : RemedyPlace::Line, Row.Its,
          wordsOf(Statement), mayCopy(Statement.Work), !Row.Stays};
}

} // namespace anomalloc
