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
         is_contained({".f90", ".f95", ".f03", ".f08", ".f18", ".cuf", ".fypp"},
                      StringRef(End));
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

namespace {

/// Joins the lines of statements.
class Joiner {
public:
  void add(StringRef Code);
  std::vector<FortranText> take();

private:
  std::vector<FortranText> Its = std::vector<FortranText>(1);
  char Quote = 0; ///< The one that is open. A literal may go on in a new line.
};

} // namespace

void Joiner::add(StringRef Code) {
  for (char C : Code) {
    std::string &Text = Its.back().Text;
    if (Quote) {
      if (C == Quote)
        Text += C, Quote = 0;
      else
        Its.back().Literals.back() += C;
    } else if (C == '!') {
      break; // A quote that began in a line above hid the comment.
    } else if (C == ';') {
      Its.emplace_back();
    } else if (!isSpace(C)) {
      // A blank is kept until it is known what follows.
      if (!Text.empty() && Text.back() == ' ' &&
          !(Text.size() > 1 && fortran::isPartOfName(Text[Text.size() - 2]) &&
            fortran::isPartOfName(C)))
        Text.pop_back();
      Text += C;
      if (C == '\'' || C == '"') {
        Quote = C;
        Its.back().Literals.emplace_back();
      }
    } else if (!Text.empty() && Text.back() != ' ') {
      Text += ' ';
    }
  }
  if (!Quote && !Its.back().Text.empty() && Its.back().Text.back() != ' ')
    Its.back().Text += ' ';
}

std::vector<FortranText> Joiner::take() {
  for (FortranText &One : Its)
    One.Text = StringRef(One.Text).trim().str();
  erase_if(Its, [](const FortranText &One) { return One.Text.empty(); });
  return std::move(Its);
}

std::vector<FortranText> FortranSource::statementsAt(uint32_t Line) const {
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
  Joiner Statements;
  bool IsOpen = true;
  for (uint32_t I = First; I != Lines.size() && I - First < MostLines; ++I) {
    const Code Its = codeOf(I);
    if (Its.Text.empty() && !Its.IsContinued)
      continue;
    if (I > At && !(IsFixed ? Its.Continues : IsOpen))
      break;
    Statements.add(Its.Text);
    IsOpen = Its.IsContinued;
  }
  return Statements.take();
}

FortranSource::FortranSource(StringRef Text, bool IsFixed) : IsFixed(IsFixed) {
  SmallVector<StringRef, 0> All;
  Text.split(All, '\n');
  Lines.assign(All.begin(), All.end());
  bool IsOpen = false;
  for (uint32_t I = 0; I != Lines.size(); ++I) {
    const Code Line = codeOf(I);
    if (Line.Text.empty() && !Line.IsContinued)
      continue;
    const bool IsFirst = IsFixed ? !Line.Continues : !IsOpen;
    IsOpen = Line.IsContinued;
    if (IsFirst)
      for (const FortranText &One : statementsAt(I + 1))
        Around.add(StringRef(One.Text).lower(), I + 1);
  }
}

std::optional<fortran::Variable> FortranSource::declared(StringRef S,
                                                         uint32_t Line) const {
  const StringRef Last = fortran::lastPart(S);
  const StringRef Name = Last.take_while(fortran::isPartOfName);
  return Last.size() == S.size() ? Around.variable(Name, Line)
                                 : Around.component(Name);
}

bool FortranSource::isText(StringRef S, uint32_t Line) const {
  const std::optional<fortran::Variable> Its = declared(S, Line);
  return Its && Its->IsText && !Its->IsArray;
}

std::optional<bool> FortranSource::isAllocatable(StringRef Name,
                                                 uint32_t Line) const {
  if (Name.contains('%')) {
    if (Around.someIsAllocatable(Name.substr(Name.rfind('%') + 1)))
      return true;
    return std::nullopt;
  }
  if (const std::optional<fortran::Variable> One = Around.variable(Name, Line))
    return One->IsAllocatable;
  return std::nullopt;
}

} // namespace anomalloc
