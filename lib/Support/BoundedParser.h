//===- BoundedParser.h - LLVM's demangler, within bounds --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Only Demangle.cpp and FunctionName.cpp read names with this.
///
/// LLVM's parser makes a tree in which a part that is named again is one node
/// with several parents. The tree is as small as the name; only printing it
/// takes each path. So each node is given, when it is made and from its parts,
/// a bound for what printing it takes. The first that is too large ends the
/// parsing, as an error of the name would.
///
/// The parser also reads two forms of names that LLVM's refuses; see
/// BoundedParser.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_BOUNDEDPARSER_H
#define ANOMALLOC_SUPPORT_BOUNDEDPARSER_H

#include "Support/Demangle.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Demangle/ItaniumDemangle.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace anomalloc::demangling {

using namespace llvm::itanium_demangle;

/// Real names end far below: templates nest 1,024 levels deep at most by
/// default, and names of many levels do not name each level anew.
inline constexpr size_t LongestMangled = 32 << 10;
/// Of the parser's functions. A level takes less than 2 KiB of the stack.
inline constexpr unsigned DeepestParsing = 1024;
/// Of the tree. A level takes less than 500 bytes of the stack.
inline constexpr unsigned DeepestTree = 4096;
/// Bytes that a node prints beside its parts and texts, at most: "template<"
/// "typename> typename", " const volatile restrict &&", " requires ".
inline constexpr uint64_t LongestOfNode = 40;
/// Of what printing takes, as it is known beforehand: each node is counted at
/// its longest, so real names print less than a tenth of it.
inline constexpr uint64_t LongestBound = 8 * LongestDemangled;
/// Of the node that stands for std::string and its kin.
inline constexpr uint64_t LongestOfSubstitution = 80;

/// What printing a node takes at most.
struct Cost {
  uint64_t Bytes = 0;    ///< And steps, for each node prints some.
  uint64_t Forwards = 0; ///< Besides, as often what stands there (see below).
  unsigned Depth = 0;
  unsigned Pack = 0; ///< Members of the largest pack that is not expanded yet.

  void add(const Cost &Part) {
    Bytes = llvm::SaturatingAdd(Bytes, Part.Bytes);
    Forwards = llvm::SaturatingAdd(Forwards, Part.Forwards);
    Depth = std::max(Depth, Part.Depth);
    Pack = std::max(Pack, Part.Pack);
  }
};

/// Makes nodes, as AbstractManglingParser wants it.
class BoundedNodes {
public:
  void reset() {
    Arena.Reset();
    Costs.clear();
    Forwards.clear();
  }

  void *allocateNodeArray(size_t Count) {
    return Arena.Allocate(sizeof(Node *) * Count, alignof(Node *));
  }

  template <typename T, typename... Args> Node *makeNode(Args &&...Parts) {
    Cost C = costOf<T>(Parts...);
    if (!isWithinBounds(C))
      return nullptr;
    auto *Made = new (Arena.Allocate(sizeof(T), alignof(T)))
        T(std::forward<Args>(Parts)...);
    Costs[Made] = C;
    if constexpr (std::is_same_v<T, ForwardTemplateReference>)
      Forwards.push_back(Made);
    return Made;
  }

  /// The type of a conversion operator may name template arguments that come
  /// behind it. Once all is parsed it is known what these are.
  bool isWholeWithinBounds(const Node *Root) const {
    Cost Most;
    for (const ForwardTemplateReference *F : Forwards)
      if (F->Ref)
        Most.add({0, costs(F->Ref).Forwards, costs(F->Ref).Depth, 0}),
            Most.Bytes = std::max(Most.Bytes, costs(F->Ref).Bytes);
    Cost C = costs(Root);
    if (C.Forwards && Most.Forwards)
      return false;
    C.Bytes = llvm::SaturatingMultiplyAdd(C.Forwards, Most.Bytes, C.Bytes);
    C.Depth += Most.Depth;
    return isWithinBounds(C);
  }

private:
  static bool isWithinBounds(const Cost &C) {
    return C.Bytes <= LongestBound && C.Forwards <= LongestBound &&
           C.Depth <= DeepestTree;
  }

