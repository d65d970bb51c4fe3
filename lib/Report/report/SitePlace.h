//===- SitePlace.h - a site in one line -------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_REPORT_SITEPLACE_H
#define ANOMALLOC_REPORT_REPORT_SITEPLACE_H

#include "Analysis/lines/UserCallers.h"
#include "Report/text/TextStyle.h"

namespace anomalloc {

/// "function @ file:line:column <- callee", in what \p Indent leaves of a line.
std::string placeOf(const Site &S, const TextStyle &Style, size_t Indent);

/// The site's own level, or, of code of the compiler's own, which has no line,
/// the next one outwards that has.
const Frame &frameWithLine(const Site &S);

/// "Mesh::getElem @ mesh.cpp:5007" of "app::Mesh::getElem(int) const" and
/// "/src/mesh.cpp", in \p Room columns.
std::string briefLine(const Frame &F, size_t Room);

/// "function in library (dark)", in what \p Indent leaves of a line.
std::string darkPlace(llvm::StringRef Function, llvm::StringRef Library,
                      const TextStyle &Style, size_t Indent);

/// "from function @ file:line", or of several lines the first two.
std::string listCallers(const UserLines &Callers, const TextStyle &Style,
                        size_t Indent);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_SITEPLACE_H
