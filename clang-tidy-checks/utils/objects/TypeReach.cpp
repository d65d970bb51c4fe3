//===- TypeReach.cpp - can a type reach another ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/TypeReach.h"
#include "utils/framework/Compat.h"
#include "utils/objects/PointerLike.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TypeParts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <memory>
#include <mutex>

using namespace llvm;

namespace clang::tidy::anomalloc {

//===----------------------------------------------------------------------===//
// Answers that are kept
//===----------------------------------------------------------------------===//

namespace {

enum class Question { IsHandle, MayHold, LeadsTo, IsPart, KeepsBlocks };

class Answers {
public:
  /// Those of one context; they go with it.
  static Answers &of(const ASTContext &Context) {
    // Never destroyed: a context may live longer than the statics.
    static auto &Lock = *new std::mutex;
    static auto &All =
        *new std::map<const ASTContext *, std::unique_ptr<Answers>>;
    std::lock_guard<std::mutex> Guard(Lock);
    std::unique_ptr<Answers> &Slot = All[&Context];
    if (!Slot) {
      Slot = std::make_unique<Answers>();
      Context.AddDeallocation(
          [](void *Gone) {
            std::lock_guard<std::mutex> Guard(Lock);
            All.erase(static_cast<const ASTContext *>(Gone));
          },
          const_cast<ASTContext *>(&Context));
    }
    return *Slot;
  }

