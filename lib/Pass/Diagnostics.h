//===- Diagnostics.h - errors of the plugin ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_DIAGNOSTICS_H
#define ANOMALLOC_PASS_DIAGNOSTICS_H

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"

namespace anomalloc {

/// An error that makes the compilation fail. The tool that loaded the plugin
/// (clang, opt, lld) prints it in its own style.
class PluginError : public llvm::DiagnosticInfo {
public:
  explicit PluginError(const llvm::Twine &Message)
      : DiagnosticInfo(kind(), llvm::DS_Error), Message(Message) {}
  void print(llvm::DiagnosticPrinter &Printer) const override {
    Printer << Message;
  }

private:
  static int kind() {
    static const int Kind = llvm::getNextAvailablePluginDiagnosticKind();
    return Kind;
  }
  const llvm::Twine &Message;
};

inline void reportError(llvm::LLVMContext &Context,
                        const llvm::Twine &Message) {
  Context.diagnose(PluginError(Message));
}

} // namespace anomalloc

#endif // ANOMALLOC_PASS_DIAGNOSTICS_H
