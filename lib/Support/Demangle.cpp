//===- Demangle.cpp - source names, within bounds -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's parser makes a tree in which a part that is named again is one node
// with several parents. The tree is as small as the name; only printing it
// takes each path. So each node is given, when it is made and from its parts,
// a bound for what printing it takes. The first that is too large ends the
// parsing, as an error of the name would.
//
//===----------------------------------------------------------------------===//

#include "Support/Demangle.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Demangle/ItaniumDemangle.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <cstring>
#include <memory>

using namespace llvm;
using namespace llvm::itanium_demangle;

namespace anomalloc {
namespace {

/// Real names end far below: templates nest 1,024 levels deep at most by
/// default, and names of many levels do not name each level anew.
constexpr size_t LongestMangled = 32 << 10;
/// Of the parser's functions. A level takes less than 2 KiB of the stack.
constexpr unsigned DeepestParsing = 1024;
/// Of the tree. A level takes less than 500 bytes of the stack.
constexpr unsigned DeepestTree = 4096;
/// Bytes that a node prints beside its parts and texts, at most: "template<"
/// "typename> typename", " const volatile restrict &&", " requires ".
constexpr uint64_t LongestOfNode = 40;
/// Of what printing takes, as it is known beforehand: each node is counted at
/// its longest, so real names print less than a tenth of it.
constexpr uint64_t LongestBound = 8 * LongestDemangled;
/// Of the node that stands for std::string and its kin.
constexpr uint64_t LongestOfSubstitution = 80;

/// What printing a node takes at most.
struct Cost {
  uint64_t Bytes = 0;    ///< And steps, for each node prints some.
  uint64_t Forwards = 0; ///< Besides, as often what stands there (see below).
  unsigned Depth = 0;
  unsigned Pack = 0; ///< Members of the largest pack that is not expanded yet.

