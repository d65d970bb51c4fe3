//===- decode.h - From words to clusters ------------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRIGGER_DECODE_H
#define TRIGGER_DECODE_H

#include "event.h"

namespace trigger {

DecodedEvent decode(const RawEvent &Raw);

} // namespace trigger

#endif // TRIGGER_DECODE_H
