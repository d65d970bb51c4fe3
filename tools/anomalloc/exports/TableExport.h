//===- TableExport.h - profiles as a folder of tables -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_EXPORTS_TABLEEXPORT_H
#define ANOMALLOC_ANOMALLOC_EXPORTS_TABLEEXPORT_H

#include "inputs/Inputs.h"

namespace anomalloc {

/// Writes the tables of CsvTables.h to \p Folder: all of them, or none. Creates
/// \p Folder if it does not exist. Profiles are read one by one.
llvm::Error writeTables(llvm::StringRef Folder,
                        llvm::ArrayRef<llvm::StringRef> Paths,
                        const InputOptions &Inputs);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_EXPORTS_TABLEEXPORT_H
