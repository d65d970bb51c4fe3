//===- SourceNames.cpp - what a call through a pointer is called ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/SourceNames.h"
#include "Support/Demangle.h"
#include "Support/RegularFile.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace anomalloc;

namespace {

/// Reads an expression up to the parenthesis that opens its call.
class CalleeReader {
public:
  explicit CalleeReader(StringRef Text) : Text(Text) {}

  StringRef member() {
    StringRef Name = identifier();
    skipArguments();
    return next("(") ? Name : "";
  }

  StringRef expression() {
    size_t Open = 0;
    while (next("(") || next("*"))
      Open += Taken == "(";
    StringRef Name = identifier();
    while (!Name.empty()) {
      if (next("->") || next(".")) {
        Name = identifier();
        IsMember = true;
      } else if (next("::"))
        Name = identifier();
      else if (next("["))
        skipTo(']', '[');
      else if (Open && next(")"))
        --Open;
      else
        break;
    }
    if (Name.empty() || Open || !next("("))
      return "";
    // What it returns may be called, too, with the same beginning.
    skipTo(')', '(');
    if (next("->") || next(".") || next("(") || next("["))
      return "";
    return Name;
  }

  /// Behind expression(): the name stands behind an object, as no macro's does.
  bool IsMember = false;

private:
  void skipSpace() {
    while (true) {
      Text = Text.ltrim();
      if (Text.starts_with("//"))
        Text = Text.drop_until([](char C) { return C == '\n'; });
      else if (Text.starts_with("/*"))
        Text = Text.drop_front(std::min(Text.find("*/"), Text.size() - 2) + 2);
      else
        return;
    }
  }
  bool next(StringRef Token) {
    skipSpace();
    if (!Text.consume_front(Token))
      return false;
    Taken = Token;
    return true;
  }
  StringRef identifier() {
    skipSpace();
    static constexpr StringLiteral Keywords[] = {
        "co_await", "co_yield", "if", "return", "sizeof", "while"};
    StringRef Name =
        Text.take_while([](char C) { return isAlnum(C) || C == '_'; });
    if (Name.empty() || isDigit(Name.front()) || is_contained(Keywords, Name))
      return "";
    Text = Text.drop_front(Name.size());
    return Name;
  }
  /// Behind an opening \p Open to behind the \p Close that fits.
  void skipTo(char Close, char Open) {
    size_t Depth = 1;
    while (Depth && !Text.empty()) {
      char C = Text.front();
      Text = Text.drop_front();
      if (C == '"' || C == '\'')
        skipQuoted(C);
      else
        Depth += C == Open ? 1 : C == Close ? -1 : 0;
    }
  }
  void skipQuoted(char Quote) {
    while (!Text.empty() && Text.front() != Quote)
      Text = Text.drop_front(
          Text.front() == '\\' ? std::min<size_t>(2, Text.size()) : 1);
    Text = Text.drop_front(!Text.empty());
  }
  /// "<int>" of "f<int>(x)".
  void skipArguments() {
    if (next("<"))
      skipTo('>', '<');
  }

  StringRef Text;
  StringRef Taken; ///< By next().
};

} // namespace

/// Whether a variable of the whole program that holds the callee is \p Name.
static bool isGlobal(StringRef Name, const CallBase &Call) {
  const auto *Load =
      dyn_cast<LoadInst>(Call.getCalledOperand()->stripPointerCasts());
  const auto *Global =
      Load ? dyn_cast<GlobalVariable>(Load->getPointerOperand()) : nullptr;
  if (!Global)
    return false;
  std::string Full = demangledName(Global->getName());
  StringRef Own = StringRef(Full).take_front(Full.find('['));
  return Own == Name || Own.ends_with(("::" + Name).str());
}

/// Whether the callee is loaded from what a type's vtable pointer leads to.
static bool loadsFromVTable(const CallBase &Call) {
  const auto *Function =
      dyn_cast<LoadInst>(Call.getCalledOperand()->stripPointerCasts());
  const auto *Table =
      Function ? dyn_cast<LoadInst>(
                     Function->getPointerOperand()->stripInBoundsOffsets())
               : nullptr;
  const MDNode *Tag =
      Table ? Table->getMetadata(LLVMContext::MD_tbaa) : nullptr;
  const auto *Type = Tag && Tag->getNumOperands() > 1
                         ? dyn_cast<MDNode>(Tag->getOperand(1))
                         : nullptr;
  const auto *Name = Type && Type->getNumOperands()
                         ? dyn_cast<MDString>(Type->getOperand(0))
                         : nullptr;
  return Name && Name->getString() == "vtable pointer";
}

/// Whether \p Name is that of another call at the same place, whose result is
/// converted by a virtual operator.
static bool isOtherCalls(StringRef Name, const CallBase &Call) {
  const BasicBlock *Block = Call.getParent();
  for (const BasicBlock *One : {Block, Block->getSinglePredecessor()}) {
    if (!One)
      continue;
    for (const Instruction &I : *One) {
      const auto *Other = dyn_cast<CallBase>(&I);
      const Function *Callee = Other ? Other->getCalledFunction() : nullptr;
      const DISubprogram *SP = Callee ? Callee->getSubprogram() : nullptr;
      if (SP && SP->getName() == Name &&
          Other->getDebugLoc() == Call.getDebugLoc())
        return true;
    }
  }
  return false;
}

