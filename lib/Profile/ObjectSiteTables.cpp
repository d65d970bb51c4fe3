//===- ObjectSiteTables.cpp -----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ObjectSiteTables.h"
#include "Format/SiteTableReader.h"
#include "Profile/ModelBuilder.h"
#include "Support/Errors.h"
#include "Support/RegularFile.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// A section's content: blobs, with zero padding before, between and after.
Error readBlobs(StringRef Content, std::vector<SiteTable> &Tables) {
  StringRef Rest = Content.ltrim('\0');
  while (!Rest.empty()) {
    Expected<uint64_t> Size = siteTableBlobSize(Rest);
    Expected<SiteTable> Table =
        Size ? readSiteTable(Rest) : Expected<SiteTable>(Size.takeError());
    if (!Table)
      return inContext("at byte " + Twine(Content.size() - Rest.size()) +
                           " of section " + SiteTableSection,
                       Table.takeError());
    Tables.push_back(std::move(*Table));
    Rest = Rest.drop_front(*Size).ltrim('\0');
  }
  return Error::success();
}

Error readObject(const object::ObjectFile &Object,
                 std::vector<SiteTable> &Tables) {
  for (const object::SectionRef &Section : Object.sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      return Name.takeError();
    if (*Name != SiteTableSection)
      continue;
    Expected<StringRef> Content = Section.getContents();
    if (!Content)
      return Content.takeError();
    if (Error E = readBlobs(*Content, Tables))
      return E;
  }
  return Error::success();
}

/// Members that are no objects (bitcode, symbol lists) have no tables.
Error readArchive(const object::Archive &Archive,
                  std::vector<SiteTable> &Tables) {
  Error Walk = Error::success();
  for (const object::Archive::Child &Child : Archive.children(Walk)) {
    Expected<std::unique_ptr<object::Binary>> Member = Child.getAsBinary();
    if (!Member) {
      consumeError(Member.takeError());
      continue;
    }
    if (auto *Object = dyn_cast<object::ObjectFile>(Member->get()))
      if (Error E = readObject(*Object, Tables)) {
        consumeError(std::move(Walk));
        return inContext(Object->getFileName(), std::move(E));
      }
  }
  return Walk;
}

} // namespace

Expected<std::vector<SiteTable>>
readSiteTables(const object::ObjectFile &Object) {
  std::vector<SiteTable> Tables;
  if (Error E = readObject(Object, Tables))
    return std::move(E);
  return std::move(Tables);
}

Expected<std::vector<SiteTable>> readSiteTables(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openRegularFile(Path);
  if (!Buffer)
    return inContext(Path, Buffer.takeError());
  Expected<std::unique_ptr<object::Binary>> Binary =
      object::createBinary(**Buffer);
  if (!Binary)
    return inContext(Path, Binary.takeError());
  std::vector<SiteTable> Tables;
  Error E = Error::success();
  if (auto *Object = dyn_cast<object::ObjectFile>(Binary->get()))
    E = joinErrors(std::move(E), readObject(*Object, Tables));
  else if (auto *Archive = dyn_cast<object::Archive>(Binary->get()))
    E = joinErrors(std::move(E), readArchive(*Archive, Tables));
  else
    E = joinErrors(std::move(E), makeError("neither an object file nor an "
                                           "archive of them"));
  if (E)
    return inContext(Path, std::move(E));
  return std::move(Tables);
}

std::unique_ptr<Profile> makeStaticProfile(std::vector<SiteTable> Tables) {
  ModelBuilder Builder(/*KeepLanes=*/true);
  for (SiteTable &Table : Tables)
    Builder.mapUnit(std::make_shared<const SiteTable>(std::move(Table)));
  return Builder.take();
}

} // namespace anomalloc
