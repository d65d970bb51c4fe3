//===- CheckTable.cpp - the rows of include/anomalloc/Checks.def ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/CheckTable.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace anomalloc::lint {

static constexpr CheckRow CheckRows[] = {
#define ANOMALLOC_CHECK(ClassName, Name, Worth, Surest, Summary)               \
  {"anomalloc-" Name, Severity::Worth, Summary},
#include "anomalloc/Checks.def"
};

ArrayRef<CheckRow> checkTable() { return CheckRows; }

const CheckRow *findCheck(StringRef Name) {
  for (const CheckRow &Row : CheckRows)
    if (Row.Name == Name)
      return &Row;
  return nullptr;
}

Severity severityOf(StringRef Check) {
  const CheckRow *Row = findCheck(Check);
  return Row ? Row->Worth : Severity::Unrated;
}

std::vector<Rule> rulesOf(ArrayRef<Finding> Findings) {
  std::map<std::string, Rule> Rules;
  auto Add = [&](StringRef Name) -> Rule & {
    Rule &R = Rules[Name.str()];
    R.Name = Name.str();
    Finding Usual;
    Usual.Worth = severityOf(Name);
    R.Usual = gradeOf(Usual);
    return R;
  };
  for (const CheckRow &Row : checkTable()) {
    Rule &R = Add(Row.Name);
    R.Summary = Row.Summary.str();
    StringRef Base = Row.Name.drop_front(sizeof("anomalloc"));
    R.Page = ("docs/checks/" + Base + ".md").str();
  }
  for (const Finding &F : Findings)
    Add(F.Check);
  std::vector<Rule> Sorted;
  for (auto &[Name, R] : Rules)
    Sorted.push_back(std::move(R));
  return Sorted;
}

} // namespace anomalloc::lint
