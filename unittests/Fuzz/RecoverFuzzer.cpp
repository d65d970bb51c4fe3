//===- RecoverFuzzer.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of any bytes, machine code and debug information tell something or nothing.
/// What is told makes sense: loops are around calls, names are bounded.
///
//===----------------------------------------------------------------------===//

#include "InputFile.h"
#include "Profile/ScopedNames.h"
#include "Recover/FunctionFacts.h"
#include "Recover/MachineCode.h"
#include "Recover/TypeOfNew.h"

using namespace llvm;
using namespace anomalloc;
using namespace anomalloc::test;

/// The addresses that are asked for: some in each section of code.
static std::vector<uint64_t> addressesOf(const object::ObjectFile &File) {
  constexpr uint64_t PerSection = 64;
  constexpr size_t Most = 512;
  std::vector<uint64_t> Addresses;
  for (const object::SectionRef &Section : File.sections()) {
    if (!Section.isText())
      continue;
    const uint64_t Step = std::max<uint64_t>(1, Section.getSize() / PerSection);
    for (uint64_t I = 0; I != PerSection && Addresses.size() != Most; ++I)
      Addresses.push_back(Section.getAddress() + I * Step);
  }
  return Addresses;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  MemoryBufferRef Bytes(StringRef(reinterpret_cast<const char *>(Data), Size),
                        "object");
  auto File = object::ObjectFile::createObjectFile(Bytes);
  if (!File) {
    consumeError(File.takeError());
    return 0;
  }
  const std::vector<uint64_t> Addresses = addressesOf(**File);
  if (auto Code = MachineCode::open(**File, nullptr)) {
    for (uint64_t Address : Addresses)
      if (std::optional<MachineCall> Call = (*Code)->callBefore(Address)) {
        check(Call->Address < Address);
        check(Call->Loop.has_value() == (Call->LoopDepth != 0));
      }
  } else {
    consumeError(Code.takeError());
  }
  if (!hasSoundRelocations(**File)) // As openLibrary() has it.
    return 0;
  std::unique_ptr<DWARFContext> Debug = DWARFContext::create(
      **File, DWARFContext::ProcessDebugRelocations::Process, nullptr, "",
      consumeError, consumeError);
  for (uint64_t Address : Addresses) {
    functionsAt(*Debug, Address);
    NewCall Call;
    Call.Address = Address;
    Call.Where.Line = Call.Where.Column = 1;
    check(typeOfNew(*Debug, Call).size() < (1 << 20));
    for (DWARFDie Function : functionEntriesAt(*Debug, Address))
      check(scopedName(Function).size() < (1 << 20));
  }
  return 0;
}
