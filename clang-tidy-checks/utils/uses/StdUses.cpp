//===- StdUses.cpp - what functions of std do to arguments ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/StdUses.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {
template <typename Kind> struct Row {
  Kind Is;
  /// Separated by spaces.
  const char *Names;
};
} // namespace

/// Non-const members only: const members read.
static constexpr Row<UseKind> Members[] = {
    {UseKind::Read,
     "at front back data begin end rbegin rend find lower_bound upper_bound "
     "equal_range before_begin value get top first last local_iterator rdbuf "
     "lock ptr tellp tellg seekp seekg flush"},
    {UseKind::Reserve, "reserve shrink_to_fit rehash max_load_factor"},
    {UseKind::Write, "fill sort reverse flip set write_at imbue"},
    {UseKind::Assign,
     "assign assign_range swap reset release store str open set_value"},
    {UseKind::Shrink, "clear erase pop_back pop_front pop remove remove_if "
                      "unique extract erase_after"},
    {UseKind::Grow,
     "push_back emplace_back push_front emplace_front insert emplace "
     "emplace_hint try_emplace insert_or_assign insert_after emplace_after "
     "insert_range append_range prepend_range push_range append resize push "
     "merge splice splice_after replace replace_with_range "
     "resize_and_overwrite put write"},
};

static constexpr Row<StdArgument> Functions[] = {
    {StdArgument::Same, "as_const max min clamp launder identity"},
    {StdArgument::Move, "move forward move_if_noexcept forward_like"},
    {StdArgument::Element, "get any_cast"},
    {StdArgument::Access,
     "begin end cbegin cend rbegin rend crbegin crend data next prev "
     "make_reverse_iterator get_if"},
    {StdArgument::Address, "ref cref addressof to_address as_bytes"},
    {StdArgument::Value,
     "size ssize empty to_string to_wstring stoi stol stoll stoul stoull stof "
     "stod stold format vformat print println holds_alternative hash_value "
     "operator== operator!= operator< operator> operator<= operator>= "
     "operator<=> operator+ operator- lexicographical_compare_three_way isnan "
     "uncaught_exception quoted"},
    {StdArgument::Read,
     "accumulate reduce transform_reduce inner_product all_of any_of none_of "
     "find find_if find_if_not find_end find_first_of adjacent_find count "
     "count_if mismatch equal search search_n lower_bound upper_bound "
     "equal_range binary_search includes max_element min_element "
     "minmax_element lexicographical_compare is_sorted is_sorted_until "
     "is_partitioned partition_point is_heap is_heap_until is_permutation "
     "distance advance contains starts_with ends_with find_last fold_left "
     "fold_right"},
    {StdArgument::Write,
     "sort stable_sort partial_sort nth_element reverse rotate shuffle "
     "random_shuffle fill fill_n generate generate_n iota replace replace_if "
     "remove remove_if unique partition stable_partition inplace_merge "
     "make_heap push_heap pop_heap sort_heap next_permutation "
     "prev_permutation swap_ranges iter_swap for_each for_each_n "
     "make_move_iterator shift_left shift_right partition_copy move_backward "
     "destroy call_once uninitialized_fill uninitialized_copy visit apply "
     "as_writable_bytes"},
    {StdArgument::WriteLast,
     "copy copy_if copy_n copy_backward transform merge set_union "
     "set_intersection set_difference set_symmetric_difference unique_copy "
     "remove_copy remove_copy_if replace_copy replace_copy_if reverse_copy "
     "rotate_copy partial_sum adjacent_difference inclusive_scan "
     "exclusive_scan transform_inclusive_scan transform_exclusive_scan "
     "partial_sort_copy sample"},
    {StdArgument::Grow, "back_inserter front_inserter inserter operator<<"},
    {StdArgument::Shrink, "erase erase_if"},
    {StdArgument::Assign, "swap exchange getline operator>>"},
    {StdArgument::Store,
     "make_pair make_tuple make_optional make_unique make_shared make_any "
     "to_array"},
    {StdArgument::Escape,
     "tie forward_as_tuple bind async invoke regex_match regex_search"},
};

static constexpr Row<bool> CFunctions[] = {
    {true,
     "memcpy memmove memset memcmp fread fgets read recv snprintf sprintf "
     "vsnprintf strcpy strncpy strcat strncat qsort sscanf fscanf scanf "
     "strftime getcwd readlink"}};

bool isOfStd(const Decl &D) {
  StringRef Name = outermostNamespace(D);
  return Name == "std" || Name == "__gnu_cxx";
}

/// The name of a class of the standard library, or "".
static StringRef nameOfStd(QualType Type) {
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->getDeclName().isIdentifier() && isOfStd(*Record)
             ? Record->getName()
             : StringRef();
}

template <typename Kind, size_t N>
static StringMap<Kind> mapOf(const Row<Kind> (&Rows)[N]) {
  StringMap<Kind> Map;
  for (const Row<Kind> &R : Rows) {
    SmallVector<StringRef> Names;
    StringRef(R.Names).split(Names, ' ');
    for (StringRef Name : Names)
      Map.try_emplace(Name, R.Is);
  }
  return Map;
}

