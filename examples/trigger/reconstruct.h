//===- reconstruct.h - From clusters to tracks ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRIGGER_RECONSTRUCT_H
#define TRIGGER_RECONSTRUCT_H

#include "event.h"

namespace trigger {

/// The tracks of at most one missing hit that come from the beam. They point to
/// the clusters. Best first.
Tracks reconstruct(const DecodedEvent &Event);

} // namespace trigger

#endif // TRIGGER_RECONSTRUCT_H
