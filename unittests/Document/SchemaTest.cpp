//===- SchemaTest.cpp - what the schema of a description says -------------
//-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document/Schema.h"
#include "Zoo.h"
#include "gtest/gtest.h"

using namespace anomalloc;
using namespace llvm;

namespace {

json::Value schemaOfZoo() {
  std::string Text;
  raw_string_ostream OS(Text);
  writeSchema(OS, {"zoo", "a zoo", "", []() -> const JsonObject & {
                     return keysOf<Zoo>().object();
                   }});
  return cantFail(json::parse(Text));
}

json::Value property(StringRef Key) {
  json::Value Schema = schemaOfZoo();
  const json::Value *Its =
      Schema.getAsObject()->getObject("properties")->get(Key);
  return Its ? *Its : json::Value(nullptr);
}

json::Value json(StringRef Text) { return cantFail(json::parse(Text)); }

TEST(Schema, EachKindOfValueHasItsType) {
  EXPECT_EQ(property("version"), json(R"({"const": 3})"));
  EXPECT_EQ(property("open"), json(R"({"type": "boolean"})"));
  EXPECT_EQ(property("celsius"), json(R"({"type": "integer"})"));
  EXPECT_EQ(property("gates"), json(R"({"type": "integer", "minimum": 0})"));
  EXPECT_EQ(property("price"), json(R"({"type": "number"})"));
  EXPECT_EQ(property("motto"), json(R"({"type": "string"})"));
  EXPECT_EQ(property("id"),
            json(R"({"type": "string", "pattern": "^[0-9a-f]{16}$"})"));
}

TEST(Schema, WhatMayBeNullSaysSo) {
  EXPECT_EQ(property("visitors"),
            json(R"({"description": "null: nobody counted", "anyOf": [
                      {"type": "integer", "minimum": 0}, {"type": "null"}]})"));
}

TEST(Schema, ArraysAndMapsSayOfWhat) {
  EXPECT_EQ(
      property("animals"),
      json(R"({"type": "array", "items": {"$ref": "#/$defs/an_animal"}})"));
  EXPECT_EQ(property("range"),
            json(R"({"type": "array", "minItems": 2, "maxItems": 2,
                     "prefixItems": [{"type": "integer"}, {"type": "number"}]})"));
  EXPECT_EQ(property("cages"), json(R"({"type": "object",
                     "additionalProperties": {"type": "integer", "minimum": 0}})"));
}

TEST(Schema, KeysThatMayLackAreNotRequired) {
  EXPECT_EQ(
      *schemaOfZoo().getAsObject()->get("required"),
      json(
          R"(["version", "town", "open", "celsius", "gates", "price", "visitors",
                     "animals", "hairs", "range", "cages", "id"])"));
}

TEST(Schema, AnIncludedObjectsKeysAreKeys) {
  EXPECT_EQ(property("eats"), json(R"({"enum": ["hay", "fish"]})"));
}

/// But not one that only stands in others: nothing refers to it.
TEST(Schema, ANamedObjectIsDefinedOnce) {
  EXPECT_EQ(*schemaOfZoo().getAsObject()->get("$defs"), json(R"({"an_animal": {
                       "description": "who lives there", "type": "object",
                       "required": ["name", "hairs", "eats"],
                       "properties": {
                         "name": {"type": "string"},
                         "hairs": {"description": "counted", "type": "integer",
                                   "minimum": 0},
                         "eats": {"enum": ["hay", "fish"]}}}})"));
}

} // namespace
