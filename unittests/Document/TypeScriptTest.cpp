//===- TypeScriptTest.cpp - what the types of a description say -----------
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

TEST(TypeScript, EachDocumentAndEachNamedObjectIsAType) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeTypeScript(
      OS, JsonDocument{"the-zoo", "a zoo", "", []() -> const JsonObject & {
                         return keysOf<Zoo>().object();
                       }});
  EXPECT_EQ(Text.substr(Text.find("export type TheZoo")),
            R"(export type TheZoo = Town & Partial<AnAnimal> & {
  version: 3;
  open: boolean;
  celsius: number;
  gates: number;
  price: number;
  /** null: nobody counted */
  visitors: Count | null;
  motto?: string;
  animals: AnAnimal[];
  hairs: Count[];
  range: [number, number];
  cages: Record<string, number>;
  id: string;
};

export type AnAnimal = {
  name: string;
  /** counted */
  hairs: Count;
  eats: "hay" | "fish";
};

export type Town = {
  town: string;
};
)");
}
