//===- BudgetOf.h - files of budgets and runs for tests ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_UNITTESTS_BUDGET_BUDGETOF_H
#define ANOMALLOC_UNITTESTS_BUDGET_BUDGETOF_H

#include "Budget/Judge.h"
#include <gtest/gtest.h>

namespace anomalloc::test {

inline llvm::Expected<std::unique_ptr<budget::BudgetFile>>
parsed(llvm::StringRef Text) {
  return budget::parseBudgets(
      llvm::MemoryBuffer::getMemBufferCopy(Text, "limits.yaml"));
}

/// The file that \p Text is; an empty one, and a failure, if it is none.
inline std::unique_ptr<budget::BudgetFile> budgetOf(llvm::StringRef Text) {
  auto File = parsed(Text);
  if (File)
    return std::move(*File);
  ADD_FAILURE() << llvm::toString(File.takeError());
  return std::make_unique<budget::BudgetFile>();
}

/// One budget with these lines, without a name.
inline std::unique_ptr<budget::BudgetFile>
budgetWith(std::initializer_list<const char *> Lines) {
  std::string Text = "budgets:\n";
  for (const char *Line : Lines)
    Text += (Line == *Lines.begin() ? "- " : "  ") + std::string(Line) + "\n";
  return budgetOf(Text);
}

/// A program whose every allocation has 8 bytes.
struct Program {
  Program() {
    P.Sections = {"", "solve"};
    P.Lanes.resize(1);
    Process &One = P.Processes.emplace_back();
    One.Exited = One.Interposed = true;
  }

  /// A site in the loop of that number, if there is one.
  Program &site(uint64_t Id, const char *Function, const char *File,
                uint32_t Line, std::optional<uint32_t> Loop = std::nullopt) {
    Site &S = P.Sites.emplace_back();
    S.Id = Id;
    S.Callee = "malloc";
    S.Chain = {{Function, File, Line}};
    S.ChangeFrame = 0;
    S.FunctionHash = Id;
    if (Loop) {
      S.InnermostLoop = LoopIndex(*Loop);
      S.LoopDepth = 1;
    }
    return *this;
  }
  Program &loop(uint64_t Iterations) {
    Loop &L = P.Loops.emplace_back();
    L.CountsIterations = Iterations != 0;
    L.Iterations = Iterations;
    return *this;
  }
  Program &made(uint32_t Site, uint64_t Number, uint32_t Section = 0) {
    P.Counts.push_back({SiteIndex(Site), std::nullopt, SectionIndex(Section),
                        LaneIndex(0), 8, Number});
    return *this;
  }
  Program &killed() {
    P.Processes[0].Exited = false;
    return *this;
  }

  Profile P;
};

/// Of 15 allocations 4 by solve() in the section of that name, 1 by read().
struct SmallProgram : Program {
  SmallProgram() {
    site(1, "_Z5solvev", "/src/solve.cpp", 7).made(0, 10).made(0, 4, 1);
    site(2, "_Z4readv", "/src/read.cpp", 3).made(1, 1);
  }
};

} // namespace anomalloc::test

#endif // ANOMALLOC_UNITTESTS_BUDGET_BUDGETOF_H
