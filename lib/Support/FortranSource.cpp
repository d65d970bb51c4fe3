//===- FortranSource.cpp - statements of Fortran, by line -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FortranSource.h"
#include "Support/FortranParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {

bool isFixedFortranFile(StringRef File) {
  const std::string End = sys::path::extension(File).lower();
  return is_contained({".f", ".for", ".ftn", ".fpp"}, StringRef(End));
}

bool isFortranFile(StringRef File) {
  const std::string End = sys::path::extension(File).lower();
  return isFixedFortranFile(File) ||
         is_contained({".f90", ".f95", ".f03", ".f08", ".f18", ".cuf"},
                      StringRef(End));
}

FortranSource::FortranSource(StringRef Text, bool IsFixed)
    : Small(Text.lower()), IsFixed(IsFixed) {
  SmallVector<StringRef, 0> All;
  Text.split(All, '\n');
  Lines.assign(All.begin(), All.end());
}

/// \p Line in front of its comment.
static StringRef withoutComment(StringRef Line) {
  char Quote = 0;
  for (size_t I = 0; I != Line.size(); ++I) {
    if (Quote)
      Quote = Line[I] == Quote ? 0 : Quote;
    else if (Line[I] == '\'' || Line[I] == '"')
      Quote = Line[I];
    else if (Line[I] == '!')
      return Line.take_front(I);
  }
  return Line;
}

FortranSource::Code FortranSource::fixedCodeOf(StringRef Line) const {
  constexpr size_t Mark = 5, End = 72;
  if (Line.empty() || StringRef("cCdD*!#").contains(Line.front()))
    return {};
  Code Its;
  const bool HasMark =
      Line.size() > Mark && !Line.take_front(Mark).contains('\t');
  Its.Continues = HasMark && Line.take_front(Mark).trim().empty() &&
                  Line[Mark] != ' ' && Line[Mark] != '0';
  Its.Text = Line.take_front(End);
  if (Its.Continues)
    Its.Text = Its.Text.drop_front(Mark + 1);
  Its.Text = withoutComment(Its.Text).trim();
  return Its;
}

FortranSource::Code FortranSource::codeOf(uint32_t Index) const {
  if (IsFixed)
    return fixedCodeOf(Lines[Index]);
  Code Its;
  Its.Text = Lines[Index].trim();
  if (Its.Text.starts_with("#"))
    return {};
  Its.Text = withoutComment(Its.Text).trim();
  Its.Continues = Its.Text.consume_front("&");
  Its.IsContinued = Its.Text.consume_back("&");
  return Its;
}

/// Adds \p Code to the statements of \p To, of which the last one is open.
static void addCode(StringRef Code, std::vector<std::string> &To) {
  char Quote = 0;
  for (char C : Code) {
    std::string &Text = To.back();
    if (Quote) {
      if (C == Quote)
        Text += C, Quote = 0;
    } else if (C == ';') {
      To.emplace_back();
    } else if (!isSpace(C)) {
      Quote = C == '\'' || C == '"' ? C : 0;
      // A blank is kept until it is known what follows.
      if (!Text.empty() && Text.back() == ' ' &&
          !(Text.size() > 1 && fortran::isPartOfName(Text[Text.size() - 2]) &&
            fortran::isPartOfName(C)))
        Text.pop_back();
      Text += C;
    } else if (!Text.empty() && Text.back() != ' ') {
      Text += ' ';
    }
  }
}

