//===- Classify.cpp - which calls allocate --------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/Classify.h"
#include "Diagnostics.h"
#include "Support/Demangle.h"
#include "Support/MakerNames.h"
#include "sites/FunctionKey.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include <string>

using namespace llvm;
using namespace anomalloc;

namespace {

/// A shape of AllocFunctions.def or DeviceShapes.def. Parameters: 's' an
/// integer of the size of size_t, 'i' an int, 'p' a pointer.
struct Shape {
  StringLiteral Parameters;
  SizeArguments Size;
  Success Shows;
};

#define NONE std::nullopt
constexpr Shape Malloc = {"s", {0, NONE}, Success::NonNullResult};
constexpr Shape PageAligned = Malloc;
const Shape Calloc = {"ss", {1, 0}, Success::NonNullResult};
constexpr Shape Realloc = {"ps", {1, NONE}, Success::NonNullResult};
const Shape ReallocArray = {"pss", {2, 1}, Success::NonNullResult};
constexpr Shape AlignedAlloc = {"ss", {1, NONE}, Success::NonNullResult};
constexpr Shape PosixMemalign = {"pss", {2, NONE}, Success::ZeroResult};
constexpr Shape New = {"s", {0, NONE}, Success::Always};
constexpr Shape NewNothrow = {"sp", {0, NONE}, Success::NonNullResult};
constexpr Shape NewAligned = {"ss", {0, NONE}, Success::Always};
constexpr Shape NewAlignedNothrow = {"ssp", {0, NONE}, Success::NonNullResult};
#undef NONE

namespace device {
constexpr Success Out = Success::ZeroResult, Result = Success::NonNullResult,
                  Object = Result;
std::optional<unsigned> argument(int Number) {
  return Number < 0 ? std::nullopt : std::optional<unsigned>(Number);
}
#define ANOMALLOC_DEVICE_SHAPE(Name, Parameters, Size, Count, Gives)           \
  const Shape Name = {Parameters, {Size, argument(Count)}, Gives};
#include "anomalloc/DeviceShapes.def"
} // namespace device

struct DeviceFunction {
  const Shape *Its;
  MemorySpace Space;
};

/// The rows of AllocFunctions.def, made quick to ask.
struct Rows {
  StringMap<const Shape *> Heap;
  StringMap<DeviceFunction> Device;
  /// Starts of names, and whole names.
  std::vector<std::pair<StringRef, MemorySpace>> DevicePrefixes;
  StringSet<> Leading;
  std::vector<StringRef> LeadingPrefixes;

