//===- HistogramView.cpp - sizes, drawn (Gomes et al. 2019, Figure 1) -----===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
/// Sizes   each row: up to so many bytes, more than the row above
///   up to  allocations                      requested
///       8   92,739,600  ##################  705.6 MiB  ####
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/report/JsonParts.h"
#include "Report/report/TextReport.h"
#include "Report/text/TextTable.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// A bar of \p Width columns for the largest value; never none for some.
std::string drawBar(uint64_t Value, uint64_t Largest, size_t Width,
                    bool Unicode) {
  if (!Value || !Largest)
    return "";
  double Columns = double(Value) / double(Largest) * double(Width);
  std::string Bar;
  size_t Whole = std::min(size_t(Columns), Width);
  for (size_t I = 0; I != Whole; ++I)
    Bar += Unicode ? "█" : "#";
  static const char *const Eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  size_t Part = size_t((Columns - double(Whole)) * 8);
  if (Unicode && Whole < Width)
    Bar += Eighths[Whole || Part ? std::min<size_t>(Part, 7) : 1];
  return Bar.empty() ? "." : Bar;
}

/// "512", "4K", "1M".
std::string limitOf(const Histogram::Bucket &B) {
  uint64_t Limit = B.Last;
  const char *Unit = "";
  for (const char *Next : {"K", "M", "G", "T", "P", "E"}) {
    if (Limit < 1024)
      break;
    Limit = Limit / 1024 + (Limit % 1024 != 0);
    Unit = Next;
  }
  return formatCount(Limit) + Unit;
}

} // namespace

void showHistogram(const TextPage &Page) {
  Page.heading("Sizes",
               "each row: up to so many bytes, more than the row above");
  Amount Largest;
  for (const Histogram::Bucket &B : Page.A.Histogram.Buckets) {
    Largest.Allocations = std::max(Largest.Allocations, B.Sum.Allocations);
    Largest.Bytes = std::max(Largest.Bytes, B.Sum.Bytes);
  }
  auto Bar = [&Page](uint64_t Value, uint64_t Most) {
    return TextTable::Cell([&Page, Value, Most](size_t Width) {
      return drawBar(Value, Most, std::min(Width, Page.Style.Width),
                     Page.Style.Unicode);
    });
  };
  TextTable Table;
  Table.addColumn("up to");
  Table.addColumn("allocations");
  Table.addColumn("", TextTable::Align::Left, 2);
  Table.addColumn("requested");
  Table.addColumn("", TextTable::Align::Left, 1);
  for (const Histogram::Bucket &B : Page.A.Histogram.Buckets)
    if (B.Sum.Allocations)
      Table.addRow({limitOf(B), Page.Style.count(B.Sum.Allocations),
                    Bar(B.Sum.Allocations, Largest.Allocations),
                    formatBytes(B.Sum.Bytes), Bar(B.Sum.Bytes, Largest.Bytes)});
  Table.print(Page.OS, Page.Style);
}

static void describe(Keys<Histogram::Bucket> &K) {
  K.add("first", &Histogram::Bucket::First);
  K.add("last", &Histogram::Bucket::Last);
  K.include(&Histogram::Bucket::Sum);
}

void describeHistogram(Keys<Analysis> &K) {
  K.add("histogram", "sizes from first to last, without gaps",
        [](const Analysis &A) { return ArrayRef(A.Histogram.Buckets); });
}

} // namespace anomalloc
