//===- Chain.cpp - the inline chain of a call -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chain.h"
#include "FunctionKey.h"
#include "anomalloc/SystemPaths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace anomalloc;

/// Of functions in namespace std and in libstdc++'s own.
static constexpr StringLiteral LibraryNamePrefixes[] = {
    "_ZSt", "_ZNSt", "_ZNKSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"};

/// Absolute, or relative to \p Directory, the one of the compilation.
static SmallString<256> pathOf(const DIFile *File, StringRef Directory) {
  SmallString<256> Path(File->getFilename());
  // Clang keeps the directory apart where it is that of the compilation.
  if (sys::path::is_relative(Path) && !File->getDirectory().empty() &&
      File->getDirectory() != Directory) {
    Path = File->getDirectory();
    sys::path::append(Path, File->getFilename());
  }
  // Relative paths may begin with a symbolic link: they stay as they are.
  if (sys::path::is_absolute(Path))
    sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path;
}

StringIndex ChainBuilder::file(const DIFile *File) {
  if (!File)
    return 0;
  auto [I, New] = Files.try_emplace(File);
  if (New)
    I->second = Table.string(pathOf(File, Table.stringAt(Table.Directory)));
  return I->second;
}

FunctionIndex ChainBuilder::function(const Function &F) {
  if (const DISubprogram *SP = F.getSubprogram())
    return Table.function(linkageName(F), Table.stringAt(file(SP->getFile())),
                          SP->getLine(), unitOf(F));
  return Table.function(linkageName(F), F.getParent()->getSourceFileName(), 0,
                        unitOf(F));
}

FrameIndex ChainBuilder::frame(const Function &F, const DILocation *Location) {
  if (!Location) {
    FunctionIndex Row = function(F);
    return Table.frame({std::nullopt, Row, Table.Functions[Row].File, 0, 0});
  }
  if (auto I = Frames.find(Location); I != Frames.end())
    return I->second;
  FrameRow Row{std::nullopt, 0, file(Location->getFile()), Location->getLine(),
               Location->getColumn()};
  if (const DILocation *Caller = Location->getInlinedAt()) {
    const DISubprogram *SP = Location->getScope()->getSubprogram();
    Row.Caller = frame(F, Caller);
    Row.Function =
        Table.function(linkageName(*SP), Table.stringAt(file(SP->getFile())),
                       SP->getLine(), unitOf(*SP));
  } else {
    Row.Function = function(F);
  }
  FrameIndex I = Table.frame(Row);
  Frames[Location] = I;
  return I;
}

bool ChainBuilder::isSystem(StringRef File) const {
  SmallString<256> Path(File);
  if (sys::path::is_relative(Path)) {
    Path = Table.stringAt(Table.Directory);
    sys::path::append(Path, File);
  }
  return isSystemPath(std::string_view(Path.data(), Path.size()),
                      MoreSystemPaths);
}

bool ChainBuilder::isSystemFrame(FrameIndex I) {
  StringIndex File = Table.Frames[I].File;
  auto [Answer, New] = SystemPaths.try_emplace(File);
  if (New)
    Answer->second = isSystem(Table.stringAt(File));
  return Answer->second;
}

bool ChainBuilder::isSystemFile(const DIFile *File) {
  if (!File)
    return false;
  auto [Answer, New] = SystemFiles.try_emplace(File);
  if (New)
    Answer->second = isSystem(pathOf(File, Table.stringAt(Table.Directory)));
  return Answer->second;
}

bool ChainBuilder::isLibraryFunction(const Function &F) {
  if (const DISubprogram *SP = F.getSubprogram())
    return isSystemFile(SP->getFile());
  return any_of(LibraryNamePrefixes, [&](StringRef Prefix) {
    return F.getName().starts_with(Prefix);
  });
}

/// The innermost level of \p Location in a line of the user's, or null.
const DILocation *ChainBuilder::userLevel(const DILocation *Location) {
  while (Location && isSystemFile(Location->getFile()))
    Location = Location->getInlinedAt();
  return Location;
}

bool ChainBuilder::hasUserFrame(const Function &F, const DILocation *Location) {
  return userLevel(Location) || !isLibraryFunction(F);
}

CallPlace ChainBuilder::place(const Function &F, const DILocation *Location) {
  return {frame(F, userLevel(Location)), hasUserFrame(F, Location)};
}

Chain ChainBuilder::chain(const Function &F, const DILocation *Location) {
  Chain C;
  C.Innermost = frame(F, Location);
  for (FrameIndex I = C.Innermost; isSystemFrame(I) && Table.Frames[I].Caller;
       I = *Table.Frames[I].Caller)
    ++C.UserFrame;

  C.Key = functionKey(F);
  SmallVector<const DISubprogram *, 8> Inlined;
  for (; Location && Location->getInlinedAt();
       Location = Location->getInlinedAt())
    Inlined.push_back(Location->getScope()->getSubprogram());
  for (const DISubprogram *SP : reverse(Inlined)) {
    auto [I, New] = Keys.try_emplace(SP);
    if (New)
      I->second = functionKey(*SP);
    C.Key += '\0';
    C.Key += I->second;
  }
  return C;
}