  Cost costs(const Node *N) const { return N ? Costs.lookup(N) : Cost(); }

  Cost partOf(const Node *Part) const { return costs(Part); }
  Cost partOf(std::nullptr_t) const { return {}; }
  Cost partOf(std::string_view Text) const { return {Text.size()}; }
  Cost partOf(NodeArray Parts) const {
    Cost Sum;
    for (const Node *Part : Parts)
      Sum.add(costs(Part));
    return Sum;
  }
  template <typename Number>
  std::enable_if_t<std::is_arithmetic_v<Number> || std::is_enum_v<Number>, Cost>
  partOf(Number) const {
    return {};
  }

  /// Of a T of \p Parts. Each part is printed once, but for those of packs.
  template <typename T, typename... Args> Cost costOf(Args &...Parts) const {
    Cost C;
    if constexpr (std::is_same_v<T, ParameterPack>) {
      // One member each time.
      const NodeArray &Members = std::get<0>(std::tie(Parts...));
      for (const Node *Member : Members) {
        Cost Its = costs(Member);
        Its.Bytes = std::max(C.Bytes, Its.Bytes);
        Its.Forwards = std::max(C.Forwards, Its.Forwards);
        C.Bytes = C.Forwards = 0;
        C.add(Its);
      }
      C.Pack = std::max<size_t>(C.Pack, Members.size());
    } else {
      (C.add(partOf(Parts)), ...);
    }
    if constexpr (std::is_same_v<T, ParameterPackExpansion> ||
                  std::is_same_v<T, SizeofParamPackExpr>) {
      uint64_t Times = std::max(1u, C.Pack);
      C.Bytes = llvm::SaturatingMultiply(C.Bytes + strlen(", "), Times);
      C.Forwards = llvm::SaturatingMultiply(C.Forwards, Times);
      C.Pack = 0;
    }
    if constexpr (std::is_same_v<T, ForwardTemplateReference>)
      C.Forwards = 1;
    // A constructor prints the last name of its class alone.
    if constexpr (std::is_same_v<T, CtorDtorName>)
      if (const Node *Class = std::get<0>(std::tie(Parts...)))
        C.Bytes = Class->getBaseName().size();
    C.Bytes += std::is_same_v<T, ExpandedSpecialSubstitution>
                   ? LongestOfSubstitution
                   : LongestOfNode;
    ++C.Depth;
    return C;
  }

  llvm::BumpPtrAllocator Arena;
  llvm::DenseMap<const Node *, Cost> Costs;
  std::vector<const ForwardTemplateReference *> Forwards;
};

