//===- DefinitionSearch.h - who defines a function --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// dlsym(3) for the middle of the program's work. dlsym leaves messages for
/// dlerror(3) on the heap, wipes out those that the program has not read yet,
/// takes a lock that a dlopen(3) elsewhere holds for long, and needs KiBs of
/// stack. This does none of it: it reads the dynamic symbol tables itself.
/// Source: System V ABI, chapter 5, and for DT_GNU_HASH the GNU linker.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_INTERPOSE_DEFINITIONSEARCH_H
#define ANOMALLOC_RUNTIME_INTERPOSE_DEFINITIONSEARCH_H

namespace anomalloc::runtime {

/// From now on objects are loaded by dlopen(3): not every other object sees
/// them.
void noteProgramIsLoaded();
bool isProgramLoaded();

/// The definition of the function \p Name that the code at \p Caller would have
/// without us, from objects that were loaded after that of \p Own (null: from
/// any object): that of the program and its libraries, else the only one that
/// there is, else that of the libraries that the caller's object needs. Null if
/// there is none. Any thread.
void *findDefinition(const char *Name, const void *Own, const void *Caller);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_DEFINITIONSEARCH_H
