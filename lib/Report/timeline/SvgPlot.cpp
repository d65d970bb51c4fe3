//===- SvgPlot.cpp - what pictures of measurements share ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/timeline/SvgPlot.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;

namespace anomalloc {

void beginSvg(raw_ostream &OS, unsigned Width, unsigned Height) {
  OS << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << Width
     << "\" height=\"" << Height
     << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
     << "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
}

void svgText(raw_ostream &OS, double X, double Y, const Twine &Text,
             StringRef Attributes) {
  OS << "<text x=\"" << unsigned(X) << "\" y=\"" << unsigned(Y) << '"'
     << Attributes << '>';
  printHTMLEscaped(Text.str(), OS);
  OS << "</text>\n";
}

/// The smallest round number of which \p Most has at most five.
static double roundStep(double Most, TickBase Base) {
  const double Least = Most / 5;
  if (Base == TickBase::Two)
    return std::exp2(std::max(std::ceil(std::log2(Least)), 0.0));
  const double Power = std::pow(10, std::floor(std::log10(Least)));
  for (double Factor : {1, 2, 5})
    if (Factor * Power >= Least)
      return Factor * Power;
  return 10 * Power;
}

std::vector<double> roundTicks(double Most, TickBase Base) {
  std::vector<double> Ticks = {0};
  if (!(Most > 0) || !std::isfinite(Most))
    return Ticks;
  const double Step = roundStep(Most, Base);
  // Products, not sums: 3 * 0.1 is nearer to 0.3.
  constexpr double Slack = 1e-9;
  while (double(Ticks.size()) * Step <= Most * (1 + Slack))
    Ticks.push_back(double(Ticks.size()) * Step);
  return Ticks;
}

std::string withoutTrailingZeros(StringRef Number) {
  const size_t Point = Number.find('.');
  if (Point == StringRef::npos)
    return Number.str();
  size_t End = Point + 1;
  while (End != Number.size() && isDigit(Number[End]))
    ++End;
  StringRef Digits = Number.slice(Point, End).rtrim('0');
  if (Digits == ".")
    Digits = "";
  return (Number.take_front(Point) + Digits + Number.drop_front(End)).str();
}

} // namespace anomalloc
