//===- MeasuredWeights.cpp - what a profile measured, by line -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/MeasuredWeights.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <mutex>

using namespace llvm;

namespace anomalloc {

/// 53880000 as "53,880,000".
static std::string grouped(uint64_t Number) {
  std::string Digits = std::to_string(Number);
  for (int At = int(Digits.size()) - 3; At > 0; At -= 3)
    Digits.insert(At, ",");
  return Digits;
}

std::string Measured::phrase() const {
  std::string Text = grouped(Allocations) +
                     (Allocations == 1 ? " allocation" : " allocations");
  if (Largest) {
    Text += " of ";
    if (Smallest != Largest)
      Text += grouped(Smallest) + " to ";
    Text += grouped(Largest) + (Largest == 1 ? " byte" : " bytes");
  }
  return Text + " here";
}

static std::string clean(StringRef Path) {
  SmallString<256> Clean(Path);
  sys::path::remove_dots(Clean, /*remove_dot_dot=*/true);
  return std::string(Clean);
}

static Error notWeights(const Twine &Why) {
  return createStringError(
      "not lint weights (" + Why +
      "); write them with 'anomalloc export --format=lint-weights'");
}

Error MeasuredWeights::parse(StringRef Text) {
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return notWeights(toString(Root.takeError()));
  const json::Object *Top = Root->getAsObject();
  if (!Top || Top->getString("format") != "anomalloc-lint-weights")
    return notWeights("no \"format\": \"anomalloc-lint-weights\"");
  if (Top->getInteger("version") != 1)
    return notWeights("written for another version of the checks");
  const json::Object *ByFile = Top->getObject("files");
  if (!ByFile)
    return notWeights("no \"files\"");
  for (const auto &[Name, Rows] : *ByFile) {
    const json::Array *Array = Rows.getAsArray();
    if (!Array)
      return notWeights("the lines of '" + Twine(StringRef(Name)) +
                        "' are no list");
    std::string Path = clean(Name);
    Lines &Here = Files[sys::path::filename(Path)]
                      .emplace_back(sys::path::parent_path(Path), Lines())
                      .second;
    for (const json::Value &Row : *Array) {
      const json::Object *Fields = Row.getAsObject();
      auto Line = Fields ? Fields->getInteger("line") : std::nullopt;
      auto Count = Fields ? Fields->getInteger("allocations") : std::nullopt;
      if (!Line || !Count || *Line < 0 || *Count < 0)
        return notWeights("a line of '" + Twine(StringRef(Name)) +
                          "' lacks \"line\" or \"allocations\"");
      Measured &M = Here[unsigned(*Line)];
      M.Allocations += uint64_t(*Count);
      if (const json::Array *Sizes = Fields->getArray("sizes"))
        for (const json::Value &Entry : *Sizes) {
          const json::Array *Pair = Entry.getAsArray();
          if (!Pair || Pair->empty())
            continue;
          uint64_t Size = uint64_t((*Pair)[0].getAsInteger().value_or(0));
          M.Smallest = M.Largest ? std::min(M.Smallest, Size) : Size;
          M.Largest = std::max(M.Largest, Size);
        }
    }
  }
  return Error::success();
}

Expected<std::shared_ptr<const MeasuredWeights>>
MeasuredWeights::load(StringRef Path) {
  static std::mutex Mutex;
  static std::map<std::string, std::shared_ptr<const MeasuredWeights>> Loaded;

  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return createStringError(EC, EC.message().c_str());
  std::string Key =
      (Path + ":" + Twine(Status.getSize()) + ":" +
       Twine(Status.getLastModificationTime().time_since_epoch().count()))
          .str();
  std::lock_guard<std::mutex> Lock(Mutex);
  if (auto Known = Loaded.find(Key); Known != Loaded.end())
    return Known->second;
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             Buffer.getError().message().c_str());
  auto Weights = std::make_shared<MeasuredWeights>();
  if (Error E = Weights->parse((*Buffer)->getBuffer()))
    return std::move(E);
  return Loaded[Key] = Weights;
}

/// Whether \p Longer names the same folder as \p Shorter from its end on.
static bool endsWithFolders(StringRef Longer, StringRef Shorter) {
  if (!Longer.consume_back(Shorter))
    return false;
  return Longer.empty() || Shorter.empty() || Shorter.front() == '/' ||
         Longer.back() == '/';
}

std::optional<Measured> MeasuredWeights::of(StringRef File, unsigned First,
                                            unsigned Last) const {
  std::string Path = clean(File);
  auto Named = Files.find(sys::path::filename(Path));
  if (Named == Files.end())
    return std::nullopt;
  StringRef Folder = sys::path::parent_path(Path);
  const Lines *Best = nullptr;
  size_t Common = 0;
  for (const auto &[Other, Lines] : Named->second) {
    size_t Length = std::min(Other.size(), Folder.size());
    if (!(Other.size() < Folder.size() ? endsWithFolders(Folder, Other)
                                       : endsWithFolders(Other, Folder)))
      continue;
    if (!Best || Length > Common) {
      Best = &Lines;
      Common = Length;
    }
  }
  if (!Best)
    return std::nullopt;
  std::optional<Measured> Busiest;
  for (auto Line = Best->lower_bound(First);
       Line != Best->end() && Line->first <= Last; ++Line)
    if (!Busiest || Line->second.Allocations > Busiest->Allocations)
      Busiest = Line->second;
  return Busiest;
}

} // namespace anomalloc
