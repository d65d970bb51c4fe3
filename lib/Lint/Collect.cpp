//===- Collect.cpp - from what clang-tidy said to findings ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Collect.h"
#include "Lint/CheckTable.h"
#include "Lint/Stock.h"
#include "Profile/Compat.h"
#include "Review/Fingerprint.h"
#include "Weights/FileFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>
#include <tuple>

using namespace llvm;
using clang::tooling::Diagnostic;
using clang::tooling::DiagnosticMessage;

namespace anomalloc::lint {
namespace {

/// Real paths, each looked up once.
class RealPaths {
public:
  const std::string &of(StringRef File, StringRef Directory) {
    SmallString<256> Path(File);
    compat::makeAbsolute(Directory, Path);
    auto [I, New] = Known.try_emplace(Path.str().str());
    if (New)
      I->second = realPath(Path);
    return I->second;
  }

  /// By the absolute path that was asked for.
  const std::map<std::string, std::string> &known() const { return Known; }

private:
  std::map<std::string, std::string> Known;
};

class Reader {
public:
  Reader(SourceFiles &Files, Measurer *Measure)
      : Files(Files), Measure(Measure) {}

  /// None: it is not of a file here.
  std::optional<Finding> read(const Diagnostic &D) {
    Finding F;
    F.Check = D.DiagnosticName;
    F.Worth = severityOf(F.Check);
    if (D.DiagLevel == Diagnostic::Remark)
      F.Loud = Level::Hint;
    F.Message = D.Message.Message;
    if (!setPlace(F.At, D.Message, D.BuildDirectory))
      return std::nullopt;
    for (const clang::tooling::FileByteRange &R : D.Message.Ranges)
      if (Paths.of(R.FilePath, D.BuildDirectory) == F.At.File)
        F.Ranges.push_back({R.FileOffset, R.Length});
    for (const DiagnosticMessage &N : D.Notes) {
      if (auto Said = parseLevelNote(N.Message)) {
        std::tie(F.Sure, F.Heavy) = *Said;
        continue;
      }
      if (auto Chains = parseMeasuredNote(N.Message)) {
        Place At;
        if (!setPlace(At, N, D.BuildDirectory))
          At = F.At;
        if (Measure)
          F.Recorded = Measure->weightOf(std::move(*Chains), std::move(At));
        continue;
      }
      Note &Added = F.Notes.emplace_back();
      Added.Message = N.Message;
      if (!setPlace(Added.At, N, D.BuildDirectory))
        Added.At = F.At;
      Added.Fix = editsOf(N, D.BuildDirectory);
    }
    F.Fix = editsOf(D.Message, D.BuildDirectory);
    return F;
  }

  const std::string &fileOf(const Diagnostic &D) {
    return Paths.of(D.Message.FilePath, D.BuildDirectory);
  }

  const RealPaths &paths() const { return Paths; }

  static std::tuple<StringRef, unsigned, unsigned, StringRef>
  key(const Edit &E) {
    return {E.File, E.Offset, E.Length, E.Text};
  }

private:
  std::vector<Edit> editsOf(const DiagnosticMessage &M, StringRef Directory) {
    std::vector<Edit> Edits;
    for (const auto &Entry : M.Fix)
      for (const clang::tooling::Replacement &R : Entry.second)
        Edits.push_back({Paths.of(R.getFilePath(), Directory), R.getOffset(),
                         R.getLength(), R.getReplacementText().str()});
    sort(Edits, [](const Edit &A, const Edit &B) { return key(A) < key(B); });
    return Edits;
  }

  bool setPlace(Place &At, const DiagnosticMessage &M, StringRef Directory) {
    if (M.FilePath.empty())
      return false;
    At.File = Paths.of(M.FilePath, Directory);
    At.Offset = M.FileOffset;
    const SourceText *Text = Files.get(At.File);
    if (!Text || At.Offset > Text->text().size())
      return false;
    At.Line = Text->lineOf(At.Offset);
    At.Column = Text->columnOf(At.Offset);
    return true;
  }

