//===- PageSources.cpp - source text in a report page ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "page/PageSources.h"
#include "Document/Keys.h"
#include "Support/PrintableStream.h"
#include "Support/RegularFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// Of a file that people wrote; what is generated may be larger.
constexpr uint64_t LargestSource = 4 << 20;

bool isBelow(StringRef Path, StringRef Folder) {
  return Path.consume_front(Folder) &&
         (Path.starts_with("/") || Folder.ends_with("/"));
}

/// Where the file stands that debug information calls \p Path; "" if it is
/// below none of \p Folders, which are real paths.
std::string placeBelow(StringRef Path, ArrayRef<std::string> Folders) {
  for (const std::string &Folder : Folders) {
    SmallString<256> Try(Path), Real;
    if (sys::path::is_relative(Try))
      Try = Folder + "/" + Path.str();
    if (!sys::fs::real_path(Try, Real) && isBelow(Real, Folder) &&
        isRegularFile(Real))
      return Real.str().str();
  }
  return "";
}

/// When the run began that began first; 0: not known.
uint64_t startOf(const Profile &P) {
  uint64_t First = 0;
  for (const Process &One : P.Processes)
    if (One.StartTime && (!First || One.StartTime < First))
      First = One.StartTime;
  return First;
}

bool wasChanged(const sys::fs::file_status &Status, uint64_t Since) {
  const auto At = std::chrono::duration_cast<std::chrono::nanoseconds>(
      Status.getLastModificationTime().time_since_epoch());
  return Since && uint64_t(At.count()) > Since;
}

enum class SourceState { AsItRan, Changed, NotHere, TooLarge };

struct SourceFile {
  StringRef Path;
  SourceState State = SourceState::NotHere;
  std::unique_ptr<MemoryBuffer> Text;
};

SourceFile readSource(StringRef Path, StringRef Place, uint64_t Start) {
  sys::fs::file_status Status;
  if (Place.empty() || sys::fs::status(Place, Status))
    return {Path};
  if (Status.getSize() > LargestSource)
    return {Path, SourceState::TooLarge};
  Expected<std::unique_ptr<MemoryBuffer>> Text = openRegularFile(Place);
  if (!Text) {
    consumeError(Text.takeError());
    return {Path};
  }
  return {Path,
          wasChanged(Status, Start) ? SourceState::Changed
                                    : SourceState::AsItRan,
          std::move(*Text)};
}

void describe(Keys<SourceFile> &K) {
  K.add("path", "as debug information has it", &SourceFile::Path);
  K.addWord(
      "state", {"as it ran", "changed", "not here", "too large"},
      "changed: after the run began; not here: not below the folders that "
      "were named",
      &SourceFile::State);
  K.add("text", "what is not UTF-8 in it is replaced",
        [](const SourceFile &F) -> IfThere<StringRef> {
          if (!F.Text)
            return {};
          return F.Text->getBuffer();
        });
}

struct SourcesDocument {
  const Profile &P;
  std::set<StringRef> Files;
  std::vector<std::string> Folders; ///< Real paths.
};
void describe(Keys<SourcesDocument> &K) {
  K.constant("schema", "anomalloc-sources");
  K.constant("version", 1);
  K.add("files", "each file that has a line to change",
        [](const SourcesDocument &D) {
          return each(D.Files, [&D](StringRef File) {
            return readSource(File, placeBelow(File, D.Folders), startOf(D.P));
          });
        });
}

} // namespace

void addSources(std::vector<PagePiece> &To, unsigned Run, const AnalyzedRun &R,
                ArrayRef<std::string> Folders) {
  SourcesDocument Its{*R.Model, {}, {}};
  for (const std::string &Folder : Folders)
    if (SmallString<256> Path; !sys::fs::real_path(Folder, Path))
      Its.Folders.push_back(Path.str().str());
  for (const ChangeLine &L : R.Tables.Changes.Lines.Lines)
    if (!L.line().File.empty())
      Its.Files.insert(L.line().File);

  PagePiece New{"sources", Run, ""};
  raw_string_ostream Text(New.Json);
  {
    PrintableStream OS(Text, PrintableStream::Kind::Json);
    json::OStream J(OS);
    JsonOf<SourcesDocument>::write(J, Its);
  }
  Text.flush();
  To.push_back(std::move(New));
}

const JsonObject &sourcesObject() { return keysOf<SourcesDocument>().object(); }

} // namespace anomalloc
