//===- LintFindings.cpp - what checks found, by entry ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/LintFindings.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {
namespace {

uint32_t number(const json::Object &From, StringRef Key) {
  return uint32_t(
      std::clamp<int64_t>(From.getInteger(Key).value_or(0), 0, UINT32_MAX));
}

std::string clean(StringRef Path) {
  SmallString<256> Clean(Path);
  sys::path::remove_dots(Clean, /*remove_dot_dot=*/true);
  return Clean.str().str();
}

LintFinding::Line readLine(const json::Object &From, StringRef Root) {
  SmallString<256> Path(From.getString("file").value_or(""));
  if (!sys::path::is_absolute(Path)) {
    SmallString<256> Whole(Root);
    sys::path::append(Whole, Path);
    Path = Whole;
  }
  return {clean(Path), number(From, "line")};
}

LintFinding readFinding(const json::Object &From, StringRef Root) {
  LintFinding F;
  F.Check = From.getString("check").value_or("").str();
  F.Message = From.getString("message").value_or("").str();
  F.File = From.getString("file").value_or("").str();
  F.At = readLine(From, Root);
  F.Column = number(From, "column");
  StringRef Certainty = From.getString("certainty").value_or("");
  F.IsSure = Certainty == "proved" || Certainty == "shown";
  if (const json::Array *Fix = From.getArray("fix"))
    F.HasFix = !Fix->empty();
  const json::Object *Measured = From.getObject("measured");
  if (!Measured)
    return F;
  if (const json::Array *Sites = Measured->getArray("sites"))
    for (const json::Value &Site : *Sites)
      if (uint64_t Id; !Site.getAsString().value_or("").getAsInteger(16, Id))
        F.Sites.insert(Id);
  if (const json::Array *Lines = Measured->getArray("lines"))
    for (const json::Value &Line : *Lines)
      if (const json::Object *Fields = Line.getAsObject())
        F.Lines.push_back(readLine(*Fields, Root));
  return F;
}

/// Debug information may name a file by a part of its path.
bool isAt(const Frame &F, const LintFinding::Line &Line) {
  if (F.Line != Line.Number || F.File.empty())
    return false;
  const std::string Name = clean(F.File);
  StringRef Rest = Line.File;
  return Rest.consume_back(Name) && (Rest.empty() || Rest.ends_with("/"));
}

bool isAbout(const LintFinding &F, const ChangeLine &L, const Profile &P) {
  if (F.Lines.empty())
    return isAt(L.line(), F.At) ||
           any_of(L.Makers, [&](const Frame &M) { return isAt(M, F.At); });
  auto IsLine = [&](const auto &Line) { return isAt(L.line(), Line); };
  return any_of(F.Lines, IsLine) &&
         (L.Sites.empty() || any_of(L.Sites, [&](SiteIndex S) {
            return F.Sites.count(P.site(S).Id) != 0;
          }));
}

bool isAboutMost(const LintFinding &F, const ChangeEntry &E, const Profile &P) {
  Amount Its;
  for (const ChangeLine *L : E.Lines)
    if (isAbout(F, *L, P))
      Its += L->Sum;
  return Its.Allocations && Its.Allocations >= E.Requested.Allocations / 2;
}

} // namespace

StringRef suggestionIn(StringRef Message) {
  // <problem>; <suggestion>; not in view: <doubt>
  StringRef Rest = Message.split("; not in view: ").first;
  return Rest.contains("; ") ? Rest.rsplit("; ").second : "";
}

Expected<std::vector<LintFinding>> readLintFindings(StringRef Json) {
  Expected<json::Value> Root = json::parse(Json);
  if (!Root)
    return Root.takeError();
  const json::Object *Top = Root->getAsObject();
  const json::Array *Rows = Top ? Top->getArray("findings") : nullptr;
  if (!Rows || Top->getString("schema") != "anomalloc-lint")
    return makeError("not written by 'anomalloc lint --json'");
  std::vector<LintFinding> Findings;
  for (const json::Value &Row : *Rows)
    if (const json::Object *Fields = Row.getAsObject())
      Findings.push_back(
          readFinding(*Fields, Top->getString("root").value_or("")));
  return Findings;
}

std::vector<std::vector<uint32_t>>
joinLintFindings(const Profile &P, ChangeList &List,
                 ArrayRef<LintFinding> Findings) {
  std::vector<std::vector<uint32_t>> Joined;
  for (ChangeEntry &E : List.Entries) {
    std::vector<uint32_t> &Of = Joined.emplace_back();
    for (auto [I, F] : enumerate(Findings))
      if (any_of(E.Lines, [&, &Its = F](const ChangeLine *L) {
            return isAbout(Its, *L, P);
          }))
        Of.push_back(uint32_t(I));
    auto Says = find_if(Of, [&](uint32_t I) {
      return Findings[I].IsSure && isAboutMost(Findings[I], E, P) &&
             !suggestionIn(Findings[I].Message).empty();
    });
    if (Says != Of.end() && anomaly(E.Kind).Gain == Gain::Allocations)
      E.Fix.Text = suggestionIn(Findings[*Says].Message).str();
  }
  return Joined;
}

} // namespace anomalloc
