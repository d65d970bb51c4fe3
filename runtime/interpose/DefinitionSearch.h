//===- DefinitionSearch.h - who defines a function --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Does what dlsym(3) does, in the middle of the program's work. dlsym leaves
/// messages for dlerror(3) on the heap, and wipes out those that the program
/// has not read yet. It takes a lock that a dlopen(3) elsewhere holds for long,
/// and it needs KiBs of stack. This search does none of that: it reads the
/// dynamic symbol tables itself. Source: System V ABI, chapter 5, and for
/// DT_GNU_HASH the GNU linker.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_INTERPOSE_DEFINITIONSEARCH_H
#define ANOMALLOC_RUNTIME_INTERPOSE_DEFINITIONSEARCH_H

namespace anomalloc::runtime {

/// Notes that the program is loaded. Later objects are loaded by dlopen(3), so
/// not every other object sees their symbols.
void noteProgramIsLoaded();
bool isProgramLoaded();

/// Finds the definition of the function \p Name that the code at \p Caller
/// would call without us. Searches the objects that were loaded after the
/// object of \p Own (null: all objects). Prefers the first definition in the
/// program and its libraries. If only objects of dlopen(3) define it, and there
/// are several, prefers the caller's object and the libraries that this object
/// needs, else takes the last one. Null if there is no definition. Any thread.
void *findDefinition(const char *Name, const void *Own, const void *Caller);

} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_INTERPOSE_DEFINITIONSEARCH_H
