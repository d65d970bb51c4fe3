//===- MachineCode.h - calls and their loops --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the machine code of a program tells of its calls. It serves programs
/// that our pass did not build: of these, a profile has return addresses only.
/// \code
///   10: mov $24, %edi                <- Constant: 24
///   15: call operator new            <- Callee: "_Znwm"
///   1a: ...                          <- the return address that is asked for
///   20: jb 10                        <- Loop: 10, LoopDepth: 1
/// \endcode
/// Code is decoded by LLVM, for x86-64 and for AArch64, in ELF files.
///
/// The loops are those of the machine code. The compiler may have removed a
/// loop of the source that turns a known number of times (a full unroll), or
/// made two of one (a vector body and its rest). What only an exception leads
/// to, a handler, is reached by no jump: its calls are LoopsUnknown.
///
/// GCC moves code that seldom runs into a part of its own, `f.cold`. The two
/// parts are two functions here, because two symbols name them. A jump from one
/// into the other leaves the function. So the calls in `f.cold` are
/// LoopsUnknown.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_MACHINECODE_H
#define ANOMALLOC_RECOVER_MACHINECODE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>

namespace anomalloc {

/// What machine code tells of one call. Addresses are those of the file, as in
/// its symbol table: not those of a process that has loaded it.
struct MachineCall {
  uint64_t Address = 0;   ///< The call's own address.
  uint64_t Function = 0;  ///< Where the function begins that calls.
  bool IsLocal = false;   ///< FunctionTable::Function::IsLocal of it.
  uint32_t LoopDepth = 0; ///< Loops around the call in its function.
  /// Where the innermost of these loops begins. None: the call is in no loop.
  /// It tells two loops of a function apart.
  std::optional<uint64_t> Loop;
  /// Jumps of the function could not be followed. They may hide loops:
  /// LoopDepth is the least that it can be.
  bool LoopsUnknown = false;
  /// Linkage name of the function that is called, without its version
  /// ("malloc", not "malloc@GLIBC_2.2.5"); "" if it is not known. It is known
  /// of a direct call, and of one through the PLT or the GOT.
  llvm::StringRef Callee;
  /// First integer argument, if the call's block puts a constant there.
  std::optional<uint64_t> Constant;

  /// CodePlace::LocalFunction of a place in the function.
  uint32_t localFunction() const { return IsLocal ? uint32_t(Function) : 0; }
};

/// The calls of one ELF file. Each function is decoded when it is first asked
/// for, and once. Not safe in several threads at a time.
class MachineCode {
public:
  /// Reads the names and bounds of functions, and decodes nothing yet.
  /// \p Symbols is the file with the symbols that were stripped off \p Code; it
  /// may be null. Both must outlive the result and each StringRef of it. It is
  /// an error if \p Code is no linked ELF file for x86-64 or AArch64.
  static llvm::Expected<std::unique_ptr<MachineCode>>
  open(const llvm::object::ObjectFile &Code,
       const llvm::object::ObjectFile *Symbols);

  ~MachineCode();

  /// The call that returns to \p Return. None if no function holds it, or if no
  /// call ends there. A call may be the last instruction of a function: then
  /// \p Return is the first address behind it. The loops of a function that is
  /// larger than 4 MiB or than 400,000 instructions stay unknown, and those of
  /// functions that overlap one another to more than the file's size.
  std::optional<MachineCall> callBefore(uint64_t Return);

private:
  MachineCode();

  struct Impl;
  std::unique_ptr<Impl> State;
};

} // namespace anomalloc

#endif // ANOMALLOC_RECOVER_MACHINECODE_H
