//===- Schema.cpp - descriptions as JSON Schema ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// https://json-schema.org/draft/2020-12: "$ref" may have other keywords beside
// it, and an array's first elements are told by "prefixItems".
//
//===----------------------------------------------------------------------===//

#include "Document/Schema.h"
#include "Document/NamedObjects.h"

using namespace llvm;

namespace anomalloc {
namespace {

class SchemaWriter {
public:
  explicit SchemaWriter(raw_ostream &OS) : J(OS, /*IndentSize=*/2) {}

  void write(const JsonDocument &Its) {
    J.object([&] {
      J.attribute("$schema", "https://json-schema.org/draft/2020-12/schema");
      J.attribute("title", Its.Title);
      if (!Its.Help.empty())
        J.attribute("description", Its.Help);
      object(Its.Keys());
      NamedObjects Named;
      addNamedObjects(Named, Its.Keys(), /*WithIncluded=*/false);
      J.attributeObject("$defs", [&] {
        for (const auto &[Name, Object] : Named)
          J.attributeObject(Name, [&, Its = Object] { object(*Its); });
      });
    });
  }

private:
  using KeyTaker = function_ref<void(const JsonKey &, bool MayLack)>;

  /// Those of the objects that stand in \p Its, too.
  void forEachKey(const JsonObject &Its, bool MayLack, KeyTaker Take) {
    for (const JsonKey &Key : Its.Keys)
      if (Key.Included)
        forEachKey(Key.Included(), MayLack || Key.MayLack, Take);
      else
        Take(Key, MayLack || Key.MayLack);
  }

  void object(const JsonObject &Its) {
    if (!Its.Help.empty())
      J.attribute("description", Its.Help);
    J.attribute("type", "object");
    J.attributeArray("required", [&] {
      forEachKey(Its, false, [&](const JsonKey &Key, bool MayLack) {
        if (!MayLack)
          J.value(Key.Name);
      });
    });
    J.attributeObject("properties", [&] {
      forEachKey(Its, false, [&](const JsonKey &Key, bool) {
        J.attributeObject(Key.Name, [&] {
          if (!Key.Help.empty())
            J.attribute("description", Key.Help);
          type(Key.Type());
        });
      });
    });
  }

  void type(const JsonType &Its) {
    if (!Its.OrNull)
      return value(Its);
    J.attributeArray("anyOf", [&] {
      J.object([&] { value(Its); });
      J.object([&] { J.attribute("type", "null"); });
    });
  }

  void value(const JsonType &Its) {
    switch (Its.Its) {
    case JsonType::Boolean:
      return J.attribute("type", "boolean");
    case JsonType::Integer:
    case JsonType::Count:
      J.attribute("type", "integer");
      if (!Its.HasSign)
        J.attribute("minimum", 0);
      return;
    case JsonType::Number:
      return J.attribute("type", "number");
    case JsonType::Id:
      J.attribute("pattern", "^[0-9a-f]{16}$");
      [[fallthrough]];
    case JsonType::Text:
      return J.attribute("type", "string");
    case JsonType::Word:
      return J.attribute("enum", json::Array(Its.Words));
    case JsonType::Constant:
      return J.attribute("const", Its.Always);
    case JsonType::Array:
      J.attribute("type", "array");
      return J.attributeObject("items", [&] { type(Its.Of()); });
    case JsonType::Tuple:
      J.attribute("type", "array");
      J.attribute("minItems", int64_t(Its.Parts.size()));
      J.attribute("maxItems", int64_t(Its.Parts.size()));
      return J.attributeArray("prefixItems", [&] {
        for (JsonType::Getter Part : Its.Parts)
          J.object([&] { type(Part()); });
      });
    case JsonType::Map:
      J.attribute("type", "object");
      return J.attributeObject("additionalProperties", [&] { type(Its.Of()); });
    case JsonType::Object:
      if (const JsonObject &Object = Its.Keys(); Object.Name.empty())
        object(Object);
      else
        J.attribute("$ref", "#/$defs/" + Object.Name);
    }
  }

  json::OStream J;
};

} // namespace

void writeSchema(raw_ostream &OS, const JsonDocument &Its) {
  SchemaWriter(OS).write(Its);
  OS << '\n';
}

} // namespace anomalloc
