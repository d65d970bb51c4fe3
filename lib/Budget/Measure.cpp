//===- Measure.cpp - what a budget can limit ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Measure.h"
#include "Support/Numbers.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc::budget {

static constexpr MeasureRow Rows[] = {
#define ANOMALLOC_BUDGET_MEASURE(Name, Key, Unit, Share, Grows, Needs, Noun,   \
                                 Help)                                         \
  {Measure::Name,                                                              \
   Key,                                                                        \
   MeasureUnit::Unit,                                                          \
   MeasureShare::Share,                                                        \
   Grows,                                                                      \
   MeasureNeed::Needs,                                                         \
   Noun,                                                                       \
   Help},
#include "Budget/Measures.def"
};

ArrayRef<MeasureRow> measures() { return Rows; }

const MeasureRow &rowOf(Measure M) { return Rows[size_t(M)]; }

bool operator<(const Value &A, const Value &B) {
  return static_cast<unsigned __int128>(A.Number) * B.Per <
         static_cast<unsigned __int128>(B.Number) * A.Per;
}

std::string decimalOf(uint64_t Parts) {
  std::string Fraction = utostr(Millionths + Parts % Millionths).substr(1);
  Fraction.resize(StringRef(Fraction).rtrim('0').size());
  return utostr(Parts / Millionths) + (Fraction.empty() ? "" : "." + Fraction);
}

/// Rounded up: a limit that is written down must hold.
static std::string rateOf(const Value &V) {
  unsigned __int128 Parts =
      (static_cast<unsigned __int128>(V.Number) * Millionths + V.Per - 1) /
      V.Per;
  return decimalOf(Parts > UINT64_MAX ? UINT64_MAX : uint64_t(Parts));
}

std::string wordsOf(Measure M, const Value &V) {
  const MeasureRow &Row = rowOf(M);
  if (Row.Unit == MeasureUnit::Rate)
    return rateOf(V) + " " + Row.Noun.str();
  auto [Thing, Rest] = Row.Noun.split(" at ");
  return formatNumberOf(V.Number, Thing.str().c_str()) +
         (Rest.empty() ? "" : " at " + Rest.str());
}

std::string scalarOf(Measure M, const Value &V) {
  return rowOf(M).Unit == MeasureUnit::Rate ? rateOf(V) : utostr(V.Number);
}

} // namespace anomalloc::budget
