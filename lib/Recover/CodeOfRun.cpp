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
  ObjectWithDebug File;
  std::unique_ptr<MachineCode> Machine; ///< Refers to File.
};

bool mayHaveUserLoops(StringRef Library, ArrayRef<Frame> Levels) {
  if (isSystemLibrary(Library))
    return false;
  if (Levels.empty() || !Levels.back().File.empty())
    return true;
  // operator new, and the language's runtime.
  const StringRef Function = Levels.back().Function;
  return !Function.starts_with("_Zn") && !Function.starts_with("__cxa_");
}

CodeOfRun::CodeOfRun(const Profile &P, StringRef Root) : P(P), Root(Root) {}
CodeOfRun::~CodeOfRun() = default;

CodeOfRun::Object &CodeOfRun::open(StringRef Library, StringRef BuildId) {
  std::unique_ptr<Object> &Known = Objects[{Library, BuildId}];
  if (Known)
    return *Known;
  Known = std::make_unique<Object>();
  const std::string Path = placeOfLibrary(Root, Library);
  ObjectWithDebug File = openWithDebug(Root, Path);
  if (matchLibrary(P, Path, BuildId, File.Code) != LibraryMatch::Same)
    return *Known;
  Known->File = std::move(File);
  const std::optional<OwnedObject> &Stripped = Known->File.Stripped;
  if (auto Machine =
          MachineCode::open(*Known->File.Code->getBinary(),
                            Stripped ? Stripped->getBinary() : nullptr))
    Known->Machine = std::move(*Machine);
  else
    consumeError(Machine.takeError());
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
  if (!Its.File.Debug || !Offset)
    return {};
  return anomalloc::functionsAt(*Its.File.Debug, Offset - 1);
}

std::string CodeOfRun::typeMadeBy(StringRef Library, StringRef BuildId,
                                  const NewCall &Call) {
  Object &Its = open(Library, BuildId);
  return Its.File.Debug ? typeOfNew(*Its.File.Debug, Call) : "";
}

} // namespace anomalloc
