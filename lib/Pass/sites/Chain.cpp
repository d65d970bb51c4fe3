//===- Chain.cpp - the inline chain of a call -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/Chain.h"
#include "Support/MakerNames.h"
#include "anomalloc/SystemPaths.h"
#include "makers/MakerMarks.h"
#include "objects/ClassMembers.h"
#include "sites/FunctionKey.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace anomalloc;

ChainBuilder::ChainBuilder(const Module &M, UnitTable &Table,
                           std::vector<std::string> MoreSystemPaths)
    : Table(Table), MoreSystemPaths(std::move(MoreSystemPaths)), Uses(M),
      Marked(markedMakers(M)) {
  for (const std::string &Prefix : this->MoreSystemPaths)
    Table.SystemPaths.push_back(Table.string(Prefix));
}

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

StringRef ChainBuilder::file(const DIFile *File) {
  if (!File)
    return "";
  auto [I, New] = Files.try_emplace(File);
  if (New)
    I->second = Table.string(pathOf(File, Table.Directory));
  return I->second;
}

/// Tells of the class that \p SP is a member of.
void ChainBuilder::addClass(const DISubprogram &SP) {
  const DICompositeType *Class = classOf(SP);
  if (!Class || !Classes.insert(Class).second || isSystemFile(SP.getFile()))
    return;
  std::string Name = nameOfClass(*Class);
  if (std::optional<ClassRefill> Refill = refillOf(*Class);
      Refill && !Name.empty())
    Table.Classes[Table.string(Name)] = *Refill;
}

FunctionIndex ChainBuilder::function(const Function &F) {
  const DISubprogram *SP = F.getSubprogram();
  FunctionIndex I =
      SP ? Table.function(linkageName(F), file(SP->getFile()), SP->getLine(),
                          unitOf(F))
         : Table.function(linkageName(F), F.getParent()->getSourceFileName(), 0,
                          unitOf(F));
  if (isMaker(F))
    Table.Makers.insert(I);
  if (SP)
    addClass(*SP);
  return I;
}

FunctionIndex ChainBuilder::function(const DISubprogram &SP) {
  FunctionIndex I = Table.function(linkageName(SP), file(SP.getFile()),
                                   SP.getLine(), unitOf(SP));
  if (isMaker(SP))
    Table.Makers.insert(I);
  addClass(SP);
  return I;
}

/// Where the optimizer made one call of two, it has no line: then that of the
/// block around both, or of the function.
static unsigned lineOf(const DILocation &Location) {
  unsigned Line = Location.getLine();
  for (const DILocalScope *Scope = Location.getScope(); !Line && Scope;) {
    if (const auto *Block = dyn_cast<DILexicalBlock>(Scope))
      Line = Block->getLine();
    else if (const auto *SP = dyn_cast<DISubprogram>(Scope))
      Line = SP->getLine();
    Scope = dyn_cast_or_null<DILocalScope>(Scope->getScope());
  }
  return Line;
}

FrameIndex ChainBuilder::frame(const Function &F, const DILocation *Location) {
  if (!Location) {
    FunctionIndex Row = function(F);
    return Table.frame({std::nullopt, Row, Table.Functions[Row].File});
  }
  if (auto I = Frames.find(Location); I != Frames.end())
    return I->second;
  SiteTable::Frame Row{std::nullopt,
                       0,
                       file(Location->getFile()),
                       lineOf(*Location),
                       Location->getColumn(),
                       Uses.at(*Location)};
  if (const DILocation *Caller = Location->getInlinedAt()) {
    Row.Caller = frame(F, Caller);
    Row.Function = function(*Location->getScope()->getSubprogram());
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
    Path = Table.Directory;
    sys::path::append(Path, File);
  }
  return isSystemPath(std::string_view(Path.data(), Path.size()),
                      MoreSystemPaths);
}

bool ChainBuilder::isSystemFrame(FrameIndex I) {
  StringRef File = Table.Frames[I].File;
  auto [Answer, New] = SystemPaths.try_emplace(File);
  if (New)
    Answer->second = isSystem(File);
  return Answer->second;
}

bool ChainBuilder::isSystemFile(const DIFile *File) {
  if (!File)
    return false;
  auto [Answer, New] = SystemFiles.try_emplace(File);
  if (New)
    Answer->second = isSystem(pathOf(File, Table.Directory));
  return Answer->second;
}

bool ChainBuilder::isLibraryFunction(const Function &F) {
  if (const DISubprogram *SP = F.getSubprogram())
    return isSystemFile(SP->getFile());
  return isLibraryName(F.getName());
}

bool ChainBuilder::isMaker(const Function &F) {
  auto [Answer, New] = Makers.try_emplace(&F);
  if (New)
    Answer->second =
        isMarkedMaker(F) || isLibraryFunction(F) || isMakerName(linkageName(F));
  return Answer->second;
}

bool ChainBuilder::isMaker(const DISubprogram &SP) {
  auto [Answer, New] = Makers.try_emplace(&SP);
  if (New)
    Answer->second = Marked.contains(&SP) || isSystemFile(SP.getFile()) ||
                     isMakerName(linkageName(SP));
  return Answer->second;
}

void ChainBuilder::markMaker(Function &F) {
  anomalloc::markMaker(F);
  Makers[&F] = true;
}

void ChainBuilder::tellMarkedMakers() {
  for (const DISubprogram *SP : Marked)
    Table.Makers.insert(function(*SP));
}

/// The innermost level of \p Location in a line of the user's, or null.
const DILocation *ChainBuilder::userLevel(const DILocation *Location) {
  while (Location && isSystemFile(Location->getFile()))
    Location = Location->getInlinedAt();
  return Location;
}

const DILocation *ChainBuilder::userPlace(const DILocation *Location) {
  if (const DILocation *User = userLevel(Location))
    return User;
  while (Location && Location->getInlinedAt())
    Location = Location->getInlinedAt();
  return Location;
}

bool ChainBuilder::hasUserFrame(const Function &F, const DILocation *Location) {
  return userLevel(Location) || !isLibraryFunction(F);
}

Chain ChainBuilder::chain(const Function &F, const DILocation *Location) {
  Chain C;
  C.Innermost = frame(F, Location);
  for (FrameIndex I = C.Innermost; isSystemFrame(I) && Table.Frames[I].Caller;
       I = *Table.Frames[I].Caller)
    ++C.UserFrame;
  C.IsUserFrame = hasUserFrame(F, Location);

  unsigned Step = 0;
  for (const DILocation *L = Location; L && L->getInlinedAt() && !C.Change;
       L = L->getInlinedAt(), ++Step)
    if (!isMaker(*L->getScope()->getSubprogram()))
      C.Change = Step;
  if (!C.Change && !isMaker(F))
    C.Change = Step;
  return C;
}
