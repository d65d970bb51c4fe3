//===- SiteLayouts.h - the members of what sites allocate -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_SITELAYOUTS_H
#define ANOMALLOC_PROFILE_SITELAYOUTS_H

#include "Profile/Symbolizer.h"

namespace anomalloc {

/// Fills Profile::Layouts for the sites that make one object by `new`, if reads
/// and writes of their blocks were counted by offset. The program's own objects
/// are asked, if they are on this machine and have not changed.
///
/// A site knows its class by name, as a rule without scopes. A class is taken
/// only if its name and its size fit, and if all that fit, or are declared by
/// that name, are one class, with the same members everywhere.
void readSiteLayouts(Profile &P, const SymbolizeOptions &Options = {});

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_SITELAYOUTS_H