/// LLVM's parser, which ends where it would nest too deeply. It takes three
/// more forms of names:
///
/// - GCC writes a member of a dependent type as "sr", a whole type and the name
///   (write_expression in gcc/cp/mangle.cc). The ABI has it as levels of names
///   that end with "E", and so has LLVM.
/// \code
///   sr2isIT_E5value     sr2isIT_EE5value      is<T>::value
///   srSt2isIT_E5value   (a type of std)       std::is<T>::value
/// \endcode
/// - LLVM's leaves template arguments in the type of a conversion operator
///   unread where they stand within other template arguments.
/// \code
///   _ZN1AcvN1b1cI1dI1eEEEEv                   A::operator b::c<d<e>>()
/// \endcode
/// - LLVM's forgets the template arguments of what is local to a function,
///   before it reads parameters that name them.
/// \code
///   _ZZ1fvENK1AclIiEEvT_                      void
///   f()::A::operator()<int>(int)
/// \endcode
class BoundedParser
    : public AbstractManglingParser<BoundedParser, BoundedNodes> {
  using Base = AbstractManglingParser<BoundedParser, BoundedNodes>;

public:
  explicit BoundedParser(llvm::StringRef Mangled)
      : Base(Mangled.begin(), Mangled.end()), Mangled(Mangled) {}

  /// Null if the name is none, or out of bounds. A compiler has one form for
  /// all of a name, so that is read twice at most.
  const Node *parseWhole() {
    const Node *Root = Base::parse();
    if (!Root && Mangled.contains("sr")) {
      Base::reset(Mangled.begin(), Mangled.end());
      HasScopesOfGcc = true;
      Root = Base::parse();
    }
    return Root && this->ASTAllocator.isWholeWithinBounds(Root) ? Root
                                                                : nullptr;
  }

  // Every way from one of the parser's functions to itself leads through these.
#define NESTING(Function)                                                      \
  template <typename... Args> Node *Function(Args &&...Arguments) {            \
    if (Depth == DeepestParsing)                                               \
      return nullptr;                                                          \
    ++Depth;                                                                   \
    Node *Result = Base::Function(std::forward<Args>(Arguments)...);           \
    --Depth;                                                                   \
    return Result;                                                             \
  }
  NESTING(parseEncoding)
  NESTING(parseName)
  NESTING(parseType)
  NESTING(parseQualifiedType)
  NESTING(parseTemplateParamDecl)
  NESTING(parseExpr)
  NESTING(parseBracedExpr)
#undef NESTING

  Node *parseTemplateArg() {
    if (Depth == DeepestParsing)
      return nullptr;
    ScopedOverride<unsigned> Deeper(Depth, Depth + 1);
    ScopedOverride<bool> Reads(this->TryToParseTemplateArgs, true);
    return Base::parseTemplateArg();
  }

  Node *parseLocalName(NameState *State) {
    // Only the name of a whole encoding has a state, and parameters behind it.
    if (!State || !this->consumeIf('Z'))
      return Base::parseLocalName(State);
    Node *Function = parseEncoding();
    if (!Function || !this->consumeIf('E'))
      return nullptr;
    Node *Entity;
    if (this->consumeIf('s')) {
      Entity = this->make<NameType>("string literal");
    } else {
      if (this->consumeIf('d')) {
        this->parseNumber(true);
        if (!this->consumeIf('_'))
          return nullptr;
      }
      Entity = parseName(State);
    }
    if (!Entity)
      return nullptr;
    this->First = parse_discriminator(this->First, this->Last);
    return this->make<LocalName>(Function, Entity);
  }

  Node *parseUnresolvedName(bool Global) {
    if (!HasScopesOfGcc || !this->consumeIf("sr"))
      return Base::parseUnresolvedName(Global);
    Node *Scope = parseType();
    Node *Name = Scope ? this->parseBaseUnresolvedName() : nullptr;
    if (!Name)
      return nullptr;
    Node *Whole = this->make<QualifiedName>(Scope, Name);
    return Whole && Global ? this->make<GlobalQualifiedName>(Whole) : Whole;
  }

private:
  llvm::StringRef Mangled;
  unsigned Depth = 0;
  bool HasScopesOfGcc = false;
};

/// "_Z", and "___Z" of the body of a block (clang's -fblocks).
inline bool isItanium(llvm::StringRef Name) {
  size_t Underscores = Name.size() - Name.ltrim('_').size();
  return Underscores >= 1 && Underscores <= 4 &&
         Name.drop_front(Underscores).starts_with("Z");
}

/// What \p Print writes; "" if that is longer than any name may be.
template <typename Printer> std::string printed(Printer Print) {
  OutputBuffer Out;
  Print(Out);
  std::unique_ptr<char, decltype(&std::free)> Owner(Out.getBuffer(),
                                                    &std::free);
  size_t Size = Out.getCurrentPosition();
  return Size <= LongestDemangled ? std::string(Out.getBuffer(), Size) : "";
}

} // namespace anomalloc::demangling

#endif // ANOMALLOC_SUPPORT_BOUNDEDPARSER_H
