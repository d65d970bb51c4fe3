//===- ElfSymbols.h - what an ELF file defines ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_ELFSYMBOLS_H
#define ANOMALLOC_SUPPORT_ELFSYMBOLS_H

#include "llvm/Object/ELFObjectFile.h"

namespace anomalloc {

/// Whether one of \p Symbols is called \p Name and is defined in its object.
/// What symbols() or getDynamicSymbolIterators() of the object returns is given
/// as \p Symbols. A symbol that cannot be read does not count.
template <typename Range>
bool definesSymbol(const Range &Symbols, llvm::StringRef Name) {
  for (const llvm::object::SymbolRef &Symbol : Symbols) {
    llvm::Expected<llvm::StringRef> Its = Symbol.getName();
    llvm::Expected<uint32_t> Flags = Symbol.getFlags();
    const bool IsIt = Its && Flags && *Its == Name &&
                      !(*Flags & llvm::object::SymbolRef::SF_Undefined);
    if (!Its)
      llvm::consumeError(Its.takeError());
    if (!Flags)
      llvm::consumeError(Flags.takeError());
    if (IsIt)
      return true;
  }
  return false;
}

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_ELFSYMBOLS_H