  bool of(Question Q, QualType From, QualType To, function_ref<bool()> Walk) {
    auto Key = std::make_tuple(Q, From.getAsOpaquePtr(), To.getAsOpaquePtr());
    auto Known = Kept.find(Key);
    if (Known == Kept.end())
      Known = Kept.emplace(Key, Walk()).first;
    return Known->second;
  }

private:
  std::map<std::tuple<Question, void *, void *>, bool> Kept;
};

} // namespace

static QualType plain(QualType T) {
  return T.isNull() ? T : T.getCanonicalType().getUnqualifiedType();
}

/// The answer of a walk. Only those over classes are worth keeping.
static bool ask(Question Q, QualType From, QualType To,
                function_ref<PartWalk(const TypePart &)> Ask) {
  auto Walk = [&] { return findPart(From, Ask); };
  QualType Inner = From;
  while (Inner->isAnyPointerType() || Inner->isReferenceType())
    Inner = Inner->getPointeeType();
  const CXXRecordDecl *Record =
      Inner->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return Record ? Answers::of(Record->getASTContext()).of(Q, From, To, Walk)
                : Walk();
}

//===----------------------------------------------------------------------===//
// Kinds of classes
//===----------------------------------------------------------------------===//

static StringRef identifierOf(const CXXRecordDecl &Record) {
  return Record.getDeclName().isIdentifier() ? Record.getName() : "";
}

static bool namesIteratorCategory(const CXXRecordDecl &Record) {
  if (!Record.hasDefinition())
    return false;
  IdentifierInfo &Name = Record.getASTContext().Idents.get("iterator_category");
  if (!Record.lookup(&Name).empty())
    return true;
  return any_of(Record.bases(), [](const CXXBaseSpecifier &Base) {
    const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
    return B && namesIteratorCategory(*B);
  });
}

bool isStdPointer(const CXXRecordDecl &Record) {
  if (!isOfStd(Record) || !Record.getDeclName().isIdentifier())
    return namesIteratorCategory(Record);
  StringRef Name = Record.getName();
  return Name == "unique_ptr" || Name.contains("shared_ptr") ||
         Name == "weak_ptr" || Name.contains("_iter") ||
         Name.ends_with("iterator") || namesIteratorCategory(Record);
}

/// Classes of std that refer to other objects, beside iterators.
static bool isStdHandle(const CXXRecordDecl &Record) {
  StringRef Name = Record.getName();
  static constexpr StringRef Names[] = {
      "basic_string_view", "span",          "reference_wrapper",
      "initializer_list",  "function",      "move_only_function",
      "copyable_function", "function_ref",  "mdspan",
      "sub_match",         "match_results", "subrange"};
  if (is_contained(Names, Name) || Name.ends_with("_view"))
    return true;
  return isStdPointer(Record) && Name != "unique_ptr" &&
         !Name.contains("shared_ptr") && Name != "weak_ptr";
}

/// Classes of std that hold anything, whatever their type says.
static bool hidesWhatItHolds(const CXXRecordDecl &Record) {
  StringRef Name = identifierOf(Record);
  return isOfStd(Record) &&
         (Name == "any" || Name == "function" || Name == "move_only_function" ||
          Name == "copyable_function" || Name == "function_ref");
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

bool isHandle(QualType Type) {
  if (Type.isNull() || Type->isDependentType())
    return true;
  return ask(Question::IsHandle, plain(Type), {}, [](const TypePart &P) {
    if (P.Type->isPointerType() || P.Type->isReferenceType() ||
        P.Type->isMemberPointerType() || P.Type->isDependentType())
      return PartWalk::Found;
    const CXXRecordDecl *Record = P.Type->getAsCXXRecordDecl();
    if (!Record)
      return PartWalk::Inside;
    if (!Record->hasDefinition())
      return PartWalk::Skip;
    if (isOfStd(*Record) && Record->getDeclName().isIdentifier()) {
      if (isStdHandle(*Record))
        return PartWalk::Found;
      static constexpr StringRef Aggregates[] = {"pair", "tuple", "optional",
                                                 "variant", "array"};
      return is_contained(Aggregates, Record->getName()) ? PartWalk::Inside
                                                         : PartWalk::Skip;
    }
    if (namesIteratorCategory(*Record))
      return PartWalk::Found;
    return Record->getDefinition()->hasUserDeclaredDestructor()
               ? PartWalk::Skip
               : PartWalk::Inside;
  });
}

bool areRelated(QualType A, QualType B) {
  A = plain(A.getNonReferenceType());
  B = plain(B.getNonReferenceType());
  if (A == B)
    return true;
  const CXXRecordDecl *RA = A->getAsCXXRecordDecl();
  const CXXRecordDecl *RB = B->getAsCXXRecordDecl();
  return RA && RB && RA->hasDefinition() && RB->hasDefinition() &&
         (RA->isDerivedFrom(RB) || RB->isDerivedFrom(RA));
}

/// Whether an object of type \p Whole has one of type \p Part in it, or is one:
/// a member, or an element that it owns.
static bool isPartOf(QualType Part, QualType Whole) {
  return ask(Question::IsPart, Whole, Part, [&](const TypePart &P) {
    if (P.Type->isReferenceType())
      return PartWalk::Skip;
    if (areRelated(P.Type, Part))
      return PartWalk::Found;
    return P.Type->isAnyPointerType() ? PartWalk::Skip : PartWalk::Inside;
  });
}

bool mayHoldReference(QualType Type, QualType To) {
  To = plain(To);
  auto RefersTo = [&](QualType Pointee) {
    Pointee = plain(Pointee);
    return To.isNull() || Pointee->isVoidType() || Pointee->isDependentType() ||
           isPartOf(Pointee, To);
  };
  return ask(Question::MayHold, plain(Type), To, [&](const TypePart &P) {
    if (P.Type->isAnyPointerType() || P.Type->isReferenceType()) {
      if (P.Type->isFunctionPointerType())
        return PartWalk::Skip;
      return RefersTo(P.Type->getPointeeType()) ? PartWalk::Found
                                                : PartWalk::Inside;
    }
    if (P.Type->isDependentType())
      return PartWalk::Found;
    const CXXRecordDecl *Record = P.Type->getAsCXXRecordDecl();
    if (!Record) // in C, structs
      return P.Type->isRecordType() ? PartWalk::Found : PartWalk::Inside;
    if (!Record->hasDefinition() || hidesWhatItHolds(*Record))
      return PartWalk::Found;
    // What a base class owns may be of a class that we do not see.
    if (P.Is == TypePart::Argument && Record->isPolymorphic())
      return PartWalk::Found;
    StringRef Name = identifierOf(*Record);
    if (!isOfStd(*Record) || Name.empty())
      return PartWalk::Inside;
    if (Name.starts_with("basic_") && Name.ends_with("stream"))
      return PartWalk::Skip;
    // The iterators of lists and maps have no pointer to an element.
    if (isStdHandle(*Record) && any_of(partsOf(P.Type), [&](const TypePart &A) {
          return RefersTo(A.Type);
        }))
      return PartWalk::Found;
    return PartWalk::Inside;
  });
}

bool leadsTo(QualType From, QualType To) {
  if (From.isNull() || To.isNull())
    return true;
  From = plain(From.getNonReferenceType());
  To = plain(To.getNonReferenceType());
  if (To->isVoidType())
    return true;
  return ask(Question::LeadsTo, From, To, [&](const TypePart &P) {
    if (areRelated(P.Type, To) || P.Type->isVoidPointerType())
      return PartWalk::Found;
    if (P.Type->isFunctionPointerType())
      return PartWalk::Skip;
    const CXXRecordDecl *Record = P.Type->getAsCXXRecordDecl();
    if (!Record)
      return PartWalk::Inside;
    if (!Record->hasDefinition() || hidesWhatItHolds(*Record))
      return PartWalk::Found;
    // std::locale and the like lead to nothing that a user could name.
    return isOfStd(*Record) && !isa<ClassTemplateSpecializationDecl>(Record)
               ? PartWalk::Skip
               : PartWalk::Inside;
  });
}

bool canKeepBlocks(const CXXRecordDecl &Record) {
  return ask(Question::KeepsBlocks, plain(compat::recordType(Record)), {},
             [](const TypePart &P) {
               if (P.Type->isReferenceType() || P.Type->isFunctionPointerType())
                 return PartWalk::Skip;
               if (P.Type->isPointerType())
                 return PartWalk::Found;
               const CXXRecordDecl *Part = P.Type->getAsCXXRecordDecl();
               return Part && (isOfStd(*Part) || countsItsCopies(*Part))
                          ? PartWalk::Skip
                          : PartWalk::Inside;
             });
}

} // namespace clang::tidy::anomalloc