  SourceFiles &Files;
  Measurer *Measure; ///< Null: there is no profile.
  RealPaths Paths;
};

bool sameEdits(ArrayRef<Edit> A, ArrayRef<Edit> B) {
  return A.size() == B.size() && all_of(zip(A, B), [](const auto &Pair) {
           return Reader::key(std::get<0>(Pair)) ==
                  Reader::key(std::get<1>(Pair));
         });
}

bool sameFix(const Finding &A, const Finding &B) {
  return sameEdits(A.Fix, B.Fix);
}

/// Takes the changes of those notes away that another unit, which says
/// \p Other of the place, does not offer alike. Null: it says nothing alike.
void keepSharedNoteFixes(Finding &F, const Finding *Other) {
  for (Note &N : F.Notes)
    if (!Other || none_of(Other->Notes, [&](const Note &O) {
          return O.Message == N.Message && sameEdits(O.Fix, N.Fix);
        }))
      N.Fix.clear();
}

/// What one unit says of one place.
using Group = std::vector<Finding>;
using PlaceKey = std::tuple<std::string, unsigned, std::string>;

/// How loudly a unit speaks of a place, and how hot and deep it is there: the
/// least is the loudest.
using Quietness = std::tuple<bool, Weight, double, double>;

Quietness quietness(const Group &G) {
  Quietness Least(true, Weight::MeasuredCold, 0, 0);
  for (const Finding &F : G)
    Least = std::min(
        Least, Quietness(F.Loud != Level::Warning,
                         F.Heavy.value_or(Weight::MeasuredCold),
                         -double(F.allocations()),
                         F.Recorded ? -double(F.Recorded->Sum.Depth) : 0));
  return Least;
}

/// The loudest unit speaks, of equal ones the first in the order of the
/// database; the others may only object to a fix, and add what was measured of
/// their own instances.
void joinGroups(Group &Speaker, Group Other, Measurer *Measure) {
  if (quietness(Other) < quietness(Speaker))
    std::swap(Speaker, Other);
  if (Measure && Speaker.size() == 1 && Other.size() == 1 &&
      Speaker[0].Recorded && Other[0].Recorded &&
      Speaker[0].Recorded->Sum.Chains != Other[0].Recorded->Sum.Chains) {
    FindingWeight &W = *Speaker[0].Recorded;
    std::vector<uint32_t> Chains = W.Sum.allChains();
    append_range(Chains, Other[0].Recorded->Sum.allChains());
    W = Measure->weightOf(std::move(Chains), W.At);
  }
  for (Finding &F : Speaker) {
    auto Same = find_if(Other, [&F](const Finding &O) {
      return O.Message == F.Message || sameFix(O, F);
    });
    if (Same == Other.end() || !sameFix(*Same, F))
      F.Fix.clear();
    keepSharedNoteFixes(F, Same == Other.end() ? nullptr : &*Same);
  }
}

} // namespace

Collected collect(ArrayRef<UnitResult> Results, const Selection &S,
                  const Project &P, SourceFiles &Files, Measurer *Measure) {
  Collected C;
  std::set<std::string> Notes;
  std::map<PlaceKey, Group> ByPlace;
  std::map<std::string, FileFacts> Facts;
  Reader Read(Files, Measure);
  for (const auto &[U, Result] : zip(S.Units, Results)) {
    for (StringRef Place : Result.Unfixed)
      Notes.insert(displayed(Place) +
                   ": its fix is left out: what is not UTF-8 "
                   "does not arrive whole");
    std::map<PlaceKey, Group> OfUnit;
    for (const Diagnostic &D : Result.Diagnostics) {
      if (auto Here = FileFacts::parse(D.Message.Message)) {
        const std::string &File = Read.fileOf(D);
        Facts[File].add(*Here);
        C.ReadBy[File].Units.insert(U);
        continue;
      }
      std::optional<Finding> F = Read.read(D);
      if (!F) {
        Notes.insert(D.Message.Message + " [" + D.DiagnosticName + "]");
        continue;
      }
      Group &Here = OfUnit[{F->At.File, F->At.Offset, F->Check}];
      // Of one place each of our checks says one thing. If there are two, the
      // database compiles the file in several ways, which count as units.
      if (!Here.empty() && findCheck(F->Check))
        joinGroups(Here, {std::move(*F)}, Measure);
      else if (none_of(Here, [&](const Finding &O) {
                 return O.Message == F->Message;
               }))
        Here.push_back(std::move(*F));
    }
    for (auto &[Key, Group] : OfUnit) {
      auto [I, New] = ByPlace.try_emplace(Key, Group);
      if (!New)
        joinGroups(I->second, Group, Measure);
    }
  }
  for (auto &[Key, Group] : ByPlace)
    append_range(C.Findings, Group);
  setFingerprints(C.Findings, P, Files);
  if (Measure)
    for (Finding &F : C.Findings)
      if (!F.Recorded && !findCheck(F.Check))
        Measure->measureLines(F);
  for (const auto &[Name, File] : Read.paths().known())
    if (auto Readers = C.ReadBy.find(File); Readers != C.ReadBy.end())
      Readers->second.Names.insert(Name);
  // Ours know what is cold by themselves.
  erase_if(C.Findings, [&](const Finding &F) {
    auto Its = Facts.find(F.At.File);
    return !F.Sure && !F.Recorded && Its != Facts.end() && Its->second.Cold;
  });
  dropSilenced(C.Findings, Files);
  erase_if(C.Findings, [&](const Finding &F) {
    C.Elsewhere += S.isWhole() && !P.owns(F.At.File);
    if (S.wants(P, F.At.File, F.At.Line))
      return false;
    if (F.Recorded && P.owns(F.At.File) &&
        any_of(F.Recorded->Sum.Chains,
               [&](uint32_t Chain) { return S.Chains.count(Chain); }))
      C.Causes.push_back(std::move(F));
    return true;
  });
  for (const auto &[File, Its] : Facts)
    if (S.wantsSome(P, File)) {
      C.OtherLanguage += Its.NoCxx;
      C.ColdFiles += Its.Cold && !Its.NoCxx;
    }
  C.Notes.assign(Notes.begin(), Notes.end());
  return C;
}

} // namespace anomalloc::lint
