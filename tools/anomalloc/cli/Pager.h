//===- Pager.h - long text on a terminal, a page at a time ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CLI_PAGER_H
#define ANOMALLOC_ANOMALLOC_CLI_PAGER_H

namespace anomalloc {

/// Sends what is written to standard output from now on, and to standard error
/// if that is a terminal too, through $ANOMALLOC_PAGER, $PAGER or less. Does
/// nothing if standard output is no terminal, or if the pager is "" or "cat". A
/// terminal's size and colours must have been asked for before. Call it at most
/// once, from the main thread.
void startPager();

/// Waits until the person has left the pager, if one was started. Standard
/// output must have been flushed.
void finishPager();

/// From now on a reader who goes away early, as 'head' does, ends neither us
/// nor counts as an error: what is left of the output is dropped. Programs that
/// we start are not affected.
void tolerateClosedPipes();

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_PAGER_H
