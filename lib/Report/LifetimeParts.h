//===- LifetimeParts.h - what views of lifetimes share ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_LIFETIMEPARTS_H
#define ANOMALLOC_REPORT_LIFETIMEPARTS_H

#include "Report/TextReport.h"

namespace anomalloc {

/// A row's site, or its dark function and library, in one line.
std::string nameOfRow(const LifetimeTable::Row &R, const TextPage &Page,
                      size_t Indent);

/// Says why lifetimes are missing, if they are; false: there are none at all.
bool showLifetimeState(const TextPage &Page);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_LIFETIMEPARTS_H
