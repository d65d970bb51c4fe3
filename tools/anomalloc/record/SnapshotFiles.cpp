//===- SnapshotFiles.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/SnapshotFiles.h"
#include "Profile/Merge.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "cli/Command.h"
#include "record/OutputPattern.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <ctime>

using namespace llvm;

namespace anomalloc {
namespace {

constexpr StringLiteral TimeForm = "20261129T111523Z";

std::string timeText(uint64_t Nanoseconds) {
  const time_t Seconds = time_t(Nanoseconds / 1000000000);
  tm Parts;
  gmtime_r(&Seconds, &Parts);
  char Text[32];
  strftime(Text, sizeof(Text), "%Y%m%dT%H%M%SZ", &Parts);
  return Text;
}

bool isTime(StringRef Text) {
  return Text.size() == TimeForm.size() &&
         all_of(zip(Text, TimeForm), [](auto Both) {
           auto [C, Form] = Both;
           return isDigit(Form) ? isDigit(C) : C == Form;
         });
}

/// The texts before, between and behind the times of \p Pattern.
std::vector<std::string> partsOf(StringRef Pattern, const Process &Of) {
  auto Info = [&Of](const char *Key) {
    return Of.info(Key).value_or("").str();
  };
  std::vector<std::string> Parts(1);
  for (size_t I = 0; I < Pattern.size(); ++I) {
    const StringRef Piece = Pattern.substr(I, Pattern[I] == '%' ? 2 : 1);
    I += Piece.size() - 1;
    if (Piece == "%t")
      Parts.emplace_back();
    else if (Piece == "%h")
      Parts.back() += Info("host");
    else if (Piece == "%r")
      Parts.back() += Info("rank").empty() ? "0" : Info("rank");
    else
      Parts.back() += expandPattern(Piece, sys::path::filename(Info("program")),
                                    Info("pid"));
  }
  return Parts;
}

/// A file that may be a snapshot: the time in its name, and the number behind.
struct DatedFile {
  std::string Time;
  uint64_t Number = 0;
  std::string Path;
  bool operator<(const DatedFile &Other) const {
    return std::tie(Time, Number, Path) <
           std::tie(Other.Time, Other.Number, Other.Path);
  }
};

/// Whether \p Name has the form of \p Parts, and one time.
bool parseName(StringRef Name, ArrayRef<std::string> Parts, DatedFile &Its) {
  if (!Name.consume_front(Parts[0]))
    return false;
  for (const std::string &Part : Parts.drop_front()) {
    const StringRef Time = Name.take_front(TimeForm.size());
    if (!isTime(Time) || (!Its.Time.empty() && Its.Time != Time))
      return false;
    Its.Time = Time.str();
    Name = Name.drop_front(Time.size());
    if (!Name.consume_front(Part))
      return false;
  }
  return Name.empty() ||
         (Name.consume_front(".") && !Name.getAsInteger(10, Its.Number));
}

/// The snapshots whose names have the form of \p Parts, the oldest first.
std::vector<DatedFile> findSnapshots(std::vector<std::string> Parts) {
  const std::string Before = Parts[0];
  const StringRef Folder = sys::path::parent_path(Before);
  Parts[0] =
      StringRef(Before).ends_with("/") ? "" : sys::path::filename(Before).str();
  std::vector<DatedFile> Found;
  std::error_code EC;
  for (sys::fs::directory_iterator I(Folder.empty() ? "." : Folder, EC), End;
       !EC && I != End; I.increment(EC)) {
    DatedFile Its;
    Its.Path = I->path();
    if (parseName(sys::path::filename(Its.Path), Parts, Its) &&
        headerOf(Its.Path).Version)
      Found.push_back(std::move(Its));
  }
  sort(Found);
  return Found;
}

} // namespace

Error SnapshotFiles::check(const Process &Of) const {
  const std::vector<std::string> Parts = partsOf(Pattern, Of);
  const bool IsInName =
      none_of(ArrayRef(Parts).drop_front(),
              [](StringRef Part) { return Part.contains('/'); });
  if (Keep && (Parts.size() == 1 || !IsInName))
    return usageError("--keep needs %t, the time, in the name of the files "
                      "(--output)");
  if (Keep == 0)
    return usageError("--keep=0 would keep nothing");
  SmallString<128> Folder = sys::path::parent_path(Parts[0]);
  if (Folder.empty())
    Folder = ".";
  if (std::error_code EC = sys::fs::access(Folder, sys::fs::AccessMode::Write))
    return makeError("snapshots cannot be written to the folder " + Folder +
                     ": " + EC.message());
  return Error::success();
}

Expected<std::string> SnapshotFiles::write(const Profile &P) const {
  const Process &Of = P.Processes[0];
  const std::vector<std::string> Parts = partsOf(Pattern, Of);
  const std::string Time = timeText(Of.EndTime ? Of.EndTime : coarseNow());
  const std::string Wanted = join(Parts, Time);
  std::string Path = Wanted;
  if (Parts.size() > 1) {
    // Numbers only grow: that of a snapshot that was deleted is not free.
    uint64_t Number = 0;
    for (const DatedFile &Other : findSnapshots(Parts))
      if (Other.Time == Time)
        Number = Other.Number + 1;
    for (Path += Number ? "." + utostr(Number) : ""; sys::fs::exists(Path);
         Path = Wanted + "." + utostr(Number))
      ++Number;
  }
  if (Error E = writeWholeFile(
          Path, [&](raw_ostream &OS) { return writeMerged(P, OS); }))
    return std::move(E);
  return Path;
}

Error SnapshotFiles::removeOldest(const Process &Of) const {
  if (!Keep)
    return Error::success();
  const std::vector<DatedFile> Found = findSnapshots(partsOf(Pattern, Of));
  if (Found.size() <= *Keep)
    return Error::success();
  for (const DatedFile &Old : ArrayRef(Found).drop_back(*Keep))
    if (std::error_code Failed = sys::fs::remove(Old.Path))
      return inContext("cannot delete " + Old.Path, errorCodeToError(Failed));
  return Error::success();
}

} // namespace anomalloc
