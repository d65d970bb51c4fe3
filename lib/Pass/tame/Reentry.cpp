//===- Reentry.cpp - code that runs unseen --------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/Reentry.h"
#include "makers/CallResults.h"
#include "verdicts/Paths.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace anomalloc;

/// Functions of libraries that call nothing of the program: support of
/// exceptions ("Itanium C++ ABI: Exception Handling"), parts of libstdc++'s
/// containers that stand in the library, std::string, mutexes, and what Clang
/// divides the loops of OpenMP by.
static constexpr StringLiteral QuietPrefixes[] = {
    "__cxa_",
    "_Unwind_",
    "__gxx_personality_",
    "__stack_chk_fail",
    "_ZSt9terminatev",
    "_ZSt18_Rb_tree_",
    "_ZSt28_Rb_tree_",
    "_ZSt29_Rb_tree_",
    "_ZNSt8__detail15_List_node_base",
    "_ZNKSt8__detail20_Prime_rehash_policy",
    "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE",
    "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE",
    "_ZNSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE",
    "_ZNKSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE",
    "pthread_mutex_",
    "__kmpc_for_static_",
    "__kmpc_global_thread_num"};

/// Intrinsics that call what they are given.
static constexpr StringLiteral CallingIntrinsics[] = {
    "llvm.experimental.gc.statepoint", "llvm.experimental.patchpoint",
    "llvm.coro."};

/// Whether \p Name is a function of the C++ library that only throws, such as
/// std::__throw_length_error(char const *).
static bool onlyThrows(StringRef Name) {
  return Name.consume_front("_ZSt") &&
         Name.drop_while(isDigit).starts_with("__throw_");
}

/// Whether the function \p Callee, whose body is not to be looked at, calls
/// nothing of the program, and returns or throws.
static bool isQuiet(const Function &Callee, const TargetLibraryInfo &Library) {
  StringRef Name = Callee.getName();
  if (isLongJump(Callee))
    return false;
  if (Callee.isIntrinsic())
    return none_of(CallingIntrinsics,
                   [&](StringRef Prefix) { return Name.starts_with(Prefix); });
  LibFunc Known;
  if (Library.getLibFunc(Callee, Known) && Library.has(Known))
    return Known != LibFunc_qsort;
  // "leaf" in the source, as glibc's headers have it.
  return Callee.hasFnAttribute(Attribute::NoCallback) || onlyThrows(Name) ||
         any_of(QuietPrefixes,
                [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}

/// Whether \p Call may run what is not a body of its module.
static bool leavesModule(const CallBase &Call,
                         const TargetLibraryInfo &Library) {
  if (const auto *Assembly = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    return !Assembly->getAsmString().empty();
  const Function *Callee = calleeOf(Call);
  if (!Callee)
    return true;
  if (isOwnCode(*Callee) && !Callee->isInterposable())
    // Another definition may take the place of an alias.
    return Callee != Call.getCalledOperand()->stripPointerCasts();
  return !Call.hasFnAttr(Attribute::NoCallback) && !isQuiet(*Callee, Library);
}

/// Whether code that the module does not show may call \p F. Nobody calls main:
/// C++ forbids it ([basic.start.main]).
static bool isReachable(const Function &F) {
  return !F.doesNotRecurse() && F.getName() != "main" &&
         (!F.hasLocalLinkage() || F.hasAddressTaken());
}

namespace anomalloc {
namespace {

/// A function of the module, or all code outside of it.
struct ReentryNode {
  const Function *F = nullptr;
  SmallVector<ReentryNode *, 4> Calls;
  bool RunsOthers = false;
};

} // namespace
} // namespace anomalloc

template <> struct llvm::GraphTraits<ReentryNode *> {
  using NodeRef = ReentryNode *;
  using ChildIteratorType = SmallVectorImpl<ReentryNode *>::iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Calls.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Calls.end(); }
};

Reentry::Reentry(const Module &M, EscapeFinder::LibraryOf LibraryOf)
    : Library(std::move(LibraryOf)) {
  std::vector<ReentryNode> Nodes(M.size() + 2); // Never moved.
  ReentryNode &Outside = Nodes[M.size()], &Root = Nodes[M.size() + 1];
  DenseMap<const Function *, ReentryNode *> NodeOf;
  for (auto [Node, F] : zip(Nodes, M)) {
    Node.F = &F;
    NodeOf[&F] = &Node;
  }
  Outside.RunsOthers = true;
  for (auto [Node, F] : zip(Nodes, M)) {
    if (!isOwnCode(F))
      continue;
    Root.Calls.push_back(&Node);
    if (isReachable(F))
      Outside.Calls.push_back(&Node);
    for (const Instruction &I : instructions(F)) {
      const auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        continue;
      if (const Function *Callee = calleeOf(*Call))
        Node.Calls.push_back(NodeOf.lookup(Callee));
      Node.RunsOthers |= leavesModule(*Call, Library(F));
    }
    if (Node.RunsOthers)
      Node.Calls.push_back(&Outside);
  }
  // Callees come first.
  for (auto I = scc_begin(&Root); !I.isAtEnd(); ++I) {
    const bool RunsOthersHere = any_of(*I, [](const ReentryNode *Node) {
      return Node->RunsOthers || any_of(Node->Calls, [](auto *Callee) {
               return Callee->RunsOthers;
             });
    });
    for (ReentryNode *Node : *I) {
      Node->RunsOthers = RunsOthersHere;
      if (!Node->F)
        continue;
      // That LLVM found none holds whatever else calls.
      if (I.hasCycle() && !Node->F->doesNotRecurse())
        Recursive.insert(Node->F);
      if (RunsOthersHere)
        RunsOthers.insert(Node->F);
    }
  }
}

bool Reentry::mayRunOtherCode(const CallBase &Call) const {
  const Function *Callee = calleeOf(Call);
  return leavesModule(Call, Library(*Call.getFunction())) ||
         (Callee && RunsOthers.contains(Callee));
}

bool Reentry::mayComeBack(const CallBase &Call) const {
  // A callee that leads back is called again by the function that it leads to.
  const Function *Callee = calleeOf(Call);
  return mayRunOtherCode(Call) || (Callee && Recursive.contains(Callee));
}
