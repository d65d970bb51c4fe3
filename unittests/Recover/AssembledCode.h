//===- AssembledCode.h - machine code from text -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_UNITTESTS_ASSEMBLEDCODE_H
#define ANOMALLOC_UNITTESTS_ASSEMBLEDCODE_H

#include "Recover/MachineCode.h"
#include "llvm/Support/MemoryBuffer.h"
#include <string>

namespace anomalloc::test {

/// A shared library from assembly text. Functions stand between `function NAME`
/// and `end NAME`. An entry of the GOT is `slot NAME`, and is called slot_NAME:
/// it has the address of the function NAME of another library.
class AssembledCode {
public:
  explicit AssembledCode(const std::string &Text,
                         llvm::StringRef Target = "x86_64-unknown-linux-gnu");

  /// The call that returns to the label \p Label. A failure, and a call that no
  /// code has, if there is none.
  MachineCall before(llvm::StringRef Label = "after");
  /// The address of \p Label. A failure if there is none.
  uint64_t at(llvm::StringRef Label) const;

  /// Forgets the functions that symbols name, as "strip" does.
  void strip();

  const llvm::object::ObjectFile &object() const { return *Object; }
  MachineCode &code() { return *Code; }

private:
  void open();

  llvm::SmallVector<char, 0> Bytes;
  std::unique_ptr<llvm::object::ObjectFile> Object;
  std::unique_ptr<MachineCode> Code;
  std::vector<std::pair<std::string, uint64_t>> Labels;
};

/// \p Text as an object, assembled by LLVM. A failure, and no bytes, if it is
/// wrong.
llvm::SmallVector<char, 0> assemble(const std::string &Text,
                                    llvm::StringRef Target);

} // namespace anomalloc::test

#endif // ANOMALLOC_UNITTESTS_ASSEMBLEDCODE_H
