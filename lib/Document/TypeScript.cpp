//===- TypeScript.cpp - descriptions as types of TypeScript ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document/NamedObjects.h"
#include "Document/Schema.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// "change_line" and "stack-tree" -> "ChangeLine", "StackTree"
std::string typeName(StringRef Name) {
  std::string R;
  bool IsFirst = true;
  for (char C : Name) {
    if (isAlnum(C))
      R += IsFirst ? toUpper(C) : C;
    IsFirst = !isAlnum(C);
  }
  return R;
}

/// Writes types as text. Nested objects are indented.
class TypeText {
public:
  std::string of(const JsonObject &Its) {
    std::vector<std::string> Parts;
    for (const JsonKey &Key : Its.Keys)
      if (Key.Included)
        Parts.push_back(included(Key));
    if (Parts.size() != Its.Keys.size())
      Parts.push_back(ownKeys(Its));
    return join(Parts, " & ");
  }

private:
  std::string ownKeys(const JsonObject &Its) {
    std::string R = "{\n";
    Indent += 2;
    for (const JsonKey &Key : Its.Keys)
      if (!Key.Included)
        R += key(Key);
    Indent -= 2;
    return R + std::string(Indent, ' ') + "}";
  }

  std::string key(const JsonKey &Key) {
    const std::string Begin(Indent, ' ');
    std::string R;
    if (!Key.Help.empty())
      R = Begin + "/** " + Key.Help + " */\n";
    return R + Begin + Key.Name + (Key.MayLack ? "?: " : ": ") +
           of(Key.Type()) + ";\n";
  }

  /// All keys of an object that stand among those of another one.
  std::string included(const JsonKey &Key) {
    const std::string Type = object(Key.Included());
    return Key.MayLack ? "Partial<" + Type + ">" : Type;
  }

  std::string object(const JsonObject &Its) {
    return Its.Name.empty() ? of(Its) : typeName(Its.Name);
  }

  std::string array(std::string Of) {
    return StringRef(Of).find_first_of(" {") == StringRef::npos
               ? Of + "[]"
               : "(" + Of + ")[]";
  }

  std::string of(const JsonType &Its) {
    return value(Its) + (Its.OrNull ? " | null" : "");
  }

  std::string value(const JsonType &Its) {
    switch (Its.Its) {
    case JsonType::Boolean:
      return "boolean";
    case JsonType::Integer:
    case JsonType::Number:
      return "number";
    case JsonType::Count:
      return "Count";
    case JsonType::Text:
    case JsonType::Id:
      return "string";
    case JsonType::Word:
      return "\"" + join(Its.Words, "\" | \"") + "\"";
    case JsonType::Constant:
      return formatv("{0}", Its.Always).str();
    case JsonType::Array:
      return array(of(Its.Of()));
    case JsonType::Tuple:
      return "[" +
             join(map_range(Its.Parts,
                            [&](JsonType::Getter Part) { return of(Part()); }),
                  ", ") +
             "]";
    case JsonType::Map:
      return "Record<string, " + of(Its.Of()) + ">";
    case JsonType::Object:
      return object(Its.Keys());
    }
    llvm_unreachable("no kind");
  }

  unsigned Indent = 0;
};

} // namespace

void writeTypeScript(raw_ostream &OS, ArrayRef<JsonDocument> Documents) {
  OS << "// Written by 'anomalloc schema --typescript'.\n"
        "/** A count that JSON.parse may round is a bigint. */\n"
        "export type Count = number | bigint;\n";
  NamedObjects Named;
  for (const JsonDocument &Each : Documents) {
    addNamedObjects(Named, Each.Keys(), /*WithIncluded=*/true);
    OS << "\n/** " << Each.Title << " */\nexport type " << typeName(Each.Name)
       << " = " << TypeText().of(Each.Keys()) << ";\n";
  }
  for (const auto &[Name, Object] : Named)
    OS << "\nexport type " << typeName(Name) << " = " << TypeText().of(*Object)
       << ";\n";
}

} // namespace anomalloc