std::vector<std::string> FortranSource::statementsAt(uint32_t Line) const {
  if (!Line || Line > Lines.size())
    return {};
  const uint32_t At = Line - 1;
  if (codeOf(At).Text.empty())
    return {};
  // Lines without code may stand between those of one statement.
  uint32_t First = At;
  bool Continues = codeOf(At).Continues;
  for (uint32_t I = At; I-- && At - I < MostLines;) {
    const Code Above = codeOf(I);
    if (Above.Text.empty() && !Above.IsContinued)
      continue;
    if (!(IsFixed ? Continues : Above.IsContinued))
      break;
    First = I;
    Continues = Above.Continues;
  }
  std::vector<std::string> Statements(1);
  bool IsOpen = true;
  for (uint32_t I = First; I != Lines.size() && I - First < MostLines; ++I) {
    const Code Its = codeOf(I);
    if (Its.Text.empty() && !Its.IsContinued)
      continue;
    if (I > At && !(IsFixed ? Its.Continues : IsOpen))
      break;
    addCode(Its.Text, Statements);
    addCode(" ", Statements);
    IsOpen = Its.IsContinued;
  }
  for (std::string &Statement : Statements)
    Statement = StringRef(Statement).trim().str();
  erase_if(Statements, [](const std::string &S) { return S.empty(); });
  return Statements;
}

std::pair<std::string, std::string>
FortranSource::functionAround(uint32_t Line) const {
  // Procedures that end above the line are none around it.
  unsigned Ended = 0;
  for (uint32_t I = std::min<size_t>(Line, Lines.size()); I-- && Left; --Left) {
    const std::string Code = codeOf(I).Text.lower();
    StringRef Rest = Code;
    const bool Ends = Rest.consume_front("end");
    Rest = Rest.ltrim();
    const bool IsEnd = Ends && (Rest.starts_with("function") ||
                                Rest.starts_with("subroutine"));
    if (IsEnd) {
      ++Ended;
      continue;
    }
    // "pure function f(x) result(y)"; a text may have the word.
    const size_t Function = Rest.find("function ");
    const bool IsFunction =
        Function != StringRef::npos && !Rest.contains('\'') &&
        !Rest.contains('"') && Rest.drop_front(Function).contains('(') &&
        (!Function || !fortran::isPartOfName(Rest[Function - 1]));
    const size_t Subroutine = Rest.find("subroutine ");
    const bool IsSubroutine =
        Subroutine == 0 || (Subroutine != StringRef::npos &&
                            Rest[Subroutine - 1] == ' ' && !IsFunction);
    if (!IsFunction && !IsSubroutine)
      continue;
    if (Ended) {
      --Ended;
      continue;
    }
    if (!IsFunction)
      return {};
    Rest = Rest.drop_front(Function + strlen("function ")).ltrim();
    const std::string Name = Rest.take_while(fortran::isPartOfName).str();
    std::string Spaceless;
    for (const std::string &Statement : statementsAt(I + 1))
      Spaceless += StringRef(Statement).lower();
    auto [Before, Result] = StringRef(Spaceless).split("result(");
    (void)Before;
    Result = Result.take_while(fortran::isPartOfName);
    return {Name, Result.empty() ? Name : Result.str()};
  }
  return {};
}

std::optional<bool> FortranSource::isAllocatable(StringRef Name,
                                                 uint32_t Line) const {
  const bool IsComponent = Name.contains('%');
  Name = Name.substr(Name.rfind('%') + 1);
  for (uint32_t I = std::min<size_t>(Line, Lines.size()); I-- && Left; --Left) {
    const std::string Code = codeOf(I).Text.lower();
    if (StringRef(Code).contains("allocate(")) // It may name a type, too.
      continue;
    auto [Attributes, Names] = StringRef(Code).split("::");
    for (size_t At = 0; (At = Names.find(Name, At)) != StringRef::npos;
         At += Name.size()) {
      const StringRef After = Names.drop_front(At + Name.size());
      if ((!At || !fortran::isPartOfName(Names[At - 1])) &&
          (After.empty() || !fortran::isPartOfName(After.front())))
        if (const bool Its = Attributes.contains("allocatable");
            Its || !IsComponent)
          return Its;
    }
  }
  return std::nullopt;
}

bool FortranSource::hasFunction(StringRef Name) const {
  constexpr StringLiteral Word = "function";
  for (size_t At = 0; (At = Small.find(Word.str(), At)) != std::string::npos;) {
    At += Word.size();
    StringRef Rest = StringRef(Small).substr(At).ltrim(" \t");
    if (Rest.take_while(fortran::isPartOfName) == Name)
      return true;
  }
  return false;
}

} // namespace anomalloc
