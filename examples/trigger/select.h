//===- select.h - Which events are kept -------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRIGGER_SELECT_H
#define TRIGGER_SELECT_H

#include "event.h"

namespace trigger {

/// The names of the rules that the tracks of an event pass. It is kept if it
/// passes one.
std::vector<std::string> select(const Tracks &All);

} // namespace trigger

#endif // TRIGGER_SELECT_H
