//===- CompareLoops.cpp - the pass's loops beside machine code's ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a profile of the mode `stacks`, of a program that the pass built.
/// Prints a line for each call on a stack that both know: "site", an allocation
/// site, or "call", a call of a function with a name in all units. Its columns:
/// events, loops by the pass, loops by machine code, "?" if these may hide
/// more, the callee, and the address that the call returns to. The pass knows
/// several calls from one function to another by their loops, so "call" has a
/// list.
/// \code
///   usage: CompareLoops PROFILE PROGRAM
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Profile/FunctionTable.h"
#include "Profile/Library.h"
#include "Profile/ProfileReader.h"
#include "Recover/MachineCode.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <map>
#include <set>

using namespace anomalloc;
using namespace llvm;

namespace {

/// Events, by the index of what is in the profile and a return address.
using EventCounts = std::map<std::pair<uint32_t, uint64_t>, uint64_t>;

class Comparison {
public:
  Comparison(const Profile &P, const object::ObjectFile &Program,
             MachineCode &Code, StringRef Name)
      : P(P), Code(Code), Name(Name) {
    Functions.add(Program);
    Functions.sort();
    for (const CallEdge &E : P.Edges)
      Edges[{E.Caller, E.Callee}].insert(E.LoopDepth);
  }

  void run() {
    EventCounts Sites;
    std::map<uint64_t, uint64_t> Calls;
    for (const StackCount &C : P.StackCounts) {
      const StackLevel *Level = &P.stack(C.Stack);
      if (C.Site && isOfProgram(*Level))
        Sites[{uint32_t(*C.Site), P.place(Level->Place).Offset}] +=
            C.Allocations;
      while (Level->Caller) {
        Level = &P.stack(*Level->Caller);
        if (isOfProgram(*Level))
          Calls[P.place(Level->Place).Offset] += C.Allocations;
      }
    }
    for (const auto &[Key, Events] : Sites)
      print("site", Events, {P.Sites[Key.first].LoopDepth}, Key.second);
    for (auto [Return, Events] : Calls)
      if (const std::set<uint32_t> *Depths = depthsOf(Return))
        print("call", Events, *Depths, Return);
  }

private:
  bool isOfProgram(const StackLevel &Level) const {
    return sys::path::filename(P.place(Level.Place).Library) == Name;
  }

  /// Loops of the calls that the pass saw from this call's function to its
  /// callee; null: the pass names neither so.
  const std::set<uint32_t> *depthsOf(uint64_t Return) {
    std::optional<MachineCall> Call = Code.callBefore(Return);
    const FunctionTable::Function *F = Functions.find(Return - 1);
    if (!Call || !F || Call->Callee.empty())
      return nullptr;
    // As functionHash() of lib/Pass makes it of a function's linkage name.
    auto Found = Edges.find({xxh3_64bits(F->Name), xxh3_64bits(Call->Callee)});
    return Found == Edges.end() ? nullptr : &Found->second;
  }

  void print(StringRef What, uint64_t Events, const std::set<uint32_t> &Depths,
             uint64_t Return) {
    outs() << What << '\t' << Events << '\t';
    ListSeparator Comma(",");
    for (uint32_t Depth : Depths)
      outs() << Comma << Depth;
    if (std::optional<MachineCall> Call = Code.callBefore(Return))
      outs() << '\t' << Call->LoopDepth << '\t'
             << (Call->LoopsUnknown ? "?" : "-") << '\t' << Call->Callee;
    else
      outs() << "\tnone\t-\t";
    outs() << '\t' << Twine::utohexstr(Return) << '\n';
  }

  const Profile &P;
  MachineCode &Code;
  StringRef Name; ///< The program's, without its folder.
  FunctionTable Functions;
  std::map<std::pair<uint64_t, uint64_t>, std::set<uint32_t>> Edges;
};

} // namespace

int main(int Count, char **Words) {
  if (Count != 3) {
    errs() << "usage: CompareLoops PROFILE PROGRAM\n";
    return 2;
  }
  ExitOnError OrExit("CompareLoops: ");
  std::unique_ptr<Profile> P = OrExit(readProfile(Words[1]));
  std::optional<OwnedObject> Program = openLibrary(Words[2]);
  if (!Program) {
    errs() << "CompareLoops: " << Words[2] << ": is no object\n";
    return 2;
  }
  std::unique_ptr<MachineCode> Code =
      OrExit(MachineCode::open(*Program->getBinary(), nullptr));

  Comparison(*P, *Program->getBinary(), *Code, sys::path::filename(Words[2]))
      .run();
  return 0;
}
