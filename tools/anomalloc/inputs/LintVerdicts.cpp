//===- LintVerdicts.cpp - what the compiler proved, by line ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "inputs/LintVerdicts.h"
#include "Profile/ObjectSiteTables.h"
#include "Profile/Texts.h"
#include "Report/report/VerdictParts.h"
#include "Support/Errors.h"
#include "cli/Messages.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// "the compiler proved: freed on every path ...".
std::string phrase(const BlockVerdict &V, StringRef What, StringRef Text) {
  return ((V.Life == BlockLife::Open ? "the compiler has no proof" + What
                                     : "the compiler proved" + What) +
          ": " + Text)
      .str();
}

class LineReader {
public:
  Error read(StringRef Object);
  std::vector<lint::LineVerdict> take() { return std::move(Lines); }

private:
  void add(const Frame &F, const BlockVerdict &V, StringRef What,
           StringRef Text);
  bool isNewer(StringRef File);

  std::vector<lint::LineVerdict> Lines;
  StringRef Object; ///< That is being read.
  sys::TimePoint<> Built;
  std::map<std::string, bool> Newer;
};

/// Whether \p File was changed since the object was built. Its lines may be
/// others now.
bool LineReader::isNewer(StringRef File) {
  auto [I, New] = Newer.try_emplace(File.str(), false);
  if (!New)
    return I->second;
  sys::fs::file_status Status;
  I->second = !sys::fs::status(File, Status) &&
              Status.getLastModificationTime() > Built;
  if (I->second)
    tellWarning(File + " is newer than " + Object +
                ": what was proved of its lines is left out");
  return I->second;
}

void LineReader::add(const Frame &F, const BlockVerdict &V, StringRef What,
                     StringRef Text) {
  if (F.Line && !Text.empty() && !isNewer(F.File))
    Lines.push_back({F.File.str(), F.Line, phrase(V, What, Text)});
}

Error LineReader::read(StringRef Path) {
  Object = Path;
  Newer.clear();
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return makeError("cannot read '" + Path + "': " + EC.message());
  Built = Status.getLastModificationTime();
  Expected<std::vector<SiteTable>> Tables = readSiteTables(Path);
  if (!Tables)
    return Tables.takeError();
  if (Tables->empty())
    return makeError(Path +
                     " has no site table: was it built with 'anomalloc c++'?");
  std::unique_ptr<Profile> P = makeStaticProfile(std::move(*Tables));
  makePrintable(*P);
  for (const Site &S : P->Sites)
    if (S.Proved && S.ChangeFrame)
      add(S.Chain[*S.ChangeFrame], *S.Proved, "", verdictText(S, *P));
  for (const MakerCall &C : P->MakerCalls)
    if (C.Proved && C.ChangeFrame)
      add(C.Chain[*C.ChangeFrame], *C.Proved, " of what is made in the call",
          verdictText(C));
  return Error::success();
}

} // namespace

Expected<std::vector<lint::LineVerdict>>
readLineVerdicts(const std::vector<std::string> &Objects) {
  LineReader Reader;
  for (const std::string &Object : Objects)
    if (Error E = Reader.read(Object))
      return std::move(E);
  return Reader.take();
}

} // namespace anomalloc
