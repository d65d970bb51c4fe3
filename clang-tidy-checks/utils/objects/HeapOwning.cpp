//===- HeapOwning.cpp - which types own heap memory -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/HeapOwning.h"
#include "utils/framework/Compat.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/ContainerClass.h"
#include "utils/objects/PointerLike.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TypeParts.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

std::string HeapOwnership::reason() const {
  switch (Why) {
  case No:
  case ByName:
  case ByArgument:
    return "";
  case ByOption:
    return "by option HeapOwningTypes";
  case ByMember:
    return "member '" + Via->getNameAsString() + "'";
  case ByBase:
    return "base '" + Via->getNameAsString() + "'";
  case ByConstructor:
    return "its constructor allocates";
  case ByRuleOfThree:
    return "by pointer '" + Via->getNameAsString() + "', which it copies";
  }
  llvm_unreachable("all kinds are above");
}

std::string HeapOwnership::doubt() const {
  return Unseen ? "whether the copy constructor of '" +
                      Unseen->getNameAsString() + "' allocates"
                : "";
}

/// std's types that own heap memory whatever they hold. The adaptors, pair,
/// optional, array ... are computed by their members.
static bool isOwningStdTemplate(StringRef Name) {
  static const StringSet<> Names{
      "basic_string",  "vector",        "deque",
      "list",          "forward_list",  "map",
      "multimap",      "set",           "multiset",
      "unordered_map", "unordered_set", "unordered_multimap",
      "valarray",      "unique_ptr",    "unordered_multiset",
      "flat_map",      "flat_set",      "flat_multimap",
      "flat_multiset"};
  return Names.contains(Name);
}

/// Memory of a pmr container comes from its resource, that of a pool's or an
/// arena's allocator from there. Other allocators must be seen to allocate.
static bool allocatesFromHeap(const ClassTemplateSpecializationDecl &S) {
  const TemplateArgument &Last = S.getTemplateArgs().asArray().back();
  const CXXRecordDecl *Allocator = Last.getKind() == TemplateArgument::Type
                                       ? Last.getAsType()->getAsCXXRecordDecl()
                                       : nullptr;
  if (!Allocator || !(Allocator = Allocator->getDefinition()) ||
      stdName(Last.getAsType()) == "allocator")
    return true;
  if (stdName(Last.getAsType()) == "polymorphic_allocator")
    return false;
  const IdentifierInfo &Name =
      Allocator->getASTContext().Idents.get("allocate");
  for (const NamedDecl *D : Allocator->lookup(&Name))
    if (const auto *F = dyn_cast<FunctionDecl>(D->getUnderlyingDecl());
        F && !functionAllocates(*F))
      return false;
  return true; // unique_ptr's last argument is no allocator
}

/// The numbers of any length of GMP and MPFR: structs of C, so that the class
/// that holds one has to copy it.
static bool isLongNumber(const CXXRecordDecl &Record) {
  static const StringSet<> Names{"__mpz_struct", "__mpq_struct", "__mpf_struct",
                                 "__mpfr_struct"};
  const TypedefNameDecl *Typedef = Record.getTypedefNameForAnonDecl();
  return Names.contains(Typedef ? Typedef->getName() : Record.getName());
}

static bool ownsByName(const CXXRecordDecl &Record) {
  if (Record.getDeclName().isIdentifier() && isLongNumber(Record))
    return true;
  const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(&Record);
  if (!S || !S->getDeclName().isIdentifier())
    return false;
  StringRef Namespace = outermostNamespace(*S);
  if (Namespace == "std")
    return isOwningStdTemplate(S->getName()) && allocatesFromHeap(*S);
  if (Namespace != "Eigen")
    return false;
  // DenseStorage<Scalar, Size, ...>: Eigen::Dynamic is -1.
  const auto &Arguments = S->getTemplateArgs();
  if (S->getName() == "DenseStorage")
    return Arguments.size() > 1 &&
           Arguments[1].getKind() == TemplateArgument::Integral &&
           Arguments[1].getAsIntegral() == -1;
  return S->getName() == "SparseMatrix" || S->getName() == "SparseVector";
}

HeapOwning::HeapOwning(StringRef ExtraTypes) {
  SmallVector<StringRef> Names;
  ExtraTypes.split(Names, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Name : Names)
    if (Regex Pattern(Name.trim()); Pattern.isValid())
      Extra.emplace_back(std::move(Pattern), Name.contains("::"));
    else
      Invalid.push_back(Name.str());
}

