//===- LiveRecords.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/LiveRecords.h"
#include "Profile/RawProfile.h"
#include "Support/Errors.h"
#include <cstddef>

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {

Error LiveRecords::findSegments(LiveFile &File) {
  while (true) {
    if (File.size() < NextSegment)
      return cutProfile("it ended at " + hexOffset(NextSegment) +
                        ", and ends at " + hexOffset(File.size()) + " now");
    if (File.size() - NextSegment < sizeof(SegmentHeader))
      break;
    Expected<uint64_t> Magic = File.word(NextSegment);
    if (!Magic) {
      // At its end the process gives back what it did not use.
      consumeError(Magic.takeError());
      uint64_t Before = File.size();
      if (Error E = File.remap())
        return E;
      if (File.size() >= Before)
        return makeError("a page of it cannot be read");
      continue;
    }
    if (uint32_t(*Magic) == 0)
      break;
    Expected<uint64_t> Size =
        File.word(NextSegment + offsetof(SegmentHeader, Size));
    if (!Size)
      return Size.takeError();
    if (uint32_t(*Magic) != SegmentMagic || *Size % 4096 != 0 || *Size == 0)
      return corruptProfile("segment", NextSegment,
                            makeError("it does not begin as one"));
    if (*Size > File.size() - NextSegment)
      return cutProfile("the segment at offset " + hexOffset(NextSegment) +
                        " has " + Twine(*Size) +
                        " bytes, and the file ends after " +
                        Twine(File.size() - NextSegment));
    Segments.push_back(
        {NextSegment + sizeof(SegmentHeader), NextSegment + *Size});
    NextSegment += *Size;
  }
  return Error::success();
}

static Error
findRecordsIn(LiveFile &File, uint64_t &At, uint64_t End,
              function_ref<Error(const RecordHeader &, uint64_t)> OnNew) {
  while (End - At >= sizeof(RecordHeader)) {
    Expected<uint64_t> Type = File.word(At);
    if (!Type)
      return Type.takeError();
    RecordHeader Its = {RecordType(uint32_t(*Type)), uint32_t(*Type >> 32), 0};
    if (Its.Type == RecordType::End)
      break;
    Expected<uint64_t> Size = File.word(At + offsetof(RecordHeader, Size));
    if (!Size)
      return Size.takeError();
    Its.Size = *Size;
    if (Its.Size < sizeof(RecordHeader) || Its.Size % 8 != 0 ||
        Its.Size > End - At)
      return corruptProfile("record", At,
                            makeError("a size of " + Twine(Its.Size) +
                                      " bytes in a segment with " +
                                      Twine(End - At) + " left"));
    if (Error E = OnNew(Its, At))
      return corruptProfile("record", At, std::move(E));
    At += Its.Size;
  }
  return Error::success();
}

Error LiveRecords::find(
    LiveFile &File, function_ref<Error(const RecordHeader &, uint64_t)> OnNew) {
  if (Error E = findSegments(File))
    return E;
  for (Segment &S : Segments)
    if (Error E = findRecordsIn(File, S.At, S.End, OnNew))
      return E;
  llvm::erase_if(Segments, [](const Segment &S) {
    return S.End - S.At < sizeof(RecordHeader);
  });
  return Error::success();
}

} // namespace anomalloc
