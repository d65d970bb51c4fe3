//===- yaml.cpp - parse, change and emit YAML documents -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unit: one document of 100 records (nested maps, sequences, anchors, block
// scalars) is written, parsed into nodes, changed, emitted and parsed again;
// then a broken one is refused, which takes the path of exceptions.
//
//===----------------------------------------------------------------------===//
#include "workload.h"
#include <yaml-cpp/yaml.h>

static std::string makeDocument(workload::Random &Random) {
  std::string Text =
      "defaults: &defaults\n  retries: 3\n  tags: [x, y, z]\nrecords:\n";
  for (int I = 0; I < 100; ++I) {
    Text += "  - name: " + Random.word(3) +
            "\n    settings: *defaults\n    values: [";
    for (int J = 0; J < 12; ++J)
      Text += (J ? ", " : "") + std::to_string(Random.below(100000));
    Text += "]\n    position: {x: " + std::to_string(Random.real()) +
            ", y: " + std::to_string(Random.real()) + "}\n";
    Text += "    \"note \\u00e9\": |\n      " + Random.word(20) + "\n      " +
            Random.word(30) + "\n";
  }
  return Text;
}

static uint64_t unit(unsigned Index) {
  workload::Random Random(Index);
  std::string Text = makeDocument(Random);
  YAML::Node Root = YAML::Load(Text);
  uint64_t Sum = 0;
  for (YAML::Node Record : Root["records"]) {
    for (YAML::Node Value : Record["values"])
      Sum += Value.as<uint64_t>();
    Record["seen"] = Record["name"].as<std::string>() + "!";
  }
  YAML::Emitter Out;
  Out << Root;
  Sum += workload::hash(Out.c_str());
  Sum += YAML::Load(Out.c_str())["records"].size();
  try {
    YAML::Load(Text + "  - [broken, {");
  } catch (const YAML::ParserException &E) {
    Sum += workload::hash(E.what());
  }
  return Sum;
}

int main(int Argc, char **Argv) { return workload::run(Argc, Argv, unit); }
