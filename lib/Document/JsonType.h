//===- JsonType.h - what the values of a JSON document are ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The types of values, as data: schemas and the types of the page are written
/// from them. Nobody fills them by hand: Keys.h does, from the C++ types of the
/// values. All of this may be called from any thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_DOCUMENT_JSONTYPE_H
#define ANOMALLOC_DOCUMENT_JSONTYPE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <functional>
#include <string>
#include <vector>

namespace anomalloc {

struct JsonObject;

/// The type of a value.
struct JsonType {
  enum Kind {
    Boolean,
    Integer,  ///< Of 32 bits, or with a sign.
    Count,    ///< An integer of 64 bits without a sign.
    Number,   ///< With a fraction.
    Text,     ///< UTF-8.
    Id,       ///< 16 lower-case hexadecimal digits.
    Word,     ///< One of Words.
    Constant, ///< Always the same: Always.
    Array,    ///< Of values of the type Of.
    Tuple,    ///< An array with a value for each of Parts.
    Map,      ///< An object whose keys are data, with values of the type Of.
    Object,   ///< An object with known keys.
  };
  using Getter = JsonType (*)();

  Kind Its = Text;
  bool OrNull = false;
  bool HasSign = false; ///< An Integer may be negative.
  std::vector<std::string> Words;
  llvm::json::Value Always = nullptr;
  Getter Of = nullptr;
  std::vector<Getter> Parts;
  const JsonObject &(*Keys)() = nullptr; ///< The keys of an Object.
};

/// A key of an object, or all keys of another object that stand there.
struct JsonKey {
  std::string Name; ///< "": the keys of Included.
  std::string Help; ///< One phrase; "": the name says it.
  std::function<JsonType()> Type;
  bool MayLack = false;
  const JsonObject &(*Included)() = nullptr;
};

/// The keys of an object, in their order.
struct JsonObject {
  /// What schemas ("change_line") and types ("ChangeLine") call it. "": it has
  /// no name, and is described where it stands.
  std::string Name;
  std::string Help;
  std::vector<JsonKey> Keys;
};

/// A document that a tool can read.
struct JsonDocument {
  llvm::StringRef Name;  ///< "report"
  llvm::StringRef Title; ///< The command that writes it.
  llvm::StringRef Help;
  const JsonObject &(*Keys)();
};

} // namespace anomalloc

#endif // ANOMALLOC_DOCUMENT_JSONTYPE_H
