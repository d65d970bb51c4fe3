//===- JsonAccesses.cpp - accesses to blocks as JSON ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/AccessParts.h"
#include "Report/report/JsonLifetimeParts.h"
#include "Report/report/JsonParts.h"

using namespace llvm;

namespace anomalloc {

using format::AccessCounters;

/// Adds the key \p Name: a number of each piece of a block.
static void addPieces(Keys<AccessSum> &K, StringRef Name,
                      uint64_t AccessSum::Piece::*Number, StringRef Help) {
  K.add(Name, Help, [Number](const AccessSum &S) {
    auto Pieces = S.pieces();
    const bool IsThere = !Pieces.empty();
    std::vector<uint64_t> Numbers;
    for (const AccessSum::Piece &P : Pieces)
      Numbers.push_back(P.*Number);
    return ifThere(IsThere, OneLine{std::move(Numbers)});
  });
}

static void describe(Keys<AccessSum> &K) {
#define ANOMALLOC_ACCESS_COUNTER(Member, Key, Text)                            \
  K.add(Key, Text,                                                             \
        [](const AccessSum &S) { return S.of(AccessCounters::Member); });
#include "anomalloc/AccessCounters.def"
  K.add("bytes", "asked for by these blocks", &AccessSum::bytes);
  K.add("extents",
        "blocks by the sixteenth of the block, from 1 on, that has the last "
        "byte that was read or written; the first number: by none",
        [](const AccessSum &S) {
          std::vector<uint64_t> Numbers;
          for (uint32_t I = 0; I != AccessCounters::NumExtents; ++I)
            Numbers.push_back(S.of(AccessCounters::Extents + I));
          return OneLine{std::move(Numbers)};
        });
  K.add("size", "of each block; null if there are several sizes",
        &AccessSum::onlySize);
  addPieces(K, "read_by_piece", &AccessSum::Piece::Read,
            "bytes read of each 8 bytes, in all blocks; absent if there are "
            "several sizes, or a size above 1,024");
  addPieces(K, "written_by_piece", &AccessSum::Piece::Written, "the same");
}

namespace {

/// All blocks of a site, or of a function of a library.
struct AccessedPlace {
  const Profile &Model;
  const AccessTable::Row &Row;
};

void describe(Keys<AccessedPlace> &K) {
  using Shown = const AccessedPlace &;
  K.include([](Shown P) {
    const LifetimeTable::Row &Its = *P.Row.Its;
    return AskingCode{P.Model, Its.Site, Its.Library, Its.Function};
  });
  K.add("allocated", "also blocks whose accesses are not known",
        [](Shown P) { return P.Row.Its->Sum.Allocated.Allocations; });
  K.include([](Shown P) -> const AccessSum & { return P.Row.Sum; });
  K.add("unread_members",
        "the members that surely nobody reads; absent if the class of the "
        "blocks is not known",
        [](Shown P) {
          const auto Members = membersNobodyReads(P.Model, P.Row);
          std::vector<std::string> Names;
          if (Members)
            for (const UnreadParts::Part &M : *Members)
              Names.push_back(M.Name);
          return ifThere(Members.has_value(), std::move(Names));
        });
}

struct AccessesOfReport {
  const Analysis &A;
};

void describe(Keys<AccessesOfReport> &K) {
  using Shown = const AccessesOfReport &;
  K.addWord("state", {"not recorded", "not seen", "partly", "seen"},
            "not seen: no code that counts its accesses accessed a block",
            [](Shown R) { return R.A.Accesses.State; });
  K.add("totals",
        [](Shown R) -> const AccessSum & { return R.A.Accesses.All; });
  K.add("unseen",
        "blocks of functions of libraries, of which no block was accessed by "
        "code that counts; in no place and no total",
        [](Shown R) { return BlockAmount{R.A.Accesses.Unseen}; });
  K.add("places",
        "sites, and functions of libraries; those with the most bytes first: "
        "asked for, read and written",
        [](Shown R) {
          return each(R.A.Accesses.Rows,
                      [&P = *R.A.Source](const AccessTable::Row &Row) {
                        return AccessedPlace{P, Row};
                      });
        });
}

} // namespace

void describeAccesses(Keys<Analysis> &K) {
  K.add("access", "of a run in the mode access",
        [](const Analysis &A) { return AccessesOfReport{A}; });
}

} // namespace anomalloc
