//===- Pager.h - long text on a terminal, a page at a time ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CLI_PAGER_H
#define ANOMALLOC_ANOMALLOC_CLI_PAGER_H

namespace anomalloc {

/// From now on, sends standard output through $ANOMALLOC_PAGER, $PAGER or less.
/// Standard error goes there, too, if it is a terminal. Does nothing if
/// standard output is no terminal, or if the pager is "" or "cat". Ask for the
/// terminal's size and colours before this call. Call it at most once, from the
/// main thread.
void startPager();

/// If a pager was started, waits until the person has left it. Flush standard
/// output before this call.
void finishPager();

/// From now on, a reader of our output may close the pipe early, as 'head'
/// does. This neither ends our process nor counts as an error. The rest of the
/// output is dropped. Programs that we start are not affected.
void tolerateClosedPipes();

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_PAGER_H
