//===- Schema.h - what a document may hold, for tools -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_DOCUMENT_SCHEMA_H
#define ANOMALLOC_DOCUMENT_SCHEMA_H

#include "Document/JsonType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc {

/// Writes the JSON Schema (draft 2020-12) of a document.
void writeSchema(llvm::raw_ostream &OS, const JsonDocument &Its);

/// Writes the types of documents as a module of TypeScript. Two objects of one
/// name are one type.
void writeTypeScript(llvm::raw_ostream &OS,
                     llvm::ArrayRef<JsonDocument> Documents);

} // namespace anomalloc

#endif // ANOMALLOC_DOCUMENT_SCHEMA_H
