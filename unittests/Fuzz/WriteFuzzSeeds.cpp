//===- WriteFuzzSeeds.cpp -------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes synthetic profiles with all record types, as whole files and as the
/// records alone (see ProfileReaderFuzzer.cpp), and a trace (see
/// TraceReaderFuzzer.cpp): WriteFuzzSeeds <folder> <folder of traces>
///
//===----------------------------------------------------------------------===//

#include "FuzzProfile.h"
#include "Profile/Merge.h"
#include "Profile/ModelCodec.h"
#include "TraceBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace anomalloc;
using namespace anomalloc::format;
using namespace anomalloc::test;

static void write(const std::string &Path, llvm::StringRef Bytes) {
  std::error_code EC;
  llvm::raw_fd_ostream OS(Path, EC);
  if (EC)
    llvm::report_fatal_error(llvm::Twine(Path) + ": " + EC.message());
  OS << Bytes;
}

/// A model without compression, whose checksum no mutation would get past.
static std::string model(const Profile &P) {
  llvm::SmallVector<char, 0> Payload = encodeModel(P);
  ModelRecord Head = {{}, 0, 0, Payload.size(), Payload.size()};
  std::string Body(reinterpret_cast<char *>(&Head), sizeof(Head));
  Body = Body.substr(sizeof(RecordHeader)) +
         std::string(Payload.data(), Payload.size());
  return ProfileBuilder().record(RecordType::Model, Body).bytes();
}

static llvm::StringRef recordsOf(llvm::StringRef File) {
  return File.drop_front(FileHeaderSize + sizeof(SegmentHeader)).rtrim('\0');
}

static std::string trace() {
  TraceBuilder T;
  T.block(0, 100).thread(7).define(3, {0, 24, 1, 7, 0, 0, 0}).allocate(3);
  T.time(20)
      .define(1023, {0x1010, 99, 1, 7, 2, 1, TraceZeroed})
      .free(1)
      .free(0);
  T.block(1, 110).freeElsewhere(0, 2);
  T.define(0, {0x2020, 1, 0, 0, 0, 0, traceAligned(64)});
  T.reallocated().free(0).reallocated().allocate(0);
  T.block(0, 200).allocate(3).kept(0, 1, 5).raw(
      "\x80\x01\xd0\1\2\xe0\1\2\3\xcc\x05");
  return T.bytes();
}

int main(int Argc, char **Argv) {
  if (Argc != 3) {
    llvm::errs() << "usage: WriteFuzzSeeds <folder> <folder of traces>\n";
    return 2;
  }
  write(std::string(Argv[2]) + "/synthetic", trace());
  std::string Folder = std::string(Argv[1]) + "/synthetic-";
  std::string Plain = fuzzProfile(false), Packed = fuzzProfile(true), Merged;
  auto P = llvm::cantFail(read(Plain));
  llvm::raw_string_ostream OS(Merged);
  llvm::cantFail(writeMerged(*P, OS));
  write(Folder + "plain", Plain);
  write(Folder + "packed", Packed);
  write(Folder + "merged", Merged);
  write(Folder + "plain-records", recordsOf(Plain));
  write(Folder + "packed-records", recordsOf(Packed));
  write(Folder + "merged-records", recordsOf(Merged));
  write(Folder + "model-records", recordsOf(model(*P)));
  return 0;
}
