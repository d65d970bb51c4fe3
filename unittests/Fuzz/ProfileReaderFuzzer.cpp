//===- ProfileReaderFuzzer.cpp --------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Any bytes give a model or an error. A model can be written and read again.
/// Any text in it can be demangled and made printable.
///
/// An input that begins with a profile's magic is a whole file. Any other is
/// the records of one segment, so that mutations do not drown in padding.
///
//===----------------------------------------------------------------------===//

#include "Profile/Merge.h"
#include "Profile/ProfileReader.h"
#include "Profile/Texts.h"
#include "Profile/Totals.h"
#include "Support/Demangle.h"
#include "Support/Printable.h"
#include "anomalloc/ProfileFormat.h"
#include <cstring>

using namespace anomalloc;
using namespace anomalloc::format;

static std::string asFile(llvm::StringRef Records) {
  FileHeader Header = {};
  memcpy(Header.Magic, FileMagic, sizeof(FileMagic));
  Header.Version = FileVersion;
  Header.HeaderSize = FileHeaderSize;
  SegmentHeader Segment = {SegmentMagic, 0, 0};
  Segment.Size = (sizeof(Segment) + Records.size() + 4095) / 4096 * 4096;
  std::string File(reinterpret_cast<char *>(&Header), sizeof(Header));
  File.resize(FileHeaderSize);
  File.append(reinterpret_cast<char *>(&Segment), sizeof(Segment));
  File.append(Records.data(), Records.size());
  File.resize(FileHeaderSize + Segment.Size);
  return File;
}

static void check(bool Holds) {
  if (!Holds)
    __builtin_trap();
}

static void checkAgain(const Profile &P) {
  std::string Merged;
  llvm::raw_string_ostream OS(Merged);
  llvm::cantFail(writeMerged(P, OS));
  auto Again = readProfile(llvm::MemoryBufferRef(Merged, "merged"));
  check(bool(Again));
  check((*Again)->Counts.size() == P.Counts.size());
  check((*Again)->Sites.size() == P.Sites.size());
  Totals A = computeTotals(P), B = computeTotals(**Again);
  check(A.Heap.Allocations == B.Heap.Allocations &&
        A.Heap.Bytes == B.Heap.Bytes && A.Pool.Bytes == B.Pool.Bytes);
}

static void checkTexts(Profile &P) {
  changeTexts(P, [](llvm::StringRef Text) {
    check(demangledName(Text).size() <=
          std::max<size_t>(Text.size(), LongestDemangled));
    std::string Printable = printable(Text);
    check(isPrintable(Printable));
    return Printable;
  });
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string File(reinterpret_cast<const char *>(Data), Size);
  if (File.compare(0, sizeof(FileMagic), FileMagic, sizeof(FileMagic)) != 0)
    File = asFile(File);
  auto P = readProfile(llvm::MemoryBufferRef(File, "fuzz"));
  if (P) {
    checkAgain(**P);
    checkTexts(**P);
  } else
    llvm::consumeError(P.takeError());
  return 0;
}
