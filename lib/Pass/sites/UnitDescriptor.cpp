//===- UnitDescriptor.cpp - what a unit leaves in its object --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/UnitDescriptor.h"
#include "Format/SiteTableWriter.h"
#include "anomalloc/Abi.h"
#include "sites/SiteMetadata.h"
#include "sites/UnitTable.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace anomalloc;

#define STRINGIFY_(X) #X
#define STRINGIFY(X) STRINGIFY_(X)

static_assert(offsetof(AnomallocUnit, Index) == 0 &&
                  offsetof(AnomallocUnit, NumSlots) == 4 &&
                  offsetof(AnomallocUnit, Table) == 8 &&
                  offsetof(AnomallocUnit, TableSize) == 16 &&
                  offsetof(AnomallocUnit, CallerBase) == 24 &&
                  offsetof(AnomallocUnit, Callers) == 32 &&
                  offsetof(AnomallocUnit, NumCallers) == 40,
              "unitType() and struct AnomallocUnit must agree");

static StructType *unitType(LLVMContext &Context) {
  Type *I32 = Type::getInt32Ty(Context);
  Type *I64 = Type::getInt64Ty(Context);
  Type *Ptr = PointerType::getUnqual(Context);
  return StructType::get(Context, {I32, I32, Ptr, I64, I64, Ptr, I64});
}

GlobalVariable *anomalloc::createUnitDescriptor(Module &M) {
  StructType *Type = unitType(M.getContext());
  auto *Unit = new GlobalVariable(
      M, Type, /*isConstant=*/false, GlobalValue::InternalLinkage,
      ConstantAggregateZero::get(Type), "anomalloc.unit");
  Unit->setAlignment(Align(8));
  return Unit;
}

GlobalVariable *anomalloc::createCallers(Module &M, const UnitTable &Table) {
  if (!Table.NumCallers)
    return nullptr;
  SmallVector<uint64_t, 16> Slots;
  for (unsigned I = 0; I != Table.NumCallers; ++I)
    Slots.push_back(Table.FirstCallerSlot + 2 * I);
  Constant *Contents = ConstantDataArray::get(M.getContext(), Slots);
  auto *Callers = new GlobalVariable(
      M, Contents->getType(), /*isConstant=*/false,
      GlobalValue::InternalLinkage, Contents, "anomalloc.callers");
  Callers->setAlignment(Align(8));
  return Callers;
}

static void addConstructor(Module &M, GlobalVariable &Unit) {
  LLVMContext &Context = M.getContext();
  Type *Void = Type::getVoidTy(Context);
  Function *Constructor = Function::createWithDefaultAttr(
      FunctionType::get(Void, /*isVarArg=*/false), GlobalValue::InternalLinkage,
      M.getDataLayout().getProgramAddressSpace(), "anomalloc.register", &M);
  Constructor->addFnAttr(Attribute::NoUnwind);
  Constructor->addFnAttr(InstrumentedAttribute);
  FunctionCallee Register = M.getOrInsertFunction(
      STRINGIFY(ANOMALLOC_REGISTER), Void, PointerType::getUnqual(Context));
  IRBuilder<> B(BasicBlock::Create(Context, "", Constructor));
  B.CreateCall(Register, &Unit)->setDoesNotThrow();
  B.CreateRetVoid();
  appendToGlobalCtors(M, Constructor, /*Priority=*/0);
}

void anomalloc::finishUnitDescriptor(GlobalVariable &Unit,
                                     GlobalVariable *Callers,
                                     const UnitTable &Table) {
  Module &M = *Unit.getParent();
  LLVMContext &Context = M.getContext();
  SmallVector<char, 0> Bytes = writeSiteTable(Table);
  Constant *Contents = ConstantDataArray::get(
      Context,
      ArrayRef(reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size()));
  auto *Blob = new GlobalVariable(M, Contents->getType(), /*isConstant=*/true,
                                  GlobalValue::PrivateLinkage, Contents,
                                  "anomalloc.table");
  Blob->setSection(SiteTableSection);
  Blob->setAlignment(Align(8));

  Type *I32 = Type::getInt32Ty(Context);
  Type *I64 = Type::getInt64Ty(Context);
  Unit.setInitializer(ConstantStruct::get(
      unitType(Context),
      {ConstantInt::get(I32, 0), ConstantInt::get(I32, Table.NumSlots), Blob,
       ConstantInt::get(I64, Bytes.size()), ConstantInt::get(I64, 0),
       Callers ? Callers
               : Constant::getNullValue(PointerType::getUnqual(Context)),
       ConstantInt::get(I64, Table.NumCallers)}));
  addConstructor(M, Unit);
}
