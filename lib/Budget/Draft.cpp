//===- Draft.cpp - a first file of budgets --------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Meter.h"
#include "Budget/Update.h"
#include "Profile/Totals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc::budget {
namespace {

constexpr char Beginning[] =
    R"(# What this program may allocate: 'anomalloc check PROFILE' holds it to this,
# 'anomalloc check --update PROFILE' lowers the limits to what was measured.
# docs/budgets.md of Anomalloc says what can stand here.
budgets:
)";

constexpr char End[] = R"(
# Beside a base, as 'anomalloc check --against=base.anomalloc PROFILE':
# - name: no more than before
#   allocations: +1 %
# - name: no new site deep in loops
#   deeper than: 2
#   new sites: 0
)";

/// \p Text as a glob that means itself.
std::string asGlob(StringRef Text) {
  std::string Glob;
  for (char C : Text) {
    if (StringRef("*?[]{}\\,").contains(C))
      Glob += '\\';
    Glob += C;
  }
  return Glob;
}

/// In quotes, as YAML and JSON have them, unless it is a plain word.
std::string asScalar(StringRef Text) {
  const bool IsWord =
      !Text.empty() && isAlpha(Text.front()) && all_of(Text, [](char C) {
        return isAlnum(C) || C == '_' || C == '-' || C == '.';
      });
  if (IsWord)
    return Text.str();
  std::string Quoted;
  raw_string_ostream OS(Quoted);
  OS << json::Value(json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text));
  return OS.str();
}

class Writer {
public:
  explicit Writer(const Run &R) : R(R) {}

  std::string write();

private:
  void limit(const InScope &Where, Measure What);
  void section(SectionIndex I);

  const Run &R;
  std::string Text;
};

void Writer::limit(const InScope &Where, Measure What) {
  Reading Found = measure(Where, What);
  if (Found.Missing.empty())
    Text +=
        "  " + rowOf(What).Key.str() + ": " + scalarOf(What, Found.Its) + "\n";
}

void Writer::section(SectionIndex I) {
  StringRef Name = R.P.section(I);
  std::string Glob = Name.empty() ? OutsideName : asGlob(Name);
  Text += "- section: " + asScalar(Glob) + "\n";
  Scope S;
  ScopePart &Part = S.Parts.emplace_back();
  Part.Key = "section";
  Part.Values = {Glob};
  cantFail(addGlob(S.Globs.Sections, Part.Values.front()));
  InScope Where(R, S);
  limit(Where, Measure::Allocations);
  limit(Where, Measure::Temporary);
}

std::string Writer::write() {
  Text = Beginning;
  const Scope Whole;
  InScope Where(R, Whole);
  Text += "- name: the whole run\n";
  for (Measure What : {Measure::Allocations, Measure::Bytes, Measure::Dark,
                       Measure::Temporary, Measure::Leaked, Measure::Peak})
    limit(Where, What);
  if (R.P.Sections.size() > 1)
    for (uint32_t I = 0; I != R.P.Sections.size(); ++I)
      // Nobody named what is outside: it is told only if it is something.
      if (I || any_of(R.Counts, [&](const Count &C) {
            return C.Section == SectionIndex(0) && isHeap(R.P, C);
          }))
        section(SectionIndex(I));
  return Text + End;
}

} // namespace

std::string draft(const Run &R) { return Writer(R).write(); }

} // namespace anomalloc::budget
