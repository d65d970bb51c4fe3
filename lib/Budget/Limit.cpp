//===- Limit.cpp - how much a budget allows -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Limit.h"
#include "Analysis/sites/SizeSet.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace anomalloc::budget {

/// "1000", "1,000" or "1_000".
static std::optional<uint64_t> parseCount(StringRef Text) {
  std::string Digits;
  if (Text.find_first_of(",_") != StringRef::npos) {
    SmallVector<StringRef, 8> Groups;
    Text.split(Groups, Text.contains(',') ? ',' : '_');
    if (Groups.front().empty() || Groups.front().size() > 3 ||
        any_of(drop_begin(Groups), [](StringRef G) { return G.size() != 3; }))
      return std::nullopt;
    Digits = join(Groups, "");
    Text = Digits;
  }
  uint64_t Number;
  if (Text.empty() || !all_of(Text, isDigit) || Text.getAsInteger(10, Number))
    return std::nullopt;
  return Number;
}

/// "0.25" in millionths.
static std::optional<uint64_t> parseDecimal(StringRef Text) {
  auto [Whole, Fraction] = Text.split('.');
  std::optional<uint64_t> Number = parseCount(Whole);
  if (!Number || Fraction.size() > 6 || !all_of(Fraction, isDigit) ||
      (Text.contains('.') && Fraction.empty()) ||
      *Number > UINT64_MAX / Millionths - 1)
    return std::nullopt;
  const std::string Digits =
      Fraction.str() + std::string(6 - Fraction.size(), '0');
  uint64_t Parts = 0;
  StringRef(Digits).getAsInteger(10, Parts);
  return *Number * Millionths + Parts;
}

/// "100 MiB", "4K", "4096 bytes".
static std::optional<uint64_t> parseBytes(StringRef Text) {
  if (std::optional<uint64_t> Number = parseCount(Text))
    return Number;
  if (!Text.consume_back("bytes"))
    Text.consume_back("byte");
  const StringRef Digits = Text.take_while(isDigit);
  const StringRef Unit = Text.drop_front(Digits.size()).trim();
  if (!Unit.empty() && isDigit(Unit.front()))
    return std::nullopt; // "1 0 KiB"
  Expected<uint64_t> Bytes = parseSize((Digits + Unit).str());
  if (Bytes)
    return *Bytes;
  consumeError(Bytes.takeError());
  return std::nullopt;
}

/// What may stand there, for a person who wrote something else.
static std::string expectedOf(const MeasureRow &Row) {
  std::string Text = Row.Unit == MeasureUnit::Rate ? "a rate, as 0 or 0.5"
                     : Row.Unit == MeasureUnit::Bytes
                         ? "a size, as 4096 or 64 MiB"
                         : "a number, as 1000";
  if (Row.Share != MeasureShare::None)
    Text += "; or a share, as 5 %";
  if (Row.Grows)
    Text += "; or how much more than the base, as +1 % or +10";
  return Text;
}

Expected<Limit> parseLimit(Measure M, StringRef Text) {
  const MeasureRow &Row = rowOf(M);
  auto Wrong = [&] {
    return makeError("'" + Text + "' is no limit of '" + Row.Key +
                     "': expected " + expectedOf(Row));
  };
  Limit L;
  L.Text = Text.str();
  StringRef Rest = Text.trim();
  const bool Grows = Rest.consume_front("+");
  const bool IsShare = Rest.consume_back("%");
  Rest = Rest.trim();
  if ((Grows && !Row.Grows) ||
      (IsShare && !Grows && Row.Share == MeasureShare::None))
    return Wrong();
  L.Kind = Grows ? (IsShare ? LimitKind::GrowthShare : LimitKind::Growth)
                 : (IsShare ? LimitKind::Share : LimitKind::Most);
  std::optional<uint64_t> Number =
      IsShare || Row.Unit == MeasureUnit::Rate ? parseDecimal(Rest)
      : Row.Unit == MeasureUnit::Bytes         ? parseBytes(Rest)
                                               : parseCount(Rest);
  if (!Number)
    return Wrong();
  L.Number = *Number;
  return L;
}

/// \p Parts, in millionths of a per cent, of \p Whole, rounded down.
static uint64_t partOf(uint64_t Parts, uint64_t Whole) {
  unsigned __int128 Part =
      static_cast<unsigned __int128>(Whole) * Parts / (100 * Millionths);
  return Part > UINT64_MAX ? UINT64_MAX : uint64_t(Part);
}

Value mostOf(const Limit &L, Measure M, uint64_t Reference) {
  switch (L.Kind) {
  case LimitKind::Most:
    break;
  case LimitKind::Share:
    return {partOf(L.Number, Reference)};
  case LimitKind::Growth:
    return {SaturatingAdd(Reference, L.Number)};
  case LimitKind::GrowthShare:
    return {SaturatingAdd(Reference, partOf(L.Number, Reference))};
  }
  return {L.Number, rowOf(M).Unit == MeasureUnit::Rate ? Millionths : 1};
}

std::string shareScalar(uint64_t Part, uint64_t Whole) {
  if (!Whole)
    return "0 %";
  // In tenths of a per cent, rounded up.
  unsigned __int128 Tenths =
      (static_cast<unsigned __int128>(Part) * 1000 + Whole - 1) / Whole;
  return decimalOf(uint64_t(Tenths) * (Millionths / 10)) + " %";
}

} // namespace anomalloc::budget
