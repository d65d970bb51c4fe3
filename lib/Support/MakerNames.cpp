//===- MakerNames.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/MakerNames.h"
#include "Support/Demangle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

/// "_ZNSt6vector...", "_ZNSo..." (std::ostream), ...; names in source form.
static constexpr llvm::StringLiteral LibraryNamePrefixes[] = {
    "_ZSt",  "_ZNS",        "_ZNKS",  "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx",
    "std::", "__gnu_cxx::", "__cxa_", "_Unwind_"};

/// The crates that come with Rust, as demangled names begin.
static constexpr llvm::StringLiteral RustLibraryPrefixes[] = {
    "alloc::", "core::", "std::", "__rustc::"};
/// What other languages' compilers and libraries call to get memory: Rust's
/// allocation functions, Fortran's library, the packages that come with D and
/// what its compilers call, and CPython's interface (see isOfCPython).
static constexpr llvm::StringLiteral OtherLibraryPrefixes[] = {
    "__rust_",
    "__rg_",
    "__rdl_",
    "_gfortran_",
    "_FortranA",
    "_ZN7Fortran7runtime",
    "_ZNK7Fortran7runtime",
    "_D2rt",
    "_D3std",
    "_D4core",
    "_D6object",
    "_d_"};

/// What follows "operator" in the names of makers, beside conversions.
static constexpr llvm::StringLiteral MakerOperators[] = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=",  ">>=",   "+",
    "-", "*",  "/",  "%",  "&",  "|",  "^",  "~",  "[]", " new", " new[]"};
/// What begins like a conversion, and is none.
static constexpr llvm::StringLiteral NoConversions[] = {" delete", " delete[]",
                                                        " co_await"};

/// First or last words of the names of functions that hand a block out, in
/// small letters.
static constexpr llvm::StringLiteral FactoryWords[] = {
    "alloc", "allocate",  "calloc", "clone",  "construct", "copy",   "create",
    "dup",   "duplicate", "make",   "malloc", "new",       "realloc"};
/// Parts that mean it wherever they stand, as in "xmalloc" and "strdup".
static constexpr llvm::StringLiteral FactoryParts[] = {"alloc", "strdup",
                                                       "strndup", "memdup"};
/// First or last words of names.
static constexpr llvm::StringLiteral CopyWords[] = {"clone", "copy", "dup",
                                                    "duplicate"};
static constexpr llvm::StringLiteral UnshareWords[] = {"cow", "detach",
                                                       "separate", "unshare"};
static constexpr llvm::StringLiteral GrowthWords[] = {
    "append", "enlarge", "extend", "grow", "push", "realloc", "resize"};
static constexpr llvm::StringLiteral RefillWords[] = {
    "assign",  "clear",  "init",   "initialise",   "initialize",
    "recycle", "refill", "reinit", "reinitialize", "reset",
    "resize",  "reuse",  "rewind"};
/// The same with these in front gives blocks back.
static constexpr llvm::StringLiteral NoFactoryParts[] = {"dealloc", "unalloc"};

/// Whether \p Name is of Python/C API: "PyMem_Malloc", "_PyObject_New", ... An
/// extension's own entry is "PyInit_" and its name.
static bool isOfCPython(StringRef Name) {
  Name.consume_front("_");
  return Name.size() > 2 && Name.starts_with("Py") &&
         (isUpper(Name[2]) || Name[2] == '_') && Name.contains('_') &&
         !Name.starts_with("PyInit_");
}

bool isLibraryName(StringRef Name) {
  auto IsBegin = [&](StringRef Prefix) { return Name.starts_with(Prefix); };
  if (isRustName(Name)) {
    // "<alloc::vec::Vec<T> as core::clone::Clone>::clone".
    std::string Text = demangledName(Name);
    StringRef Begin = StringRef(Text).ltrim("<&*");
    return any_of(RustLibraryPrefixes,
                  [&](StringRef P) { return Begin.starts_with(P); });
  }
  // The C library's "_start", which runs main, is linked into each program.
  return any_of(LibraryNamePrefixes, IsBegin) ||
         any_of(OtherLibraryPrefixes, IsBegin) || isOfCPython(Name) ||
         Name == "_start";
}

/// Whether the `operator*` of that linkage name has one operand.
static bool isDereference(StringRef Name) {
  if (!Name.starts_with("_Z")) // Nothing tells the operands: in doubt it is.
    return true;
  return Name.starts_with("_Zde") || Name.contains("deEv");
}

/// CPython's wrappers of malloc: "PyMem_Malloc", "_PyObject_Calloc",
/// "_PyMem_RawRealloc" (Objects/obmalloc.c).
static bool isAllocatorOfCPython(StringRef Name) {
  Name.consume_front("_");
  if (!Name.consume_front("PyMem_") && !Name.consume_front("PyObject_"))
    return false;
  Name.consume_front("Debug");
  Name.consume_front("Raw");
  return Name == "Malloc" || Name == "Calloc" || Name == "Realloc";
}