/// Whether \p Text is what the compiler read, as far as \p File tells.
static bool isSame(StringRef Text, const DIFile &File) {
  auto Checksum = File.getChecksum();
  if (!Checksum || Checksum->Kind != DIFile::CSK_MD5)
    return true;
  MD5 Hash;
  Hash.update(Text);
  MD5::MD5Result Result;
  Hash.final(Result);
  return Result.digest() == Checksum->Value;
}

const SourceNames::Source &SourceNames::source(const DIFile &File) {
  auto [I, New] = Sources.try_emplace(&File);
  Source &S = I->second;
  if (!New)
    return S;
  SmallString<256> Path(File.getFilename());
  if (sys::path::is_relative(Path)) {
    Path = File.getDirectory();
    sys::path::append(Path, File.getFilename());
  }
  if (std::optional<StringRef> Embedded = File.getSource()) {
    S.Text = MemoryBuffer::getMemBuffer(*Embedded, "", false);
  } else {
    auto Read = openRegularFile(Path);
    if (!Read) {
      consumeError(Read.takeError());
      return S;
    }
    if (!isSame((*Read)->getBuffer(), File))
      return S;
    S.Text = std::move(*Read);
  }
  StringRef Text = S.Text->getBuffer();
  S.Lines.push_back(0);
  for (size_t At = Text.find('\n'); At != StringRef::npos;
       At = Text.find('\n', At + 1))
    S.Lines.push_back(At + 1);
  return S;
}

void SourceNames::findNames() {
  if (HasNames)
    return;
  HasNames = true;
  // LLVM's DebugInfoFinder takes four times as long: it follows the scopes of
  // each instruction anew.
  DenseSet<const MDNode *> Seen;
  SmallVector<const MDNode *, 32> Left;
  auto Add = [&](const Metadata *Node) {
    if (const auto *N = dyn_cast_or_null<MDNode>(Node))
      if (Seen.insert(N).second)
        Left.push_back(N);
  };
  for (const DICompileUnit *CU : M.debug_compile_units())
    Add(CU);
  for (const Function &F : M) {
    Add(F.getSubprogram());
    for (const Instruction &I : instructions(F)) {
      Add(I.getDebugLoc().get());
      for (const DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange())) {
        Add(R.getVariable());
        Add(R.getDebugLoc().get());
      }
    }
  }
  while (!Left.empty()) {
    const MDNode *Node = Left.pop_back_val();
    for (const MDOperand &Operand : Node->operands())
      Add(Operand.get());
    if (const auto *SP = dyn_cast<DISubprogram>(Node)) {
      if (SP->getVirtuality())
        Virtual.insert(SP->getName());
    } else if (const auto *Variable = dyn_cast<DIVariable>(Node)) {
      Pointers.insert(Variable->getName());
    } else if (const auto *Type = dyn_cast<DIType>(Node)) {
      if (Type->getTag() == dwarf::DW_TAG_member)
        Pointers.insert(Type->getName());
    }
  }
}

bool SourceNames::isVirtual(StringRef Name) {
  findNames();
  return Virtual.contains(Name);
}

bool SourceNames::isPointer(StringRef Name) {
  findNames();
  return Pointers.contains(Name);
}

SourceName SourceNames::of(const CallBase &Call) {
  const DILocation *Location = Call.getDebugLoc().get();
  if (!Location || !Location->getLine() || !Location->getColumn() ||
      !Location->getFile())
    return {};
  const Source &S = source(*Location->getFile());
  if (!S.Text || Location->getLine() > S.Lines.size())
    return {};
  size_t Begin = S.Lines[Location->getLine() - 1] + Location->getColumn() - 1;
  StringRef Text = S.Text->getBuffer();
  size_t End = Location->getLine() < S.Lines.size()
                   ? S.Lines[Location->getLine()]
                   : Text.size();
  if (Begin >= End)
    return {};
  // A call that ends farther away is none that a person wrote.
  constexpr size_t Longest = 4096;
  Text = Text.substr(Begin, Longest);
  StringRef Member = CalleeReader(Text).member();
  bool IsVirtual = loadsFromVTable(Call);
  bool MayBeMacro = none_of(Member, [](char C) { return isLower(C); });
  if (!Member.empty() &&
      (IsVirtual ? !MayBeMacro : isVirtual(Member) && !isPointer(Member)) &&
      !isOtherCalls(Member, Call))
    return {Member, true};
  CalleeReader Reader(Text);
  StringRef Name = Reader.expression();
  if (!Name.empty() && !IsVirtual &&
      (Reader.IsMember || isPointer(Name) || isGlobal(Name, Call)))
    return {Name, false};
  return {};
}
