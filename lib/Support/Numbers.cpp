//===- Numbers.cpp - numbers for people -----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Numbers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anomalloc {

/// Four digits: "7.376", "87.18", "999.9".
static std::string fourDigits(double Value) {
  if (Value < 9.9995)
    return formatv("{0:F3}", Value);
  if (Value < 99.995)
    return formatv("{0:F2}", Value);
  return formatv("{0:F1}", Value);
}

std::string formatCount(uint64_t Number, NumberStyle Style) {
  if (Style == NumberStyle::Full || Number < 1000) {
    std::string Digits = utostr(Number);
    for (size_t At = Digits.size(); At > 3;)
      Digits.insert(At -= 3, ",");
    return Digits;
  }
  unsigned Exponent = 0;
  double Value = double(Number);
  for (; Value >= 999.995; Value /= 1000)
    Exponent += 3;
  if (Exponent <= 3)
    return formatv("{0:F1}x10^3", double(Number) / 1000);
  return formatv("{0:F2}x10^{1}", Value, Exponent);
}

std::string formatBytes(uint64_t Bytes) {
  if (Bytes < 1024)
    return Bytes ? utostr(Bytes) + " B" : "0";
  static const char *const Units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double Value = double(Bytes) / 1024;
  const char *const *Unit = Units;
  for (; Value >= 1023.95; Value /= 1024)
    ++Unit;
  return fourDigits(Value) + " " + *Unit;
}

std::string formatPercent(uint64_t Part, uint64_t Whole) {
  if (!Part || !Whole)
    return "0 %";
  if (Part == Whole)
    return "100 %";
  return formatPercent(100.0 * double(Part) / double(Whole));
}

std::string formatPercent(double Percent) {
  if (Percent < 0.05)
    return "<0.1 %";
  if (Percent >= 99.95 && Percent < 100)
    return ">99.9 %";
  return Percent == 100 ? "100 %" : formatv("{0:F1} %", Percent).str();
}

std::string formatDuration(uint64_t Nanoseconds) {
  double Seconds = double(Nanoseconds) * 1e-9;
  if (Seconds < 0.9995)
    return formatv("{0:F0} ms", Seconds * 1000);
  if (Seconds < 60)
    return formatv("{0:F2} s", Seconds);
  uint64_t Whole = Nanoseconds / 1000000000;
  if (Whole < 3600)
    return formatv("{0} min {1} s", Whole / 60, Whole % 60);
  return formatv("{0} h {1} min", Whole / 3600, Whole / 60 % 60);
}

std::string formatNumberOf(uint64_t Number, const char *Noun,
                           NumberStyle Style) {
  std::string Text = formatCount(Number, Style) + " " + Noun;
  if (Number == 1)
    return Text;
  StringRef End = Text;
  if (End.ends_with("ss")) // process, processes
    return Text + "es";
  if (End.ends_with("y")) // library, libraries
    return End.drop_back().str() + "ies";
  return Text + "s";
}

} // namespace anomalloc
