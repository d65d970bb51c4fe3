//===- TableExport.cpp - profiles as a folder of tables -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "exports/TableExport.h"
#include "Profile/Symbolizer.h"
#include "Recover/Recover.h"
#include "Report/csv/CsvTables.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {

/// One for each of csvTables().
using TableFiles = std::vector<raw_ostream *>;

/// Opens the files that are missing in \p Open, each whole or not there.
static Error openTables(StringRef Folder, TableFiles Open,
                        function_ref<Error(const TableFiles &)> Fill) {
  if (Open.size() == csvTables().size())
    return Fill(Open);
  const CsvTable &Table = csvTables()[Open.size()];
  SmallString<256> Path(Folder);
  sys::path::append(Path, Table.Name + ".csv");
  return writeWholeFile(Path, [&](raw_ostream &OS) {
    writeColumns(OS, Table);
    Open.push_back(&OS);
    return openTables(Folder, Open, Fill);
  });
}

static Error fillTables(const TableFiles &Files, ArrayRef<StringRef> Paths,
                        const InputOptions &Inputs) {
  std::set<uint64_t> Sites;
  std::set<std::string> Changed;
  uint64_t Number = 0;
  Error E = readEachInput(Paths, Inputs, [&](Profile &P) {
    for (std::string &File : nameCode(P))
      Changed.insert(std::move(File));
    symbolizeFreeSites(P);
    CsvSource Source = {P, Number++, Sites};
    for (auto [Table, File] : zip_equal(csvTables(), Files))
      Table.Write(*File, Source, CsvForm::Values);
    return Error::success();
  });
  warnOfChanged(std::vector<std::string>(Changed.begin(), Changed.end()));
  return E;
}

Error writeTables(StringRef Folder, ArrayRef<StringRef> Paths,
                  const InputOptions &Inputs) {
  if (std::error_code EC = sys::fs::create_directories(Folder))
    return inContext(Folder, errorCodeToError(EC));
  // What was wrong with a profile is not the fault of the files.
  std::unique_ptr<ErrorInfoBase> Wrong;
  Error E = openTables(Folder, {}, [&](const TableFiles &Files) -> Error {
    handleAllErrors(
        fillTables(Files, Paths, Inputs),
        [&](std::unique_ptr<ErrorInfoBase> Why) { Wrong = std::move(Why); });
    return Wrong ? makeError("a profile could not be read") : Error::success();
  });
  if (!Wrong)
    return E;
  consumeError(std::move(E));
  return Error(std::move(Wrong));
}

} // namespace anomalloc
