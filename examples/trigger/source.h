//===- source.h - Where events come from ------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRIGGER_SOURCE_H
#define TRIGGER_SOURCE_H

#include "event.h"

namespace trigger {

/// The event \p Number, which is the same each time.
std::unique_ptr<RawEvent> simulateEvent(std::uint64_t Number);

} // namespace trigger

#endif // TRIGGER_SOURCE_H
