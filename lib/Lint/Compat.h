//===- Compat.h - the seams between clang 19 and 23 -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All differences of clang between the majors that lib/Lint is built for. The
/// scan for dependencies became a library of its own in clang 22. From clang 21
/// on, a diagnostics engine and a target do not own their options. The
/// differences of LLVM stand in Profile/Compat.h.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_COMPAT_H
#define ANOMALLOC_LINT_COMPAT_H

#include "Profile/Compat.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/VirtualFileSystem.h"
#if LLVM_VERSION_MAJOR < 22
#include "clang/Frontend/Utils.h"
#include "clang/Tooling/DependencyScanning/DependencyScanningService.h"
#include "clang/Tooling/DependencyScanning/DependencyScanningWorker.h"
#else
#include "clang/DependencyScanning/DependencyScanningService.h"
#include "clang/DependencyScanning/DependencyScanningWorker.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Tooling/DependencyScanningTool.h"
#endif

namespace anomalloc::compat {

#if LLVM_VERSION_MAJOR < 22
namespace scan = clang::tooling::dependencies;
#else
namespace scan = clang::dependencies;
#endif

/// A base class that ignores modules. A derived class takes the files.
class FileConsumer : public scan::DependencyConsumer {
  void
  handleDependencyOutputOpts(const clang::DependencyOutputOptions &) override {}
  void handlePrebuiltModuleDependency(scan::PrebuiltModuleDep) override {}
  void handleModuleDependency(scan::ModuleDeps) override {}
  void handleDirectModuleDependency(scan::ModuleID) override {}
  void handleContextHash(std::string) override {}
#if LLVM_VERSION_MAJOR >= 22
  void handleVisibleModule(std::string) override {}
#endif
};

/// Calls \p Consumer for each file that the driver's \p Command, run in
/// \p Folder, reads. Prints nothing. For a unit that does not compile, calls
/// \p Consumer only for the files that were read before the error. May be
/// called from several threads at once.
inline void scanFiles(scan::DependencyScanningService &Service,
                      llvm::StringRef Folder,
                      const std::vector<std::string> &Command,
                      FileConsumer &Consumer) {
  class NoModules : public scan::DependencyActionController {
#if LLVM_VERSION_MAJOR < 22
    using Module = scan::ModuleID;
#else
    using Module = scan::ModuleDeps;
#endif
    std::string lookupModuleOutput(const Module &,
                                   scan::ModuleOutputKind) override {
      return "";
    }
  } Controller;
  clang::IgnoringDiagConsumer Silent;
  scan::DependencyScanningWorker Worker(Service,
                                        llvm::vfs::createPhysicalFileSystem());
#if LLVM_VERSION_MAJOR < 22
  Worker.computeDependencies(Folder, Command, Consumer, Controller, Silent);
#else // the worker itself takes the frontend's command line
  clang::tooling::computeDependencies(Worker, Folder, Command, Consumer,
                                      Controller, Silent);
#endif
}

/// Holds a diagnostics engine that reports to \p Consumer, and the options of
/// the engine. Up to clang 20, the engine owns the options, too.
class Diagnostics {
public:
  explicit Diagnostics(clang::DiagnosticConsumer &Consumer)
      : Engine(new clang::DiagnosticsEngine(
            llvm::IntrusiveRefCntPtr<clang::DiagnosticIDs>(
                new clang::DiagnosticIDs),
            Options, &Consumer, /*ShouldOwnClient=*/false)) {}

  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> get() { return Engine; }

private:
#if LLVM_VERSION_MAJOR < 21
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> Options{
      new clang::DiagnosticOptions};
#else
  clang::DiagnosticOptions Options;
#endif
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> Engine;
};

/// Creates the target only to report errors in its options to \p Engine.
inline void makeTarget(clang::DiagnosticsEngine &Engine,
                       clang::CompilerInvocation &Invocation) {
#if LLVM_VERSION_MAJOR < 21
  auto Options =
      std::make_shared<clang::TargetOptions>(Invocation.getTargetOpts());
#else
  clang::TargetOptions &Options = Invocation.getTargetOpts();
#endif
  llvm::IntrusiveRefCntPtr<clang::TargetInfo>(
      clang::TargetInfo::CreateTargetInfo(Engine, Options));
}

} // namespace anomalloc::compat

#endif // ANOMALLOC_LINT_COMPAT_H
