//===- FortranScopes.cpp - where names of Fortran are declared ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FortranScopes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <algorithm>

using namespace llvm;

namespace anomalloc::fortran {

/// What a bare `end` may close.
static constexpr StringLiteral UnitKinds[] = {
    "function",  "subroutine", "procedure", "program",
    "submodule", "module",     "blockdata"};

static StringRef nameOf(StringRef S) { return S.take_while(isPartOfName); }

std::optional<Head> readHead(StringRef S) {
  if (S.starts_with("end") || findAssignment(S) != StringRef::npos)
    return std::nullopt;
  for (StringRef Kind : {StringRef("function"), StringRef("subroutine")}) {
    const size_t At = findWord(S, Kind);
    if (At == StringRef::npos || S.take_front(At).contains("::"))
      continue;
    Head Its;
    Its.Kind = Kind;
    S = S.drop_front(At + Kind.size() + 1);
    Its.Name = nameOf(S);
    S = S.drop_front(Its.Name.size());
    const bool IsFunction = Kind == "function";
    const size_t End = S.starts_with("(") ? closing(S, 0) : StringRef::npos;
    if (Its.Name.empty() || (IsFunction && End == StringRef::npos))
      return std::nullopt;
    if (End != StringRef::npos) {
      Its.Arguments = partsOf(S.slice(1, End));
      S = S.drop_front(End + 1);
    }
    if (IsFunction) {
      const size_t Result = S.find("result(");
      Its.Result = Result == StringRef::npos
                       ? Its.Name
                       : nameOf(S.drop_front(Result + strlen("result(")));
    }
    return Its;
  }
  if (S.consume_front("module procedure "))
    return Head{"procedure", nameOf(S), "", {}};
  return std::nullopt;
}

void Scopes::open(StringRef Kind, uint32_t Line) {
  Scope Its;
  Its.Kind = Kind;
  Its.First = Line;
  Its.Host = Current;
  Current = All.size();
  All.push_back(std::move(Its));
}

void Scopes::close(size_t Index, uint32_t Line) {
  for (size_t I = *Current;; I = *All[I].Host) {
    All[I].Last = Line;
    if (I == Index)
      break;
  }
  Current = All[Index].Host;
}

void Scopes::openProcedure(const Head &Its, uint32_t Line) {
  // Where no `contains` stands between, the preprocessor may take one of two
  // heads, or the end is in another file.
  while (Current && All[*Current].Kind != "interface" &&
         !(All[*Current].Contains &&
           is_contained(UnitKinds, All[*Current].Kind)) &&
         !All[*Current].Kind.ends_with("module"))
    close(*Current, Line);
  open(Its.Kind, Line);
  Scope &Made = All.back();
  for (StringRef Name : Its.Arguments)
    Made.Variables[Name].IsHandedIn = true;
  if (Its.Kind != "function")
    return;
  Made.Name = Its.Name.str();
  Made.Result = Its.Result.str();
  Made.Variables[Its.Result].IsHandedIn = true;
  Functions.insert(Its.Name);
}

/// \p S behind the name of a construct, "name:".
static StringRef withoutName(StringRef S) {
  const StringRef Rest = S.drop_front(nameOf(S).size());
  return Rest.starts_with(":") && !Rest.starts_with("::")
             ? Rest.drop_front(1).ltrim()
             : S;
}

bool Scopes::openLoop(StringRef S, uint32_t Line) {
  S = withoutName(S);
  if (!S.consume_front("do") || !(S.empty() || S[0] == ' ' || S[0] == ','))
    return false;
  open("do", Line);
  All.back().Name = S.ltrim().take_while(isDigit).str();
  return true;
}

/// Opens what is no procedure and no loop.
bool Scopes::openOther(StringRef S, uint32_t Line) {
  const StringRef Construct = withoutName(S);
  if (Construct == "block") {
    open("block", Line);
  } else if (Construct.starts_with("associate(")) {
    open("associate", Line);
    const size_t Open = Construct.find('(');
    for (StringRef P :
         partsOf(Construct.slice(Open + 1, closing(Construct, Open))))
      All.back().Variables[nameOf(P)].IsForeign = true;
  } else if (S == "interface" || S.starts_with("interface ") ||
             S.starts_with("abstract interface")) {
    open("interface", Line);
  } else if (S.starts_with("type::") || S.starts_with("type,") ||
             (S.starts_with("type ") && !S.starts_with("type is("))) {
    open("type", Line);
  } else if (S.starts_with("submodule(")) {
    open("submodule", Line);
  } else if (S.starts_with("module ") && !S.starts_with("module procedure ")) {
    open("module", Line);
  } else if (S.starts_with("program ")) {
    open("program", Line);
  } else if (S == "block data" || S.starts_with("block data ")) {
    open("blockdata", Line);
  } else {
    return false;
  }
  return true;
}

/// Closes the scope that \p S ends, if it ends one.
bool Scopes::end(StringRef S, uint32_t Line) {
  if (!S.consume_front("end"))
    return false;
  S = S.ltrim();
  StringRef Kind = nameOf(S);
  if (S.starts_with("block data"))
    Kind = "blockdata";
  for (std::optional<size_t> I = Current; I; I = All[*I].Host) {
    if (!(Kind.empty() ? is_contained(UnitKinds, All[*I].Kind)
                       : Kind == All[*I].Kind))
      continue;
    close(*I, Line);
    break;
  }
  return true;
}

void Scopes::declare(StringRef S) {
  Scope &To = All[*Current];
  if (S.consume_front("parameter(")) {
    for (StringRef P : partsOf(S.take_front(S.rfind(')'))))
      To.Variables[nameOf(P)].IsConstant = true;
    return;
  }
  if (S.starts_with("use ") || S.starts_with("use,")) {
    const size_t Only = S.find("only:");
    if (Only != StringRef::npos)
      for (StringRef P : partsOf(S.drop_front(Only + strlen("only:"))))
        To.Variables[nameOf(P)].IsForeign = true;
    return;
  }
  if (S.consume_front("common/")) {
    for (StringRef P : partsOf(S.split('/').second))
      if (P.contains('('))
        To.Variables[nameOf(P)].IsArray = true;
    return;
  }
  const std::optional<Declaration> Its = readDeclaration(S);
  if (!Its)
    return;
  for (StringRef P : Its->Names) {
    const StringRef Name = nameOf(P);
    Variable &One = To.Variables[Name];
    One.IsAllocatable |= Its->has("allocatable");
    One.IsConstant |= Its->has("parameter");
    One.IsText |= Its->isOfTexts();
    One.IsObject |= Its->isOf("type(") || Its->isOf("class(");
    Variables.insert(Name);
    One.IsArray |=
        Its->has("dimension") || P.drop_front(Name.size()).starts_with("(");
    if (One.IsAllocatable)
      Allocatables.insert(Name);
    if (To.Kind != "type")
      continue;
    Variable &Of = Components.try_emplace(Name, One).first->second;
    Of.IsText &= One.IsText;
    Of.IsArray |= One.IsArray;
    Of.IsObject |= One.IsObject;
  }
}

std::optional<Variable> Scopes::component(StringRef Name) const {
  const auto Found = Components.find(Name);
  return Found == Components.end() ? std::nullopt
                                   : std::optional(Found->second);
}

void Scopes::add(StringRef S, uint32_t Line) {
  const StringRef Label = S.take_while(isDigit);
  S = S.drop_front(Label.size()).ltrim();
  // Several loops may end with the same statement.
  auto EndLoops = make_scope_exit([&] {
    while (!Label.empty() && Current && All[*Current].Kind == "do" &&
           All[*Current].Name == Label)
      close(*Current, Line);
  });
  if (findAssignment(S) == StringRef::npos) {
    const std::optional<Head> Its = readHead(S);
    const bool IsBody = Its && !(Its->Kind == "procedure" && Current &&
                                 All[*Current].Kind == "interface");
    if (IsBody)
      return openProcedure(*Its, Line);
    if (openOther(S, Line) || end(S, Line))
      return;
  }
  if (!Current) // A main program may lack its first line.
    open("program", Line);
  if (openLoop(S, Line))
    return;
  if (S != "contains")
    return declare(S);
  while (All[*Current].Kind == "do" && All[*Current].Host) // It lacks its end.
    close(*Current, Line);
  All[*Current].Contains = true;
}

std::optional<size_t> Scopes::scopeAt(uint32_t Line) const {
  const auto Next =
      std::upper_bound(All.begin(), All.end(), Line,
                       [](uint32_t L, const Scope &S) { return L < S.First; });
  if (Next == All.begin())
    return std::nullopt;
  std::optional<size_t> I = Next - All.begin() - 1;
  for (; I && All[*I].Last < Line && Left; --Left)
    I = All[*I].Host;
  return I;
}

std::optional<Variable> Scopes::variable(StringRef Name, uint32_t Line) const {
  for (std::optional<size_t> I = scopeAt(Line); I && Left; --Left) {
    const Scope &Its = All[*I];
    if (auto Found = Its.Variables.find(Name); Found != Its.Variables.end())
      return Found->second.IsForeign ? std::nullopt
                                     : std::optional(Found->second);
    if (Its.Kind == "procedure") // Its arguments stand in another file.
      break;
    I = Its.Host;
  }
  return std::nullopt;
}

FunctionAround Scopes::functionAround(uint32_t Line) const {
  bool IsInLoop = false;
  for (std::optional<size_t> I = scopeAt(Line); I && Left; --Left) {
    const Scope &Its = All[*I];
    if (is_contained(UnitKinds, Its.Kind))
      return {Its.Name, Its.Result, IsInLoop};
    IsInLoop |= Its.Kind == "do";
    I = Its.Host;
  }
  return {};
}

} // namespace anomalloc::fortran
