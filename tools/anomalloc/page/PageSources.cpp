//===- PageSources.cpp - source text in a report page ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "page/PageSources.h"
#include "Report/report/JsonParts.h"
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

void writeFile(json::OStream &J, StringRef Path, StringRef Place,
               uint64_t Start) {
  writeJsonString(J, "path", Path);
  sys::fs::file_status Status;
  if (Place.empty() || sys::fs::status(Place, Status))
    return J.attribute("state", "not here");
  if (Status.getSize() > LargestSource)
    return J.attribute("state", "too large");
  Expected<std::unique_ptr<MemoryBuffer>> Text = openRegularFile(Place);
  if (!Text) {
    consumeError(Text.takeError());
    return J.attribute("state", "not here");
  }
  J.attribute("state", wasChanged(Status, Start) ? "changed" : "as it ran");
  writeJsonString(J, "text", (*Text)->getBuffer());
}

} // namespace

void addSources(std::vector<PagePiece> &To, unsigned Run, const AnalyzedRun &R,
                ArrayRef<std::string> Folders) {
  std::vector<std::string> Real;
  for (const std::string &Folder : Folders)
    if (SmallString<256> Path; !sys::fs::real_path(Folder, Path))
      Real.push_back(Path.str().str());
  std::set<StringRef> Files;
  for (const ChangeLine &L : R.Tables.Changes.Lines.Lines)
    if (!L.line().File.empty())
      Files.insert(L.line().File);

  PagePiece New{"sources", Run, ""};
  raw_string_ostream Text(New.Json);
  {
    PrintableStream OS(Text, PrintableStream::Kind::Json);
    json::OStream J(OS);
    J.object([&] {
      J.attribute("schema", "anomalloc-sources");
      J.attribute("version", 1);
      J.attributeArray("files", [&] {
        for (StringRef File : Files)
          J.object([&] {
            writeFile(J, File, placeBelow(File, Real), startOf(*R.Model));
          });
      });
    });
  }
  Text.flush();
  To.push_back(std::move(New));
}

} // namespace anomalloc
