//===- AdviceViews.h - which allocator, which setting -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_ALLOCATORS_ADVICEVIEWS_H
#define ANOMALLOC_REPORT_ALLOCATORS_ADVICEVIEWS_H

#include "Advice/Served.h"
#include "Advice/TraceTrial.h"
#include "Report/text/TextStyle.h"

namespace anomalloc {

/// What advise-allocator found for a trace.
struct AdviceView {
  const TracedRun &Run;
  const AdviceRequest &Request;
  const AllocatorAdvice &Found;
  const ServedAdvice &Served;
  /// The environment variables that \p C needs, as words of a shell.
  std::string prefixOf(const Candidate &C) const;
};

/// \code
///   Advice for app.anomalloc   311,700 events of 2 threads, under glibc
///   ...
///   1. jemalloc, decay-0
///     LD_PRELOAD=/usr/lib/libjemalloc.so.2 MALLOC_CONF=... ./app
///     peak RSS: 12.1 MiB less (38.2 %)
/// \endcode
/// With \p All, also shows everything that was tried.
void writeTextAdvice(llvm::raw_ostream &OS, const AdviceView &V,
                     const TextStyle &Style, bool All);

/// Writes JSON as `anomalloc schema advise-allocator` describes it.
void writeJsonAdvice(llvm::raw_ostream &OS, const AdviceView &V);

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_ALLOCATORS_ADVICEVIEWS_H