HeapOwnership HeapOwning::of(QualType Type, HeapCost Cost) {
  if (Type.isNull())
    return {};
  const CXXRecordDecl *Record =
      Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!Record || Record->isDependentContext())
    return {};
  Record = Record->getCanonicalDecl();
  auto &Answers = Known[unsigned(Cost)];
  auto [Slot, New] = Answers.try_emplace(Record);
  if (!New)
    return Slot->second;
  HeapOwnership Answer = compute(*Record, Cost); // may grow the map
  return Answers[Record] = Answer;
}

/// A member that may count who shares the block, or say that it is not owned.
static bool tellsOfSharing(const FieldDecl &Field) {
  const std::string Name = StringRef(Field.getName()).lower();
  return any_of(ArrayRef<StringRef>{"ref", "count", "share", "own", "alias"},
                [&](StringRef Part) { return StringRef(Name).contains(Part); });
}

/// The pointer that the copy constructor, which another unit defines, has a
/// reason to copy deeply: otherwise nobody writes one.
static HeapOwnership byRuleOfThree(const CXXRecordDecl &Record) {
  if (!Record.hasUserDeclaredDestructor() || Record.isLambda())
    return {};
  const CXXConstructorDecl *Copy = nullptr;
  for (const CXXConstructorDecl *C : Record.ctors())
    if (C->isCopyConstructor() && !C->isImplicit())
      Copy = C;
  const CXXDestructorDecl *Destructor = Record.getDestructor();
  if (!Copy || Copy->isDeleted() || Copy->isDefaulted() || Copy->hasBody() ||
      Copy->getAccess() != AS_public || Copy->getTemplateInstantiationPattern())
    return {};
  if (!Destructor || Destructor->isDefaulted())
    return {};
  const FieldDecl *Pointer = nullptr;
  bool ToNumbers = false, Shared = false;
  for (const FieldDecl *Field : Record.fields()) {
    Shared |= tellsOfSharing(*Field);
    const QualType Type = Field->getType();
    if (!Type->isPointerType() || Type->isFunctionPointerType() ||
        Type->getPointeeType().isConstQualified())
      continue;
    QualType Pointee = Type->getPointeeType();
    while (Pointee->isPointerType()) // rows
      Pointee = Pointee->getPointeeType();
    const bool Numbers =
        Pointee->isArithmeticType() || stdName(Pointee) == "complex";
    if (!Pointer || (Numbers && !ToNumbers)) {
      Pointer = Field;
      ToNumbers = Numbers;
    }
  }
  if (!Pointer)
    return {};
  const bool Sure =
      ToNumbers && !Shared && containerInterface(compat::recordType(Record));
  return {HeapOwnership::ByRuleOfThree, Pointer, Sure ? nullptr : &Record};
}

HeapOwnership HeapOwning::compute(const CXXRecordDecl &Record, HeapCost Cost) {
  for (const auto &[Pattern, Qualified] : Extra)
    if (Pattern.match(Qualified ? "::" + Record.getQualifiedNameAsString()
                                : Record.getNameAsString()))
      return {HeapOwnership::ByOption};
  if (countsItsCopies(Record))
    return {};
  if (ownsByName(Record))
    return {HeapOwnership::ByName};
  const CXXRecordDecl *Definition = Record.getDefinition();
  if (!Definition || Definition->isInvalidDecl())
    return {};
  HeapOwnership Suspected;
  const bool ByArguments = isMadeOfItsArguments(*Definition);
  for (const TypePart &Part : partsOf(compat::recordType(*Definition))) {
    if (Part.Is == TypePart::Argument && !ByArguments)
      continue;
    if (HeapOwnership Inner = of(Part.Type, Cost)) {
      HeapOwnership Whole{Part.Is == TypePart::Base ? HeapOwnership::ByBase
                          : Part.Is == TypePart::Field
                              ? HeapOwnership::ByMember
                              : HeapOwnership::ByArgument,
                          Part.Via, Inner.Unseen};
      if (!Inner.isSuspected())
        return Whole;
      Suspected = Whole;
    }
  }
  if (constructorAllocates(*Definition) &&
      (Cost == HeapCost::Making || !copiesShare(*Definition)))
    return {HeapOwnership::ByConstructor};
  return Suspected ? Suspected : byRuleOfThree(*Definition);
}

} // namespace clang::tidy::anomalloc
