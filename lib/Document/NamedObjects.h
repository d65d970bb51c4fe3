//===- NamedObjects.h - the objects that a description names ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_DOCUMENT_NAMEDOBJECTS_H
#define ANOMALLOC_DOCUMENT_NAMEDOBJECTS_H

#include "Document/JsonType.h"
#include <map>

namespace anomalloc {

/// All objects that have a name, by name.
using NamedObjects = std::map<std::string, const JsonObject *>;

/// Adds the named objects that values of \p Its may hold, at whatever depth.
/// With \p WithIncluded, adds also those whose keys stand in another object.
void addNamedObjects(NamedObjects &To, const JsonObject &Its,
                     bool WithIncluded);

} // namespace anomalloc

#endif // ANOMALLOC_DOCUMENT_NAMEDOBJECTS_H
