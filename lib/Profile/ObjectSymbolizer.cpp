//===- ObjectSymbolizer.cpp -----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ObjectSymbolizer.h"
#include "Profile/ScopedNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"
#include "llvm/DebugInfo/Symbolize/SymbolizableObjectFile.h"

using namespace llvm;

namespace anomalloc {

std::optional<ObjectSymbolizer> ObjectSymbolizer::open(StringRef Root,
                                                       StringRef Path) {
  ObjectSymbolizer Made;
  Made.Its = openWithDebug(Root, Path);
  if (!Made.Its.Code)
    return std::nullopt;
  const object::ObjectFile &Code = *Made.Its.Code->getBinary();
  std::unique_ptr<DWARFContext> Debug = std::move(Made.Its.Debug);
  if (!Debug) // The module asks it for what the symbols do not tell.
    Debug = DWARFContext::create(Code,
                                 DWARFContext::ProcessDebugRelocations::Process,
                                 nullptr, "", consumeError, consumeError);
  Made.Debug = Debug.get();
  Made.IsSystem = isInSystemFolder(Path);
  Made.Shared = SharedEntries::open(
      Root, Made.Its.Stripped ? *Made.Its.Stripped->getBinary() : Code);
  auto Module = symbolize::SymbolizableObjectFile::create(
      &Code, std::move(Debug), /*UntagAddresses=*/false);
  if (!Module) {
    consumeError(Module.takeError());
    return std::nullopt;
  }
  Made.Module = std::move(*Module);
  return Made;
}

DIInliningInfo ObjectSymbolizer::levelsAt(uint64_t Address) const {
  // Nobody but the system can have damaged its own files, and they are large.
  if (!IsSystem && !canBeAsked(*Debug, Address)) {
    DIInliningInfo Unknown;
    Unknown.addFrame(DILineInfo());
    return Unknown;
  }
  DIInliningInfo Levels = Module->symbolizeInlinedCode(
      {Address, object::SectionedAddress::UndefSection},
      {DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
       DINameKind::LinkageName},
      /*UseSymbolTable=*/true);
  if (Shared)
    nameShared(Levels, Address);
  return Levels;
}

/// Names those of \p Levels whose names are in the shared file.
void ObjectSymbolizer::nameShared(DIInliningInfo &Levels,
                                  uint64_t Address) const {
  DWARFUnit *Unit = Debug->getCompileUnitForCodeAddress(Address);
  SmallVector<DWARFDie, 4> Functions;
  if (Unit)
    Unit->getInlinedChainForAddress(Address, Functions);
  if (Functions.size() != Levels.getNumberOfFrames())
    return;
  for (auto [I, Function] : enumerate(Functions)) {
    std::string &Name = Levels.getMutableFrame(I)->FunctionName;
    if (Name != DILineInfo::BadString)
      continue;
    if (std::string Known = Shared->nameOf(Function); !Known.empty())
      Name = std::move(Known);
  }
}

} // namespace anomalloc
