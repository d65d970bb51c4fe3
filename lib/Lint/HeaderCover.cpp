//===- HeaderCover.cpp - a unit for each header ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/HeaderCover.h"
#include "Lint/Compat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ThreadPool.h"

using namespace llvm;

namespace anomalloc::lint {

bool isHeaderName(StringRef Path) {
  return StringSwitch<bool>(sys::path::extension(Path))
      .Cases(".h", ".hh", ".hpp", ".hxx", ".h++", ".H", true)
      .Cases(".inc", ".inl", ".ipp", ".ixx", ".tcc", ".tpp", ".txx", ".def",
             true)
      .Default(false);
}

namespace {

/// Keeps the files that may be one of the headers.
class Collector : public compat::FileConsumer {
public:
  Collector(const StringSet<> &Names, const Unit &U) : Names(Names), U(U) {}

  void handleFileDependency(StringRef File) override {
    if (!Names.contains(sys::path::filename(File)))
      return;
    SmallString<256> Path(File);
    compat::makeAbsolute(U.Commands[0].Directory, Path);
    Found.insert(realPath(Path));
  }

  std::set<std::string> Found;

private:
  const StringSet<> &Names;
  const Unit &U;
};

class Scanner {
public:
  Scanner(const std::set<std::string> &Headers, StringRef ResourceFolder)
      : Service(compat::scan::ScanningMode::DependencyDirectivesScan,
                compat::scan::ScanningOutputFormat::Make),
        ResourceFolder(ResourceFolder) {
    for (const std::string &Header : Headers)
      Names.insert(sys::path::filename(Header));
  }

  /// The files that \p U reads and that may be headers in question. A unit that
  /// does not compile tells what it read before.
  std::set<std::string> scan(const Unit &U) {
    std::vector<std::string> Command = U.Commands[0].Arguments;
    auto End = find(Command, "--");
    Command.insert(End, {"-w", "-resource-dir", ResourceFolder});
    Collector Consumer(Names, U);
    compat::scanFiles(Service, U.Commands[0].Directory, Command, Consumer);
    return std::move(Consumer.Found);
  }

private:
  compat::scan::DependencyScanningService Service;
  std::string ResourceFolder;
  StringSet<> Names;
};

size_t sharedPrefix(StringRef A, StringRef B) {
  size_t Length = std::min(A.size(), B.size()), I = 0;
  while (I != Length && A[I] == B[I])
    ++I;
  return I;
}

/// Units that are chosen anyway, then those named like a header, then those
/// nearest in the tree.
std::vector<const Unit *> inOrder(const std::set<std::string> &Headers,
                                  const Database &D,
                                  ArrayRef<const Unit *> Chosen) {
  using Rank = std::tuple<bool, bool, size_t>;
  std::vector<std::pair<Rank, const Unit *>> Ranked;
  for (const Unit &U : D.Units) {
    Rank Best = {is_contained(Chosen, &U), false, 0};
    for (const std::string &Header : Headers) {
      get<1>(Best) |= sys::path::stem(Header) == sys::path::stem(U.File);
      get<2>(Best) = std::max(get<2>(Best), sharedPrefix(Header, U.File));
    }
    Ranked.push_back({Best, &U});
  }
  sort(Ranked, [](const auto &A, const auto &B) {
    return A.first != B.first ? A.first > B.first : A.second < B.second;
  });
  std::vector<const Unit *> Order;
  for (const auto &[Best, U] : Ranked)
    Order.push_back(U);
  return Order;
}

} // namespace

HeaderCover coverHeaders(const std::set<std::string> &Headers,
                         const Database &D, ArrayRef<const Unit *> Chosen,
                         StringRef ResourceFolder, unsigned Jobs) {
  HeaderCover Cover;
  std::set<std::string> Open = Headers;
  std::vector<const Unit *> Order = inOrder(Headers, D, Chosen);
  Scanner S(Headers, ResourceFolder);
  DefaultThreadPool Threads(hardware_concurrency(Jobs));
  for (size_t At = 0; At != Order.size() && !Open.empty();) {
    size_t Batch = std::min<size_t>(Order.size() - At, 2 * Jobs);
    std::vector<std::set<std::string>> Found(Batch);
    for (size_t I = 0; I != Batch; ++I)
      Threads.async([&, I] { Found[I] = S.scan(*Order[At + I]); });
    Threads.wait();
    for (size_t I = 0; I != Batch; ++I) {
      bool Useful = false;
      for (const std::string &Header : Found[I])
        Useful |= Open.erase(Header) != 0;
      if (Useful && !is_contained(Chosen, Order[At + I]))
        Cover.Units.push_back(Order[At + I]);
    }
    At += Batch;
  }
  Cover.Lonely.assign(Open.begin(), Open.end());
  return Cover;
}

std::vector<std::pair<const Unit *, std::set<std::string>>>
readersOf(const std::set<std::string> &Headers, const Database &D,
          StringRef ResourceFolder, unsigned Jobs) {
  std::vector<std::pair<const Unit *, std::set<std::string>>> Readers;
  for (const Unit &U : D.Units)
    Readers.push_back({&U, {}});
  Scanner S(Headers, ResourceFolder);
  DefaultThreadPool Threads(hardware_concurrency(Jobs));
  for (auto &Reader : Readers)
    Threads.async([&] {
      for (const std::string &File : S.scan(*Reader.first))
        if (Headers.count(File))
          Reader.second.insert(File);
    });
  Threads.wait();
  erase_if(Readers, [](const auto &Reader) { return Reader.second.empty(); });
  return Readers;
}

} // namespace anomalloc::lint