  Rows() {
#define ANOMALLOC_HEAP(Symbol, ShapeName) Heap[#Symbol] = &ShapeName;
#define ANOMALLOC_LEADING(Pattern) addLeading(#Pattern);
#define ANOMALLOC_DEVICE(Symbol, ShapeName, Space)                             \
  Device[#Symbol] = {&device::ShapeName, MemorySpace::Space};
#define ANOMALLOC_DEVICE_CPP(Pattern, Space)                                   \
  DevicePrefixes.emplace_back(#Pattern, MemorySpace::Space);
#include "anomalloc/AllocFunctions.def"
  }
  void addLeading(StringRef Pattern) {
    if (Pattern.consume_back("*"))
      LeadingPrefixes.push_back(Pattern);
    else
      Leading.insert(Pattern);
  }
  static const Rows &get() {
    static const Rows Instance;
    return Instance;
  }
};

} // namespace

static bool matches(const Shape &S, const FunctionType &Type) {
  if (Type.isVarArg() || Type.getNumParams() != S.Parameters.size())
    return false;
  for (auto [Parameter, Letter] : zip(Type.params(), S.Parameters))
    if (Letter == 'p' ? !Parameter->isPointerTy()
                      : !Parameter->isIntegerTy(Letter == 's' ? 64 : 32))
      return false;
  return S.Shows == Success::ZeroResult ? Type.getReturnType()->isIntegerTy(32)
                                        : Type.getReturnType()->isPointerTy();
}

/// "_ZN3FoonwEm" and the like, and the global "_ZnwmR5Arena"; not the placement
/// forms, which allocate nothing.
static bool isOwnOperatorNew(StringRef Name) {
  if (!Name.starts_with("_Z") || Name.ends_with("mPv"))
    return false;
  if (Name.starts_with("_Znwm") || Name.starts_with("_Znam"))
    return true;
  if (!Name.contains("nwE") && !Name.contains("naE"))
    return false;
  return StringRef(FunctionName(Name).base()).starts_with("operator new");
}

/// Destructors and the like match the patterns of leading functions, but only
/// give memory back.
static bool onlyFrees(StringRef Name) {
  return Name.ends_with("D0Ev") || Name.ends_with("D1Ev") ||
         Name.ends_with("D2Ev") || Name.contains("10_M_dispose") ||
         Name.contains("10_M_destroy") || Name.contains("10deallocate") ||
         Name.contains("13do_deallocate");
}

bool anomalloc::isLeadingFunction(StringRef Name) {
  const Rows &Table = Rows::get();
  if (Table.Leading.contains(Name))
    return true;
  return any_of(Table.LeadingPrefixes,
                [&](StringRef Prefix) { return Name.starts_with(Prefix); }) &&
         !onlyFrees(Name);
}

bool anomalloc::runsCallbacks(StringRef Name) {
  return startsTeam(Name) || Name == "__kmpc_omp_task_alloc";
}

bool Classifier::isHeapFunctionDefinition(const Function &F) {
  if (F.isDeclaration())
    return false;
  const Shape *S = Rows::get().Heap.lookup(F.getName());
  return S && matches(*S, *F.getFunctionType());
}

/// The space of ANOMALLOC_DEVICE_CPP, if \p Name is the name of such a
/// function.
static std::optional<MemorySpace> spaceOfCpp(StringRef Name) {
  if (!Name.starts_with("_ZN"))
    return std::nullopt;
  for (auto [Pattern, Space] : Rows::get().DevicePrefixes)
    if (Pattern.consume_back("*") ? Name.starts_with(Pattern) : Name == Pattern)
      return Space;
  return std::nullopt;
}

/// A call of such a function, or the virtual call in it.
static std::optional<Allocation> deviceCall(StringRef Asked,
                                            const FunctionType &Type) {
  std::optional<MemorySpace> Space = spaceOfCpp(Asked);
  if (!Space || !Type.getReturnType()->isPointerTy())
    return std::nullopt;
  for (unsigned I = Type.getNumParams(); I--;)
    if (Type.getParamType(I)->isIntegerTy(64))
      return Allocation{SiteFamily::Pool, Success::NonNullResult,
                        SizeArguments{I, std::nullopt}, *Space};
  return std::nullopt;
}

static Success successOf(const FunctionType &Type) {
  return Type.getReturnType()->isPointerTy() ? Success::NonNullResult
                                             : Success::Always;
}

/// allocsize as the call or its callee has it.
static std::optional<SizeArguments> sizeByAttribute(Attribute AllocSize) {
  if (!AllocSize.isValid())
    return std::nullopt;
  auto [Size, Count] = AllocSize.getAllocSizeArgs();
  return SizeArguments{Size, Count};
}

static bool isAllocKind(Attribute Kind) {
  return Kind.isValid() &&
         (Kind.getAllocKind() & (AllocFnKind::Alloc | AllocFnKind::Realloc)) !=
             AllocFnKind::Unknown;
}

std::optional<Allocation>
Classifier::classifyCallee(const Function &Callee,
                           const TargetLibraryInfo &TLI) {
  StringRef Name = Callee.getName();
  const FunctionType &Type = *Callee.getFunctionType();
  if (auto I = Own.Allocating.find(Name); I != Own.Allocating.end()) {
    const SizeArguments &Size = I->second.Size;
    for (unsigned Argument : {Size.Size, Size.Count.value_or(Size.Size)})
      if (Argument >= Type.getNumParams() ||
          !Type.getParamType(Argument)->isIntegerTy()) {
        reportError(Callee.getContext(),
                    "-anomalloc-functions: '" + Name + "' has no integer as " +
                        "argument " + Twine(Argument) + " (counted from 0)");
        return std::nullopt;
      }
    return Allocation{SiteFamily::Pool, successOf(Type), Size, I->second.Space};
  }
  if (auto I = Rows::get().Device.find(Name); I != Rows::get().Device.end()) {
    const auto &[S, Space] = I->second;
    if (!Callee.isDeclaration() || !matches(*S, Type))
      return std::nullopt; // Somebody else's, or its definition.
    return Allocation{SiteFamily::Pool, S->Shows, S->Size, Space,
                      /*IsWrapped=*/true};
  }
  if (const Shape *S = Rows::get().Heap.lookup(Name)) {
    if (matches(*S, Type))
      return Allocation{SiteFamily::Heap, S->Shows, S->Size};
    return std::nullopt; // Somebody else's function of that name.
  }
  bool InThisModule =
      !Callee.isDeclaration() && !Callee.hasAvailableExternallyLinkage();
  if (!InThisModule)
    if (std::optional<Allocation> Its = deviceCall(Name, Type))
      return Its;
  if (!InThisModule && isLeadingFunction(Name)) {
    if (Callee.onlyReadsMemory())
      return std::nullopt;
    return Allocation{SiteFamily::Leading, Success::Always, std::nullopt};
  }
  if (!Type.getReturnType()->isPointerTy())
    return std::nullopt;
  if (isOwnOperatorNew(Name) && Type.getNumParams() >= 1 &&
      Type.getParamType(0)->isIntegerTy(64))
    return Allocation{SiteFamily::Pool, Success::NonNullResult,
                      SizeArguments{0, std::nullopt}};
  std::optional<SizeArguments> Size =
      sizeByAttribute(Callee.getFnAttribute(Attribute::AllocSize));
  LibFunc Known;
  bool IsLibrary = TLI.getLibFunc(Callee, Known);
  if (Size || isAllocKind(Callee.getFnAttribute(Attribute::AllocKind)) ||
      // __attribute__((malloc)); in definitions the optimizer infers it.
      (Callee.isDeclaration() && Callee.returnDoesNotAlias() && !IsLibrary))
    return Allocation{SiteFamily::Pool, Success::NonNullResult, Size};
  return std::nullopt;
}

StringRef anomalloc::askedFunction(const CallBase &Call) {
  if (const Function *Callee = Call.getCalledFunction())
    return linkageName(*Callee);
  const DILocation *At = Call.getDebugLoc().get();
  const DISubprogram *Around = At ? At->getScope()->getSubprogram() : nullptr;
  return Around ? linkageName(*Around) : linkageName(*Call.getFunction());
}

std::optional<Allocation> Classifier::classify(const CallBase &Call,
                                               const TargetLibraryInfo &TLI) {
  const Function *Callee = Call.getCalledFunction();
  if (Callee && Callee->getFunctionType() != Call.getFunctionType())
    return std::nullopt;
  std::optional<Allocation> Answer;
  if (Callee) {
    auto [I, New] = Known.try_emplace(Callee);
    if (New)
      I->second = classifyCallee(*Callee, TLI);
    Answer = I->second;
  } else if (Call.isIndirectCall()) {
    // memory_resource::allocate, whose body the program compiles.
    StringRef Asked = askedFunction(Call);
    if (isLeadingFunction(Asked))
      Answer = Allocation{SiteFamily::Leading, Success::Always, std::nullopt};
    else
      Answer = deviceCall(Asked, *Call.getFunctionType());
  }
  if (!Answer && Call.getType()->isPointerTy()) {
    AttributeList Attributes = Call.getAttributes();
    std::optional<SizeArguments> Size =
        sizeByAttribute(Attributes.getFnAttr(Attribute::AllocSize));
    if (Size || isAllocKind(Attributes.getFnAttr(Attribute::AllocKind)))
      Answer = Allocation{SiteFamily::Pool, Success::NonNullResult, Size};
  }
  // An operator new that may return null (-fcheck-new) lacks the attribute.
  if (Answer && Call.getType()->isPointerTy() &&
      Answer->Shows != Success::ZeroResult)
    Answer->Shows =
        Call.isReturnNonNull() ? Success::Always : Success::NonNullResult;
  return Answer;
}