static UseKind operatorUse(const CXXMethodDecl &Method) {
  StringRef Class = Method.getParent()->getName();
  switch (Method.getOverloadedOperator()) {
  case OO_Equal:
  case OO_PlusPlus:
  case OO_MinusMinus:
    return UseKind::Assign;
  case OO_PlusEqual:
    return Class == "basic_string" ? UseKind::Grow : UseKind::Assign;
  case OO_MinusEqual:
  case OO_StarEqual:
  case OO_SlashEqual:
  case OO_PercentEqual:
  case OO_AmpEqual:
  case OO_PipeEqual:
  case OO_CaretEqual:
    return UseKind::Assign;
  case OO_Subscript:
    return Class == "map" || Class == "unordered_map" ? UseKind::Grow
                                                      : UseKind::Read;
  case OO_Star:
  case OO_Arrow:
  case OO_Call:
    return UseKind::Read;
  case OO_LessLess:
    return UseKind::Grow; // a stream
  case OO_GreaterGreater:
    return UseKind::Write;
  default:
    return UseKind::Mutate;
  }
}

UseKind stdMemberUse(const CXXMethodDecl &Method) {
  if (Method.isConst() || Method.isStatic() || isa<CXXConversionDecl>(Method))
    return UseKind::Read;
  if (Method.isOverloadedOperator())
    return operatorUse(Method);
  static const StringMap<UseKind> Known = mapOf(Members);
  if (!Method.getDeclName().isIdentifier())
    return UseKind::Mutate;
  auto Found = Known.find(Method.getName());
  return Found == Known.end() ? UseKind::Mutate : Found->second;
}

std::optional<StdArgument> stdArgumentUse(StringRef Function) {
  static const StringMap<StdArgument> Known = mapOf(Functions);
  auto Found = Known.find(Function);
  if (Found == Known.end())
    return std::nullopt;
  return Found->second;
}

bool storesArguments(const CXXMethodDecl &Method) {
  if (Method.isConst())
    return false;
  if (Method.getOverloadedOperator() == OO_Equal)
    return true;
  if (!Method.getDeclName().isIdentifier())
    return false;
  UseKind Kind = stdMemberUse(Method);
  if (Method.getParent()->getName() == "basic_string")
    return Method.getName() == "assign";
  return Kind == UseKind::Grow || Kind == UseKind::Assign;
}

bool isBoundedCFunction(StringRef Name) {
  static const auto Known = mapOf(CFunctions);
  return Known.contains(Name);
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

static bool isHandle(QualType Type, unsigned Depth) {
  if (Type.isNull() || Type->isDependentType() || Depth > 8)
    return true;
  Type = Type.getCanonicalType();
  if (Type->isPointerType() || Type->isReferenceType() ||
      Type->isMemberPointerType())
    return true;
  if (const auto *Array = Type->getAsArrayTypeUnsafe())
    return isHandle(Array->getElementType(), Depth + 1);
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition())
    return false;
  if (isOfStd(*Record) && Record->getDeclName().isIdentifier()) {
    StringRef Name = Record->getName();
    if (isStdHandle(*Record))
      return true;
    static constexpr StringRef Aggregates[] = {"pair", "tuple", "optional",
                                               "variant", "array"};
    const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Record);
    if (!S || !is_contained(Aggregates, Name))
      return false;
    auto Holds = [&](const TemplateArgument &A) {
      return A.getKind() == TemplateArgument::Type &&
             isHandle(A.getAsType(), Depth + 1);
    };
    for (const TemplateArgument &A : S->getTemplateArgs().asArray())
      if (Holds(A) || (A.getKind() == TemplateArgument::Pack &&
                       any_of(A.pack_elements(), Holds)))
        return true;
    return false;
  }
  if (namesIteratorCategory(*Record))
    return true;
  Record = Record->getDefinition();
  if (Record->hasUserDeclaredDestructor())
    return false;
  return any_of(Record->fields(),
                [&](const FieldDecl *F) {
                  return isHandle(F->getType(), Depth + 1);
                }) ||
         any_of(Record->bases(), [&](const CXXBaseSpecifier &Base) {
           return isHandle(Base.getType(), Depth + 1);
         });
}

bool isHandle(QualType Type) { return isHandle(Type, 0); }

bool isConstHandle(QualType Type) {
  Type = Type.getNonReferenceType().getCanonicalType();
  if (Type->isPointerType())
    return Type->getPointeeType().isConstQualified();
  StringRef Name = nameOfStd(Type);
  if (Name == "basic_string_view" || Name == "initializer_list" ||
      Name.contains("const_iterator"))
    return true;
  if (Name == "span" || Name == "__normal_iterator" || Name == "__wrap_iter") {
    QualType Of = typeArgument(Type, 0);
    return !Of.isNull() && (Of.isConstQualified() ||
                            (Of->isPointerType() && isConstHandle(Of)));
  }
  return Name == "reverse_iterator" && isConstHandle(typeArgument(Type, 0));
}

} // namespace clang::tidy::anomalloc
