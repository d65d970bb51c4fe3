//===- FunctionCode.h - a function's instructions and blocks ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes a function as it runs: from its entry along its jumps. So data that
/// stand between instructions are not taken for code. What no jump leads to is
/// decoded at last, from where it begins: handlers of exceptions, and what a
/// jump leads to that could not be followed.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_FUNCTIONCODE_H
#define ANOMALLOC_RECOVER_FUNCTIONCODE_H

#include "Recover/ElfImage.h"
#include "Recover/MachineLoops.h"

namespace anomalloc::recover {

class FunctionCode {
public:
  /// No function is larger, in bytes; a compiler's largest tables of cases stay
  /// below.
  static constexpr uint64_t MostBytes = 4 << 20;
  static constexpr size_t MostInstructions = 400'000;
  /// A call, and the number of its block.
  struct Call {
    Instruction What;
    uint32_t Block;
    llvm::StringRef Callee;
    std::optional<uint64_t> Constant;
  };

  /// \p Bytes is the code of the function that begins at \p Start: MostBytes at
  /// most. \p Image and \p D must outlive this.
  FunctionCode(const ElfImage &Image, const Decoder &D, uint64_t Start,
               llvm::ArrayRef<uint8_t> Bytes);

  /// Decodes. False if there are more than MostInstructions.
  bool explore();

  // What follows needs explore().
  BlockGraph blocks() const;
  std::vector<Call> calls() const;
  /// Where the block \p Block begins.
  uint64_t blockAddress(uint32_t Block) const { return Leaders[Block]; }
  /// The block of the entry.
  uint32_t entry() const { return blockOf(Start); }
  /// Whether jumps that run could not be followed.
  bool hasUnknownJumps() const { return UnknownJumps; }

  // What follows serves the search for tables, while explore() runs.
  bool contains(uint64_t Address) const { return Address - Start < Size; }
  /// The instruction that ends where \p I begins, or null.
  const Instruction *before(const Instruction &I) const;
  /// The last instruction before \p Before, by address, that loads an address
  /// into \p Register; null if there is none.
  const Instruction *addressLoad(uint64_t Before,
                                 llvm::MCRegister Register) const;

private:
  struct Step {
    Instruction What;
    bool FallsThrough = false;              ///< What follows runs next.
    llvm::SmallVector<uint64_t, 1> Targets; ///< In the function.
  };

  void decodeFrom(uint64_t Address);
  void follow(Step &S);
  void drain();
  void followIndirectJumps();
  bool hasTooManyTargets() const;
  void lead(uint64_t Address);
  bool leads(uint64_t Address) const { return IsLeader[Address - Start]; }
  const Step *at(uint64_t Address) const;
  uint32_t blockOf(uint64_t Address) const;
  std::optional<uint64_t> constantOf(const Instruction &Call) const;

  const ElfImage &Image;
  const Decoder &D;
  const uint64_t Start, Size;
  const llvm::ArrayRef<uint8_t> Bytes;
  std::vector<Step> Steps;
  std::vector<uint32_t> StepAt;    ///< By offset: index in Steps, plus one.
  std::vector<bool> Covered;       ///< By offset.
  std::vector<bool> IsLeader;      ///< By offset.
  std::vector<uint64_t> Leaders;   ///< First addresses of blocks, sorted.
  std::vector<uint64_t> Pending;   ///< To be decoded.
  std::vector<uint32_t> Indirect;  ///< Steps whose targets are to be found.
  std::vector<uint32_t> Addresses; ///< Steps that load an address.
  size_t TableTargets = 0;
  mutable size_t Searched = 0; ///< By addressLoad().
  bool UnknownJumps = false, Full = false;
};

} // namespace anomalloc::recover

#endif // ANOMALLOC_RECOVER_FUNCTIONCODE_H
