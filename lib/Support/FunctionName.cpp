//===- FunctionName.cpp - the parts of a C++ function's name --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM's ItaniumPartialDemangler does, upon the tree of our own parser:
// that reads more names, and has bounds.
//
//===----------------------------------------------------------------------===//

#include "Support/BoundedParser.h"
#include "Support/Demangle.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

/// A name without what encloses it: the one that stands in \p Name, or null.
static const demangling::Node *withoutShell(const demangling::Node *Name) {
  using namespace demangling;
  switch (Name->getKind()) {
  case demangling::Node::KAbiTagAttr:
    return static_cast<const AbiTagAttr *>(Name)->Base;
  case demangling::Node::KNameWithTemplateArgs:
    return static_cast<const NameWithTemplateArgs *>(Name)->Name;
  case demangling::Node::KModuleEntity:
    return static_cast<const ModuleEntity *>(Name)->Name;
  default:
    return nullptr;
  }
}

/// The same, and of a name in a scope the name.
static const demangling::Node *withoutScope(const demangling::Node *Name) {
  using namespace demangling;
  switch (Name->getKind()) {
  case demangling::Node::KNestedName:
    return static_cast<const NestedName *>(Name)->Name;
  case demangling::Node::KLocalName:
    return static_cast<const LocalName *>(Name)->Entity;
  default:
    return withoutShell(Name);
  }
}

/// The last part of \p Name.
static const demangling::Node *lastPart(const demangling::Node *Name) {
  while (const demangling::Node *Inner = withoutScope(Name))
    Name = Inner;
  return Name;
}

/// Where the last part of \p Name, a name in source form, begins: behind the
/// last "::" that stands within no brackets. 0: it has one part.
static size_t lastPartOf(StringRef Name) {
  size_t Begin = 0;
  unsigned Depth = 0;
  for (size_t I = 0; I < Name.size(); ++I) {
    StringRef Rest = Name.drop_front(I);
    if (StringRef("<([{").contains(Name[I])) {
      ++Depth;
    } else if (StringRef(">)]}").contains(Name[I])) {
      Depth -= Depth != 0;
    } else if (Depth == 0 && Rest.starts_with("::")) {
      Begin = I + 2;
      if (Rest.starts_with("::operator") && Rest.size() > 10 &&
          !isAlnum(Rest[10]) && Rest[10] != '_')
        break; // "operator<" is no bracket, "operator std::string" one part.
      ++I;
    }
  }
  return Begin < Name.size() ? Begin : 0;
}

/// "a" of "a<int>".
static StringRef withoutArguments(StringRef Part) {
  return Part.starts_with("<") ? Part : Part.take_front(Part.find('<'));
}

FunctionName::FunctionName(StringRef LinkageName) : Text(LinkageName) {
  if (Text.size() > demangling::LongestMangled)
    return;
  if (!demangling::isItanium(Text)) {
    OwnAt = lastPartOf(Text);
    return;
  }
  Parser = std::make_unique<demangling::BoundedParser>(Text);
  const demangling::Node *Root = Parser->parseWhole();
  if (Root && Root->getKind() == demangling::Node::KFunctionEncoding)
    Function = static_cast<const demangling::FunctionEncoding *>(Root);
}

FunctionName::~FunctionName() = default;

StringRef FunctionName::sourceScope() const {
  return OwnAt ? StringRef(Text).take_front(OwnAt - 2) : "";
}

StringRef FunctionName::sourceBase() const {
  StringRef Own = OwnAt ? StringRef(Text).drop_front(OwnAt) : "";
  return Own.starts_with("operator") ? Own : withoutArguments(Own);
}

bool FunctionName::isConstructorOrDestructor() const {
  if (!Function) {
    StringRef Class = sourceScope(), Name = sourceBase();
    Name.consume_front("~");
    Class = withoutArguments(Class.drop_front(lastPartOf(Class)));
    return !Name.empty() && Name == Class;
  }
  return lastPart(Function->getName())->getKind() ==
         demangling::Node::KCtorDtorName;
}

std::string FunctionName::qualified() const {
  if (!Function)
    return OwnAt ? Text : "";
  return demangling::printed(
      [&](demangling::OutputBuffer &Out) { Function->getName()->print(Out); });
}

std::string FunctionName::base() const {
  if (!Function)
    return sourceBase().str();
  return demangling::printed([&](demangling::OutputBuffer &Out) {
    lastPart(Function->getName())->print(Out);
  });
}

std::string FunctionName::context() const {
  using namespace demangling;
  if (!Function)
    return sourceScope().str();
  return demangling::printed([&](demangling::OutputBuffer &Out) {
    const demangling::Node *Name = Function->getName();
    while (Name) {
      if (Name->getKind() == demangling::Node::KLocalName) {
        const auto *Local = static_cast<const LocalName *>(Name);
        Local->Encoding->print(Out);
        Out += "::";
        Name = Local->Entity;
      } else if (Name->getKind() == demangling::Node::KNestedName) {
        static_cast<const NestedName *>(Name)->Qual->print(Out);
        return;
      } else {
        Name = withoutShell(Name);
      }
    }
  });
}

/// "(int, char) const" of "void f(int, char) const", but without what follows
/// the parameters.
std::string FunctionName::parameters() const {
  return demangling::printed([&](demangling::OutputBuffer &Out) {
    Out += "(";
    Function->getParams().printWithComma(Out);
    Out += ")";
  });
}

/// "void" of "void f<int>(int)"; other functions' names do not tell.
std::string FunctionName::result() const {
  const demangling::Node *Type = Function->getReturnType();
  return demangling::printed([&](demangling::OutputBuffer &Out) {
    if (Type)
      Type->print(Out);
  });
}

bool FunctionName::isCopy() const {
  if (!Function)
    return false;
  if (!isConstructorOrDestructor() && base() != "operator=")
    return false;
  std::string Of = context();
  return !Of.empty() && parameters() == "(" + Of + " const&)";
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
  if (!Function)
    return false;
  std::string Full = qualified();
  size_t Scope = context().size(), Name = base().size();
  StringRef Arguments = StringRef(Full).drop_front(
      std::min(Full.size(), Name + Scope + (Scope ? 2 : 0)));
  if (!Arguments.starts_with("<"))
    return false;
  StringRef Type = firstArgument(Arguments);
  std::string Text = result();
  StringRef Result = Text;
  if (Type.empty() || !Result.consume_back("*"))
    Result = Result.split('<').second;
  return !Type.empty() && Result.consume_front(Type) &&
         (Result.empty() || Result.starts_with(",") || Result.starts_with(">"));
}

bool FunctionName::mayTakeAway(StringRef Class) const {
  if (!Function || Class.empty())
    return false;
  std::string Text = parameters();
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
