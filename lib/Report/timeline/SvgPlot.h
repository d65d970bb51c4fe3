//===- SvgPlot.h - what pictures of measurements share ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_TIMELINE_SVGPLOT_H
#define ANOMALLOC_REPORT_TIMELINE_SVGPLOT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace anomalloc {

/// The colours of the series. Colour-blind people can tell them apart, too
/// (Okabe and Ito, "Color Universal Design", 2008).
inline constexpr const char *SeriesColours[] = {"#0072b2", "#e69f00", "#009e73",
                                                "#cc79a7", "#56b4e9", "#d55e00",
                                                "#f0e442"};

/// Begins a picture of \p Width times \p Height pixels, on white. The caller
/// writes "</svg>".
void beginSvg(llvm::raw_ostream &OS, unsigned Width, unsigned Height);

/// Writes \p Text and escapes it. \p Attributes holds further attributes, each
/// with a blank before it.
void svgText(llvm::raw_ostream &OS, double X, double Y, const llvm::Twine &Text,
             llvm::StringRef Attributes = "");

enum class TickBase { Ten, Two };

/// The round numbers on an axis from 0 to \p Most: three to six, with 0. Their
/// step is 1, 2 or 5 times a power of ten or, for bytes, a power of two.
std::vector<double> roundTicks(double Most, TickBase Base);

/// \p Number without the zeros at its end: "4 MiB" for "4.000 MiB", "2.5 ms"
/// for "2.50 ms".
std::string withoutTrailingZeros(llvm::StringRef Number);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_TIMELINE_SVGPLOT_H
