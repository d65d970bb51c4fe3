//===- UnitDescriptor.h - what a unit leaves in its object ------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The IR that registers a unit with the runtime (anomalloc/Abi.h, struct
/// AnomallocUnit):
/// \code
///   @anomalloc.table = private constant [321 x i8] c"ANST...",
///                      section ".anomalloc", align 8
///   @anomalloc.callers = internal global [2 x i64] [i64 3, i64 5], align 8
///   @anomalloc.unit = internal global { i32, i32, ptr, i64, i64, ptr, i64 }
///                     { i32 0, i32 7, ptr @anomalloc.table, i64 321, i64 0,
///                       ptr @anomalloc.callers, i64 2 }
///   @llvm.global_ctors = ... { i32 0, ptr @anomalloc.register, ptr null }
///   define internal void @anomalloc.register() {
///     call void @__anomalloc_register_unit_v3(ptr @anomalloc.unit)
///     ret void
///   }
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SITES_UNITDESCRIPTOR_H
#define ANOMALLOC_PASS_SITES_UNITDESCRIPTOR_H

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace anomalloc {

class UnitTable;

/// Creates a descriptor without contents, so that code can refer to it.
llvm::GlobalVariable *createUnitDescriptor(llvm::Module &M);

/// Creates the array `@anomalloc.callers` with the first slot of each maker
/// call of the unit, so that code can refer to the array. Null if the unit has
/// no maker calls that count.
llvm::GlobalVariable *createCallers(llvm::Module &M, const UnitTable &Table);

/// Fills the descriptor \p Unit, and adds the table and the constructor.
void finishUnitDescriptor(llvm::GlobalVariable &Unit,
                          llvm::GlobalVariable *Callers,
                          const UnitTable &Table);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SITES_UNITDESCRIPTOR_H
