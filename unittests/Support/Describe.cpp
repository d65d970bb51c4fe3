//===- Describe.cpp -------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileBuilder.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using llvm::formatv;

namespace anomalloc::test {

template <typename T> static std::string text(const std::optional<T> &Value) {
  return Value ? std::to_string(uint64_t(*Value)) : "-";
}

static void describeProcess(const Process &P, llvm::raw_ostream &OS) {
  OS << formatv("process {0} {1}{2}{3} dropped {4}/{5} time {6}-{7} units {8}",
                P.File, P.Exited ? "E" : "", P.Interposed ? "I" : "",
                P.Bypassed ? "B" : "", P.DroppedEvents, P.DroppedBytes,
                P.StartTime, P.EndTime, P.Units);
  for (const auto &[Key, Value] : P.Info)
    OS << formatv(" {0}={1}", Key, Value);
  OS << '\n';
}

static void describeSite(const Site &S, llvm::raw_ostream &OS) {
  OS << formatv("site {0:x} family {1} {2} user {3} loop {4} depth {5} type "
                "'{6}' size {7} in {8:x}:",
                S.Id, unsigned(S.Family), S.Callee, S.UserFrame,
                text(S.InnermostLoop), S.LoopDepth, S.Type,
                text(S.ConstantSize), S.FunctionHash);
  for (const Frame &F : S.Chain) {
    OS << formatv(" {0}@{1}:{2}:{3}", F.Function, F.File, F.Line, F.Column);
    if (F.Use != ObjectUse::Unknown)
      OS << " use " << unsigned(F.Use);
  }
  OS << (S.TellsActivations ? " tells" : "")
     << (S.OncePerCall ? " once\n" : "\n");
}

std::string describeCounts(const Profile &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const Count &C : P.Counts)
    OS << formatv("{0} x {1} site {2} dark {3} section {4} lane {5}\n",
                  C.Allocations, C.Size, text(C.Site), text(C.Dark),
                  unsigned(C.Section), unsigned(C.Lane));
  return Text;
}

std::string describe(const Profile &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const Process &Proc : P.Processes)
    describeProcess(Proc, OS);
  for (const Lane &L : P.Lanes)
    OS << formatv("lane {0}/{1} tid {2} threads {3} {4}\n", L.Process, L.Number,
                  L.Tid, L.Threads, L.Name);
  for (const std::string &Section : P.Sections)
    OS << formatv("section '{0}'\n", Section);
  for (const Loop &L : P.Loops)
    OS << formatv("loop {0:x} parent {1} depth {2} {3}@{4}:{5}:{6} trip {7} "
                  "counts {8}{9}{12} {10}/{11}\n",
                  L.Id, text(L.Parent), L.Depth, L.Function, L.File, L.Line,
                  L.Column, L.TripCount, L.CountsEntries ? "E" : "",
                  L.CountsIterations ? "I" : "", L.Entries, L.Iterations,
                  L.OncePerCall ? "O" : "");
  for (const Site &S : P.Sites)
    describeSite(S, OS);
  for (const CallEdge &E : P.Edges)
    OS << formatv("edge {0:x}->{1:x} depth {2} loop {3}\n", E.Caller, E.Callee,
                  E.LoopDepth, text(E.Loop));
  for (const MakerCall &C : P.MakerCalls) {
    const Frame &Place = C.userFrame();
    OS << formatv("{0} call {1:x}->{2:x} depth {3} {4}@{5}:{6}:{7}{8}{9}",
                  C.IsUserFrame ? "user's" : "library's", C.Caller, C.Callee,
                  C.LoopDepth, Place.Function, Place.File, Place.Line,
                  Place.Column, C.TellsActivations ? " tells" : "",
                  C.Counts ? " counts" : "");
    if (C.ChangeFrame)
      OS << " change " << *C.ChangeFrame;
    if (!C.Name.empty())
      OS << (C.IsVirtual ? " virtual " : " pointer ") << C.Name;
    OS << '\n';
  }
  for (const MakerCount &C : P.MakerCounts)
    OS << formatv("made for {0} section {1} lane {2}: {3} blocks, {4} bytes\n",
                  C.Call ? int64_t(*C.Call) : -1, uint32_t(C.Section),
                  uint32_t(C.Lane), C.Blocks, C.Bytes);
  for (auto [Function, File] : P.Makers)
    OS << formatv("maker {0} [{1}]\n", Function, File);
  for (auto [Name, Refill] : P.Classes)
    OS << formatv("class {0} refill {1}\n", Name, unsigned(Refill));
  for (auto [Hash, Name] : P.FunctionNames)
    OS << formatv("function {0:x} {1}\n", Hash, Name);
  for (const DarkOrigin &D : P.Dark)
    OS << formatv("dark {0} [{1}] +{2:x} '{3}'\n", D.Library, D.BuildId,
                  D.Offset, D.Function);
  OS << describeCounts(P);
  for (const Module &M : P.Modules)
    OS << formatv("module {0} [{1}]\n", M.Path, M.BuildId);
  for (auto [Requested, Usable] : P.UsableSizes)
    OS << formatv("usable {0} {1}\n", Requested, Usable);
  return Text;
}

} // namespace anomalloc::test
