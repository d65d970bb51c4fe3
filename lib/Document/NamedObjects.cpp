//===- NamedObjects.cpp - the objects that a description names ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document/NamedObjects.h"
#include <cassert>

namespace anomalloc {

static void addOne(NamedObjects &To, const JsonObject &Its) {
  if (Its.Name.empty())
    return addNamedObjects(To, Its);
  auto [Known, New] = To.try_emplace(Its.Name, &Its);
  assert(Known->second == &Its && "two objects of one name");
  if (New)
    addNamedObjects(To, Its);
}

static void addOfType(NamedObjects &To, const JsonType &Its) {
  if (Its.Of)
    addOfType(To, Its.Of());
  for (JsonType::Getter Part : Its.Parts)
    addOfType(To, Part());
  if (Its.Keys)
    addOne(To, Its.Keys());
}

void addNamedObjects(NamedObjects &To, const JsonObject &Its) {
  for (const JsonKey &Key : Its.Keys)
    if (Key.Included)
      addOne(To, Key.Included());
    else
      addOfType(To, Key.Type());
}

} // namespace anomalloc