/// Rust's functions that do what a copy or a default constructor does:
/// "<words::Word as core::clone::Clone>::clone".
static bool isConstructorOfRust(StringRef Name) {
  const std::string Text = demangledName(Name);
  return StringRef(Text).ends_with(" as core::clone::Clone>::clone") ||
         StringRef(Text).ends_with(" as core::default::Default>::default");
}

bool isMadeByFortran(StringRef Name) {
  // Of a type in no module: "__copy_program_Type.1".
  for (StringRef Begin : {"__copy_", "__final_", "__deallocate_"})
    if (Name.starts_with(Begin))
      return any_of(Name, isUpper);
  return Name.contains("_MOD___copy_") || Name.contains("_MOD___final_") ||
         Name.contains("_MOD___deallocate_");
}

bool isMakerName(StringRef Name) {
  if (isAllocatorOfCPython(Name) || isMadeByFortran(Name))
    return true;
  if (Name.starts_with("_D")) {
    const std::string Text = demangledName(Name);
    return StringRef(Text).ends_with(".this") ||
           StringRef(Text).ends_with(".this(this)");
  }
  if (isRustName(Name))
    return isConstructorOfRust(Name);
  FunctionName Parts(Name);
  if (!Parts.isFunction())
    return false;
  std::string Base = Parts.base();
  if (Parts.isConstructorOrDestructor())
    return !StringRef(Base).starts_with("~");
  StringRef Operator = Base;
  if (!Operator.consume_front("operator"))
    return false;
  // "operator+<int>"; an identifier may begin with "operator", too.
  StringRef Plain = Operator;
  if (!Plain.starts_with("<"))
    Plain = Plain.take_front(Plain.find('<'));
  if (is_contained(MakerOperators, Plain))
    return Plain != "*" || !isDereference(Name);
  return Operator.starts_with(" ") && !is_contained(NoConversions, Plain);
}

/// The words of "makeNode", "make_node" and "NodeMaker", in small letters.
static SmallVector<std::string, 4> wordsOf(StringRef Identifier) {
  SmallVector<std::string, 4> Words;
  bool Begins = true, WasSmall = false;
  for (char C : Identifier) {
    if (!isAlpha(C)) {
      Begins = true;
      WasSmall = false;
      continue;
    }
    bool IsSmall = C >= 'a';
    if (Begins || (!IsSmall && WasSmall))
      Words.emplace_back();
    Words.back() += toLower(C);
    Begins = false;
    WasSmall = IsSmall;
  }
  return Words;
}

/// Of a function of C++ or Rust its last name, of another the linkage name; ""
/// if it is no function's.
static std::string ownName(StringRef LinkageName) {
  FunctionName Parts(isRustName(LinkageName) ? demangledName(LinkageName)
                                             : LinkageName.str());
  if (Parts.isFunction())
    return Parts.base();
  return LinkageName.starts_with("_Z") ? "" : LinkageName.str();
}

/// Whether the first or the last word of \p Name is one of \p Wanted.
static bool hasWordAtEnd(StringRef Name, ArrayRef<llvm::StringLiteral> Wanted) {
  SmallVector<std::string, 4> Words = wordsOf(Name);
  return !Words.empty() && (is_contained(Wanted, Words.front()) ||
                            is_contained(Wanted, Words.back()));
}

bool isCopyName(StringRef Name) {
  return hasWordAtEnd(ownName(Name), CopyWords);
}

bool isUnshareName(StringRef Name) {
  return hasWordAtEnd(ownName(Name), UnshareWords) ||
         StringRef(join(wordsOf(ownName(Name)), "")).contains("copyonwrite");
}

bool isSlowPathName(StringRef LinkageName) {
  return isLibraryName(LinkageName) &&
         any_of(ArrayRef<StringRef>{"_M_realloc_", "_back_aux", "_front_aux",
                                    "_slow_path"},
                [&](StringRef Part) { return LinkageName.contains(Part); });
}

bool isGrowthName(StringRef Name) {
  return hasWordAtEnd(ownName(Name), GrowthWords);
}

bool isRefillName(StringRef Name) { return hasWordAtEnd(Name, RefillWords); }

bool startsTeam(StringRef Name) {
  return Name.starts_with("__kmpc_fork_") || Name.starts_with("GOMP_parallel");
}

bool isFactoryName(StringRef Name) {
  std::string Own = ownName(Name);
  std::string Small = StringRef(Own).lower();
  auto Has = [&](StringRef Part) { return StringRef(Small).contains(Part); };
  if (any_of(NoFactoryParts, Has))
    return false;
  if (any_of(FactoryParts, Has))
    return true;
  return hasWordAtEnd(Own, FactoryWords);
}

} // namespace anomalloc
