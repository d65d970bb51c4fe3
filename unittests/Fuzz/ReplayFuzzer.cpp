//===- ReplayFuzzer.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Any bytes can be replayed, or are an error that names the file. The program
/// is $ANOMALLOC_REPLAYER. What asks for too much memory, or has more events
/// than a run can have here, is summed up alone.
///
//===----------------------------------------------------------------------===//

#include "InputFile.h"
#include "Replay/Replay.h"
#include <cstdlib>

using namespace anomalloc;
using namespace anomalloc::test;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  InputFile File(Data, Size);
  llvm::Expected<ReplayInput> Input = ReplayInput::open(File.Path);
  if (!isRead(Input, File.Path))
    return 0;
  llvm::Expected<TraceSummary> Summary = summarize(*Input);
  if (!isRead(Summary, File.Path))
    return 0;
  if (Summary->AllocatedBytes > 64 << 20 || Summary->Events > 10000)
    return 0;
  ReplayRequest Request;
  Request.Replayer = getenv("ANOMALLOC_REPLAYER");
  llvm::Expected<ReplayResult> Result = replayTrace(*Input, *Summary, Request);
  if (isRead(Result, File.Path))
    check(Result->Failure.empty() && Result->Operations <= Summary->Events);
  return 0;
}