  void add(const Cost &Part) {
    Bytes = SaturatingAdd(Bytes, Part.Bytes);
    Forwards = SaturatingAdd(Forwards, Part.Forwards);
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
    C.Bytes = SaturatingMultiplyAdd(C.Forwards, Most.Bytes, C.Bytes);
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
      C.Bytes = SaturatingMultiply(C.Bytes + strlen(", "), Times);
      C.Forwards = SaturatingMultiply(C.Forwards, Times);
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

  BumpPtrAllocator Arena;
  DenseMap<const Node *, Cost> Costs;
  std::vector<const ForwardTemplateReference *> Forwards;
};

/// LLVM's parser, which ends where it would nest too deeply.
class BoundedParser
    : public AbstractManglingParser<BoundedParser, BoundedNodes> {
  using Base = AbstractManglingParser<BoundedParser, BoundedNodes>;

public:
  explicit BoundedParser(StringRef Mangled)
      : Base(Mangled.begin(), Mangled.end()) {}

  /// Null if the name is none, or out of bounds.
  const Node *parseWhole() {
    const Node *Root = Base::parse();
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
  NESTING(parseTemplateArg)
  NESTING(parseTemplateParamDecl)
  NESTING(parseExpr)
  NESTING(parseBracedExpr)
#undef NESTING

private:
  unsigned Depth = 0;
};

/// "_Z", and "___Z" of the body of a block (clang's -fblocks).
bool isItanium(StringRef Name) {
  size_t Underscores = Name.size() - Name.ltrim('_').size();
  return Underscores >= 1 && Underscores <= 4 &&
         Name.drop_front(Underscores).starts_with("Z");
}

/// Each back reference of \p Name, of which \p Mark is the beginning, may
/// double what stands in front of it.
bool isShortWhateverItRefersTo(StringRef Name, char Mark) {
  constexpr size_t Longest = 4096;
  size_t Doublings = Name.count(Mark);
  return Name.size() <= Longest && Doublings < 16 &&
         Name.size() << Doublings <= LongestDemangled;
}

/// "" if \p Text is null or longer than any name may be.
std::string take(char *Text) {
  std::unique_ptr<char, decltype(&std::free)> Owner(Text, &std::free);
  return Text && strlen(Text) <= LongestDemangled ? Text : "";
}

} // namespace

std::string demangledName(StringRef Name) {
  if (isItanium(Name) && Name.size() <= LongestMangled) {
    BoundedParser Parser(Name);
    if (const Node *Root = Parser.parseWhole()) {
      OutputBuffer Out;
      Root->print(Out);
      std::unique_ptr<char, decltype(&std::free)> Owner(Out.getBuffer(),
                                                        &std::free);
      if (Out.getCurrentPosition() <= LongestDemangled)
        return std::string(Out.getBuffer(), Out.getCurrentPosition());
    }
  }
  std::string Text;
  if (Name.starts_with("_R") && isShortWhateverItRefersTo(Name, 'B'))
    Text = take(rustDemangle(Name));
  else if (Name.starts_with("_D") && isShortWhateverItRefersTo(Name, 'Q'))
    Text = take(dlangDemangle(Name));
  return Text.empty() ? Name.str() : Text;
}

FunctionName::FunctionName(StringRef LinkageName) : Text(LinkageName) {
  Known = isItanium(Text) && Text.size() <= LongestMangled &&
          BoundedParser(Text).parseWhole() &&
          !Demangler.partialDemangle(Text.c_str());
}

std::string FunctionName::qualified() const {
  return isFunction() ? take(Demangler.getFunctionName(nullptr, nullptr)) : "";
}

std::string FunctionName::base() const {
  return isFunction() ? take(Demangler.getFunctionBaseName(nullptr, nullptr))
                      : "";
}

std::string FunctionName::context() const {
  return isFunction()
             ? take(Demangler.getFunctionDeclContextName(nullptr, nullptr))
             : "";
}

bool FunctionName::isCopy() const {
  if (!isFunction())
    return false;
  if (!isConstructorOrDestructor() && base() != "operator=")
    return false;
  std::string Of = context();
  return !Of.empty() &&
         take(Demangler.getFunctionParameters(nullptr, nullptr)) ==
             "(" + Of + " const&)";
}

/// "int" of "<int, std::vector<char>>".
static StringRef firstArgument(StringRef Arguments) {
  unsigned Depth = 0;
  for (size_t I = 0; I != Arguments.size(); ++I) {
    char C = Arguments[I];
    if (StringRef("<([{").contains(C))
      ++Depth;
    else if (StringRef(">)]}").contains(C))
      --Depth;
    if (Depth == 0 || (Depth == 1 && C == ','))
      return Arguments.substr(1, I - 1);
  }
  return "";
}

bool FunctionName::isToldWhatToMake() const {
  if (!isFunction())
    return false;
  std::string Full = qualified();
  size_t Scope = context().size(), Name = base().size();
  StringRef Arguments = StringRef(Full).drop_front(
      std::min(Full.size(), Name + Scope + (Scope ? 2 : 0)));
  if (!Arguments.starts_with("<"))
    return false;
  StringRef Type = firstArgument(Arguments);
  std::string Text = take(Demangler.getFunctionReturnType(nullptr, nullptr));
  StringRef Result = Text;
  if (Type.empty() || !Result.consume_back("*"))
    Result = Result.split('<').second;
  return !Type.empty() && Result.consume_front(Type) &&
         (Result.empty() || Result.starts_with(",") || Result.starts_with(">"));
}

bool FunctionName::mayTakeAway(StringRef Class) const {
  if (!isFunction() || Class.empty())
    return false;
  std::string Text = take(Demangler.getFunctionParameters(nullptr, nullptr));
  for (size_t At = Text.find(Class); At != std::string::npos;
       At = Text.find(Class, At + 1)) {
    StringRef Before = StringRef(Text).take_front(At);
    StringRef After = StringRef(Text).drop_front(At + Class.size());
    After.consume_front("&&");
    if ((Before == "(" || Before.ends_with(", ")) &&
        (After == ")" || After.starts_with(", ")))
      return true;
  }
  return false;
}

std::string nameOfFunction(StringRef LinkageName) {
  // "_Z1fv.omp_outlined" is a part of f.
  for (StringRef Name : {LinkageName, LinkageName.split('.').first})
    if (std::string Known = FunctionName(Name).qualified(); !Known.empty())
      return Known;
  return LinkageName.str();
}

} // namespace anomalloc
