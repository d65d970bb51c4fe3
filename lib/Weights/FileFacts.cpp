//===- FileFacts.cpp - what a unit shows of its files ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/FileFacts.h"

using namespace llvm;

namespace anomalloc {

static constexpr StringRef Prefix = "anomalloc-file:";
static constexpr StringRef OtherLanguage = " no C++;";
static constexpr StringRef ColdFile = " cold file;";

void FileFacts::add(const FileFacts &Other) {
  Cold |= Other.Cold;
  NoCxx |= Other.NoCxx;
}

std::string FileFacts::message() const {
  std::string Said = Prefix.str();
  if (NoCxx)
    Said += OtherLanguage;
  if (Cold)
    Said += ColdFile;
  return Said;
}

std::optional<FileFacts> FileFacts::parse(StringRef Message) {
  if (!Message.consume_front(Prefix))
    return std::nullopt;
  FileFacts Found;
  Found.NoCxx = Message.consume_front(OtherLanguage);
  Found.Cold = Message.consume_front(ColdFile);
  return Message.empty() ? std::optional(Found) : std::nullopt;
}

} // namespace anomalloc
