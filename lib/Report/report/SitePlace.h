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

/// "function @ file:line:column <- callee". It fits into a line behind
/// \p Indent columns.
std::string placeOf(const Site &S, const TextStyle &Style, size_t Indent);

/// What stands behind the callee: " (pool)", " (device)"; "" if it is no pool.
std::string poolWord(const Site &S);

/// The site's first user frame. If that frame has no line, because it is code
/// that the compiler added, returns the next frame outwards that has a line.
const Frame &frameWithLine(const Site &S);

/// A function, and its file and line, in \p Room columns: "Mesh::getElem @
/// mesh.cpp:5007" for "app::Mesh::getElem(int) const" in "/src/mesh.cpp".
std::string briefLine(const Frame &F, size_t Room);

/// "function in library (dark)". It fits into a line behind \p Indent columns.
std::string darkPlace(llvm::StringRef Function, llvm::StringRef Library,
                      const TextStyle &Style, size_t Indent);

/// "from function @ file:line". If there are several lines, names the first
/// two: "from one of ..., ... or 3 more".
std::string listCallers(const UserLines &Callers, const TextStyle &Style,
                        size_t Indent);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_REPORT_SITEPLACE_H
