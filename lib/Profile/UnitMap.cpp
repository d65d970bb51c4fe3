//===- UnitMap.cpp --------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ModelBuilder's part for site tables: from one unit's rows to the model's
/// sites and loops.
///
//===----------------------------------------------------------------------===//

#include "Profile/Compat.h"
#include "Profile/ModelBuilder.h"
#include "anomalloc/FunctionHash.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <unordered_map>

using namespace llvm;

namespace anomalloc {
namespace {

/// File names as the model has them: absolute where possible. Remembers them,
/// because a table says the same few names in every row.
class FilesOfUnit {
public:
  FilesOfUnit(Profile &P, StringRef Directory) : P(P), Directory(Directory) {}

  StringRef operator()(StringRef File) {
    auto [I, New] = Known.try_emplace(File.data());
    if (New) {
      SmallString<256> Path = File;
      // "" is unknown, "<stdin>" no file.
      if (!File.empty() && !File.starts_with("<")) {
        compat::makeAbsolute(Directory, Path);
        sys::path::remove_dots(Path, /*remove_dot_dot=*/false);
      }
      I->second = P.save(Path);
    }
    return I->second;
  }

private:
  Profile &P;
  StringRef Directory;
  /// By address of the table's string, whose length never differs.
  std::unordered_map<const char *, StringRef> Known;
};

} // namespace

const ModelBuilder::UnitMap &
ModelBuilder::mapUnit(std::shared_ptr<const SiteTable> Shared) {
  auto [Place, NewUnit] = Units.try_emplace(Shared);
  UnitMap &Map = Place->second;
  if (!NewUnit)
    return Map;
  const SiteTable &Table = *Shared;
  FilesOfUnit FileName(*P, Table.Directory);
  std::vector<uint64_t> Hashes;
  for (const SiteTable::Function &F : Table.Functions)
    Hashes.push_back(functionHash(F.Unit, F.Name));
  for (StringRef Prefix : Table.SystemPaths)
    P->SystemPaths.insert(Prefix.str());

  for (const SiteTable::Loop &Row : Table.Loops) {
    Loop L;
    static_cast<LoopFacts &>(L) = Row;
    if (Row.Parent)
      L.Parent = Map.Loops[*Row.Parent];
    L.Function = Table.Functions[Row.Function].Name;
    L.File = FileName(Row.File);
    L.CountsEntries = Row.EntriesSlot.has_value();
    L.CountsIterations = Row.IterationsSlot.has_value();
    Map.Loops.push_back(loop(L));
  }

  auto Chain = [&](uint32_t Innermost, std::optional<uint32_t> &ChangeFrame) {
    std::vector<Frame> Frames;
    for (std::optional<uint32_t> F = Innermost; F;
         F = Table.Frames[*F].Caller) {
      const SiteTable::Frame &Level = Table.Frames[*F];
      if (!ChangeFrame && !Table.Makers.count(Level.Function))
        ChangeFrame = Frames.size();
      Frames.push_back({P->save(Table.Functions[Level.Function].Name),
                        FileName(Level.File), Level.Line, Level.Column,
                        Level.Use});
    }
    return Frames;
  };
  for (uint32_t I : Table.Makers) {
    const SiteTable::Function &F = Table.Functions[I];
    P->Makers.insert(
        {P->save(F.Name), F.Unit.empty() ? StringRef() : FileName(F.File)});
  }

  for (auto [Name, Refill] : Table.Classes)
    P->Classes.try_emplace(P->save(Name), Refill);

  CallRows Rows;
  for (const SiteTable::Site &Row : Table.Sites) {
    const SiteTable::Loop *Outermost = nullptr;
    for (auto L = Row.InnermostLoop; L; L = Outermost->Parent)
      Outermost = &Table.Loops[*L];
    Rows[Hashes[Row.Function]].push_back({Row.Id, Row.OncePerCall,
                                          Outermost ? Outermost->Id : 0,
                                          Outermost && Outermost->OncePerCall});
    auto [I, New] = site(Row);
    Map.Sites.push_back(I);
    Site &S = P->Sites[uint32_t(I)];
    bool Tells = Table.Telling.count(Row.Function);
    S.TellsActivations = Tells && (New || S.TellsActivations);
    if (!New)
      continue;
    static_cast<SiteFacts &>(S) = Row;
    S.Callee = P->save(Row.Callee);
    S.Type = P->save(Row.Type);
    S.FunctionHash = Hashes[Row.Function];
    if (S.Proved)
      S.Proved->File = FileName(S.Proved->File);
    saveTexts(S.Proved);
    if (Row.KeptAround)
      S.KeptAround = Map.Loops[*Row.KeptAround];
    if (Row.InnermostLoop) {
      S.InnermostLoop = Map.Loops[*Row.InnermostLoop];
      S.LoopDepth = P->loop(*S.InnermostLoop).Depth;
    }
    S.Chain = Chain(Row.InnermostFrame, S.ChangeFrame);
  }

  addCallRows(std::move(Rows));

  for (auto [I, F] : enumerate(Table.Functions))
    P->FunctionNames.try_emplace(Hashes[I], P->save(F.Name));
  for (const SiteTable::Edge &Row : Table.Edges) {
    CallEdge E{Row.Caller, Row.Callee, Row.LoopDepth};
    if (Row.Loop)
      E.Loop = Map.Loops[*Row.Loop];
    addEdge(E);
  }
  for (const SiteTable::Call &Row : Table.Calls) {
    uint32_t Outermost = Row.InnermostFrame;
    while (Table.Frames[Outermost].Caller)
      Outermost = *Table.Frames[Outermost].Caller;
    MakerCall C;
    static_cast<CallFacts &>(C) = Row;
    C.Caller = Hashes[Table.Frames[Outermost].Function];
    C.Chain = Chain(Row.InnermostFrame, C.ChangeFrame);
    C.Counts = Row.Slot.has_value();
    if (C.Proved)
      C.Proved->File = FileName(C.Proved->File);
    C.TellsActivations = Table.Telling.count(Table.Frames[Outermost].Function);
    Map.Calls.push_back(addMakerCall(std::move(C)));
  }
  return Map;
}

} // namespace anomalloc
