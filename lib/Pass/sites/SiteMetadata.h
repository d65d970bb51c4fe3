//===- SiteMetadata.h - a site, visible in the IR ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every instrumented call carries what the pass knows of it:
/// \code
///   %p = call ptr @_Znwm(i64 24), !anomalloc !7
///   !7 = !{i64 -6543, !"_Znwm", i32 2, i64 24, !"Element", !"main a.cpp:7:12",
///          !"heap", i32 0, i64 778899, i64 1000}
/// \endcode
/// The elements: id, callee, loop depth, constant size or -1, type, first user
/// frame, family, slot, id of the innermost loop or 0, its constant trip count
/// or 0.
///
/// An instrumented function has the attribute "anomalloc".
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SITES_SITEMETADATA_H
#define ANOMALLOC_PASS_SITES_SITEMETADATA_H

#include "sites/UnitTable.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace anomalloc {

/// The attribute of functions that need not be looked at again.
inline constexpr llvm::StringLiteral InstrumentedAttribute("anomalloc");

bool hasSiteMetadata(const llvm::CallBase &Call);
void attachSiteMetadata(llvm::CallBase &Call, const SiteTable::Site &Site,
                        const UnitTable &Table);

unsigned loopDepth(std::optional<LoopRowIndex> Innermost,
                   const UnitTable &Table);

/// "function file:line:column" of a site's first user frame.
std::string userFrame(const SiteTable::Site &Site, const UnitTable &Table);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SITES_SITEMETADATA_H
