//===- SchemaCommand.cpp - anomalloc schema -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document/Schema.h"
#include "cli/Command.h"
#include "cli/OptionSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {

#define ANOMALLOC_DOCUMENT(Name, Object, Title, Help)                          \
  const JsonObject &Object();
#include "Documents.def"

namespace {

ArrayRef<JsonDocument> documents() {
  static const JsonDocument All[] = {
#define ANOMALLOC_DOCUMENT(Name, Object, Title, Help)                          \
  {Name, Title, Help, Object},
#include "Documents.def"
  };
  return All;
}

class SchemaCommand : public Command {
public:
  CommandInfo info() const override {
    return {"schema", "print what the JSON of the other verbs may hold",
            "[DOCUMENT...]",
            "Prints the JSON Schema of a document, or the types of some or all "
            "documents as TypeScript. Without a document it lists them.\n\n"
            "A document tells its version: a later version removes a key or "
            "changes its meaning; within a version keys may be added.",
            "anomalloc schema\nanomalloc schema report > report.schema.json\n"
            "anomalloc schema --typescript report diff > anomalloc.ts"};
  }

  void addOptions(OptionSet &O) override {
    O.flag("typescript", "print types of TypeScript, of several documents",
           TypeScript);
  }

  Expected<int> run(ArrayRef<StringRef> Arguments) override {
    std::vector<JsonDocument> Chosen;
    for (StringRef Name : Arguments) {
      const auto *It = find_if(
          documents(), [&](const JsonDocument &D) { return D.Name == Name; });
      if (It == documents().end())
        return usageError("no document '" + Name + "'; 'anomalloc schema' " +
                          "lists them");
      if (none_of(Chosen,
                  [&](const JsonDocument &D) { return D.Name == Name; }))
        Chosen.push_back(*It);
    }
    if (TypeScript)
      writeTypeScript(outs(), Chosen.empty() ? documents() : ArrayRef(Chosen));
    else if (Chosen.empty())
      for (const JsonDocument &D : documents())
        outs() << formatv("{0,-18}{1}\n", D.Name, D.Title);
    else if (Chosen.size() > 1)
      return usageError("one schema at a time");
    else
      writeSchema(outs(), Chosen.front());
    return ExitSuccess;
  }

private:
  bool TypeScript = false;
};

RegisterCommand<SchemaCommand> RegisterSchema;

} // namespace
} // namespace anomalloc
