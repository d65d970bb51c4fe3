//===- re2.cpp - compile many patterns, match, replace --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unit: 60 made-up patterns are compiled and matched against a text, with
// groups and by replacement, and once all together as a set. All threads share
// one pattern, hence its lazily built automaton.
//
//===----------------------------------------------------------------------===//
#include "workload.h"
#include <re2/re2.h>
#include <re2/set.h>

static const RE2 &sharedPattern() {
  static const RE2 Pattern("(\\w+)[aeiou]{2,3}(\\w*)|([[:alpha:]]+)q\\b");
  return Pattern;
}

static std::string makePattern(workload::Random &Random, unsigned Depth) {
  static const char *const Atoms[] = {"\\w",      "[a-m]", "\\pL",   ".",
                                      "(?i:abc)", "\\s",   "[^x-z]", "\\b"};
  std::string Pattern;
  for (unsigned I = 0, N = 2 + Random.below(3); I < N; ++I) {
    if (Depth && Random.below(2))
      Pattern += "(" + makePattern(Random, Depth - 1) + "|" +
                 Random.word(1).substr(0, 4) + ")";
    else
      Pattern += Atoms[Random.below(8)];
    static const char *const Repeats[] = {"", "", "*", "+?", "{1,4}", "?"};
    if (Pattern.back() != 'b')
      Pattern += Repeats[Random.below(6)];
  }
  return Pattern;
}

static uint64_t unit(unsigned Index) {
  workload::Random Random(Index);
  std::string Text;
  for (int I = 0; I < 40; ++I)
    Text += Random.word(2) + " ";
  RE2::Set Set(RE2::Quiet, RE2::UNANCHORED);
  uint64_t Sum = 0;
  for (int I = 0; I < 60; ++I) {
    RE2 Pattern(makePattern(Random, 1), RE2::Quiet);
    if (!Pattern.ok()) {
      Sum += workload::hash(Pattern.error());
      continue;
    }
    Set.Add(Pattern.pattern(), nullptr);
    std::string Group, Copy = Text;
    if (Pattern.NumberOfCapturingGroups() &&
        RE2::PartialMatch(Text, Pattern, &Group))
      Sum += workload::hash(Group);
    Sum += unsigned(RE2::GlobalReplace(&Copy, Pattern, "<\\0>")) +
           workload::hash(Copy);
  }
  std::vector<int> Matches;
  if (Set.Compile() && Set.Match(Text, &Matches))
    for (int Match : Matches)
      Sum += unsigned(Match);
  re2::StringPiece Rest(Text);
  std::string Left, Right;
  while (RE2::FindAndConsume(&Rest, sharedPattern(), &Left, &Right))
    Sum += workload::hash(Left + "," + Right);
  return Sum;
}

int main(int Argc, char **Argv) { return workload::run(Argc, Argv, unit); }
