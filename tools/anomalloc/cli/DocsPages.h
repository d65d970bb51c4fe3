//===- DocsPages.h - manual pages of the verbs ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CLI_DOCSPAGES_H
#define ANOMALLOC_ANOMALLOC_CLI_DOCSPAGES_H

#include "cli/Command.h"
#include "llvm/Support/raw_ostream.h"

namespace anomalloc {

void writeManPage(llvm::raw_ostream &OS, Command &C);
void writeManOverview(llvm::raw_ostream &OS);
void writeMarkdownPage(llvm::raw_ostream &OS, Command &C);
void writeMarkdownOverview(llvm::raw_ostream &OS);

/// "--name", "--name=VALUE" or "--name[=VALUE]".
std::string spelling(const Option &O);
/// Paragraphs of a description, each in one line.
std::vector<std::string> paragraphs(llvm::StringRef Text);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_DOCSPAGES_H
