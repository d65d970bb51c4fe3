//===- CodeOfRun.cpp - the objects of a run -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/CodeOfRun.h"

using namespace llvm;

namespace anomalloc {

struct CodeOfRun::Object {
  std::optional<OwnedObject> Code, Symbols;
  std::unique_ptr<MachineCode> Machine; ///< Refers to both.
  std::unique_ptr<DWARFContext> Debug;  ///< Null: no debug information.
};

CodeOfRun::CodeOfRun(const Profile &P, StringRef Root) : P(P), Root(Root) {}
CodeOfRun::~CodeOfRun() = default;

CodeOfRun::Object &CodeOfRun::open(StringRef Library, StringRef BuildId) {
  std::unique_ptr<Object> &Known = Objects[{Library, BuildId}];
  if (Known)
    return *Known;
  Known = std::make_unique<Object>();
  std::optional<OwnedObject> Code = openLibrary(Root + Library.str());
  if (matchLibrary(P, Root + Library.str(), BuildId, Code) !=
      LibraryMatch::Same)
    return *Known;
  Known->Code = std::move(Code);
  Known->Symbols =
      openDebugFile(Root, Root + Library.str(), *Known->Code->getBinary());
  const object::ObjectFile *Own = Known->Code->getBinary();
  const object::ObjectFile *Other =
      Known->Symbols ? Known->Symbols->getBinary() : nullptr;
  if (auto Machine = MachineCode::open(*Own, Other))
    Known->Machine = std::move(*Machine);
  else
    consumeError(Machine.takeError());
  for (const object::ObjectFile *File : {Own, Other})
    if (File && !Known->Debug && hasDebugInformation(*File))
      // What is wrong with the file is not known, and nothing more.
      Known->Debug = DWARFContext::create(
          *File, DWARFContext::ProcessDebugRelocations::Ignore, nullptr, "",
          consumeError, consumeError);
  return *Known;
}

std::optional<MachineCall>
CodeOfRun::callBefore(StringRef Library, StringRef BuildId, uint64_t Offset) {
  Object &Its = open(Library, BuildId);
  return Its.Machine ? Its.Machine->callBefore(Offset) : std::nullopt;
}

std::vector<FunctionFacts>
CodeOfRun::functionsAt(StringRef Library, StringRef BuildId, uint64_t Offset) {
  Object &Its = open(Library, BuildId);
  if (!Its.Debug || !Offset)
    return {};
  return anomalloc::functionsAt(*Its.Debug, Offset - 1);
}

} // namespace anomalloc
