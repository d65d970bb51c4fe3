//===- AccessParts.cpp - accesses to blocks in words ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/AccessParts.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

using format::AccessCounters;
using Piece = AccessSum::Piece;

static double readsOfByte(const Piece &P) {
  return double(P.Read) / double(P.Bytes);
}

static double mostReads(ArrayRef<Piece> Pieces) {
  double Most = 0;
  for (const Piece &P : Pieces)
    Most = std::max(Most, readsOfByte(P));
  return Most;
}

std::string heatStrip(ArrayRef<Piece> Pieces) {
  const double Most = mostReads(Pieces);
  std::string Strip;
  for (const Piece &P : Pieces) {
    if (!P.Read) {
      Strip += P.Written ? 'w' : '.';
      continue;
    }
    char Digit = '9';
    for (double Reads = readsOfByte(P) * 2; Reads <= Most && Digit > '1';
         Reads *= 2)
      --Digit;
    Strip += Digit;
  }
  return Strip;
}

std::string bytesNobodyReads(ArrayRef<Piece> Pieces) {
  if (mostReads(Pieces) == 0)
    return "";
  SmallVector<std::string> Ranges;
  for (size_t I = 0; I != Pieces.size(); ++I) {
    if (Pieces[I].Read)
      continue;
    const size_t First = I;
    while (I + 1 != Pieces.size() && !Pieces[I + 1].Read)
      ++I;
    Ranges.push_back(utostr(Pieces[First].Offset) + "-" +
                     utostr(Pieces[I].Offset + Pieces[I].Bytes - 1));
  }
  if (Ranges.empty())
    return "";
  constexpr size_t Shown = 6;
  std::string Last;
  if (Ranges.size() > Shown)
    Last = formatNumberOf(Ranges.size() - Shown, "more range");
  else if (Ranges.size() > 1)
    Last = Ranges.pop_back_val();
  if (Ranges.size() > Shown)
    Ranges.resize(Shown);
  return "bytes " + join(Ranges, ", ") + (Last.empty() ? "" : " and " + Last);
}

std::optional<std::vector<UnreadParts::Part>>
membersNobodyReads(const Profile &P, const AccessTable::Row &R) {
  const auto Pieces = R.Sum.pieces();
  if (!R.Its->Site || mostReads(Pieces) == 0)
    return std::nullopt;
  const uint64_t Size = *R.Sum.onlySize();
  const ClassLayout *Layout = P.layout(*R.Its->Site, Size);
  if (!Layout)
    return std::nullopt;
  return unreadParts(Size, Layout,
                     [&](uint64_t Slot) { return Pieces[Slot].Read != 0; })
      .Members;
}

std::string extentsInWords(const AccessSum &Sum) {
  constexpr std::pair<double, StringLiteral> Shares[] = {
      {0.5, "half of the blocks"}, {0.9, "nine tenths"}, {1, "all"}};
  std::string Text;
  for (size_t I = 0; I != std::size(Shares); ++I) {
    const uint32_t Extent = Sum.extentOf(Shares[I].first);
    // The larger part of the blocks says it for the smaller one.
    if (I + 1 != std::size(Shares) &&
        Extent == Sum.extentOf(Shares[I + 1].first))
      continue;
    Text += Text.empty() ? "last byte used: within the first " : ", ";
    Text += formatPercent(Extent, AccessCounters::NumExtents - 1);
    Text += Text.find('%') + 1 == Text.size() ? " of the block for " : " for ";
    Text += Shares[I].second;
  }
  return Text;
}

std::string usersInWords(const AccessSum &Sum, NumberStyle Style) {
  const std::pair<uint64_t, StringLiteral> Users[] = {
      {Sum.of(AccessCounters::ByMaker), "the thread that made them"},
      {Sum.of(AccessCounters::ByOther), "one other thread"},
      {Sum.of(AccessCounters::BySeveral), "several threads"}};
  const uint64_t All = Sum.usedBlocks();
  uint64_t Left = All;
  std::string Text;
  for (auto [Blocks, Who] : Users) {
    if (!Blocks)
      continue;
    Left -= std::min(Left, Blocks);
    Text += Text.empty() ? "used by " : ", by ";
    Text += Who;
    Text += Blocks == All ? " alone" : ": " + formatCount(Blocks, Style);
  }
  if (Left)
    Text += (Text.empty() ? "used by" : ", by") +
            std::string(" an unknown "
                        "thread: ") +
            formatCount(Left, Style);
  return Text;
}

} // namespace anomalloc
