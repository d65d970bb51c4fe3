//===- DemangleTest.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Demangle.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace anomalloc {
namespace {

std::string times(StringRef Text, unsigned Number) {
  std::string Out;
  while (Number-- != 0)
    Out += Text;
  return Out;
}

/// A name that doubles what it stands for with each \p Level.
std::string doubling(unsigned Levels) {
  std::string Name = "_Z1f1AIiiE";
  for (unsigned I = 0; I != Levels; ++I) {
    std::string Last = I < 10 ? utostr(I) : std::string(1, char('A' + I - 10));
    Name += "S_IS" + Last + "_S" + Last + "_E";
  }
  return Name;
}

/// A method of a class whose arguments, of long names, double themselves so.
std::string methodOf(unsigned Levels) {
  std::string Name = "_ZN1XI300" + std::string(300, 'a') + "IiiE";
  for (unsigned I = 1; I <= Levels; ++I) {
    std::string Last = I < 10 ? utostr(I) : std::string(1, char('A' + I - 10));
    Name += "S0_IS" + Last + "_S" + Last + "_E";
  }
  return Name + "E1fEv";
}

TEST(DemangleTest, NamesOfAllKindsAreDemangledAsLlvmDoes) {
  for (const char *Name :
       {"_Z4mainv", "_ZNSt6vectorIiSaIiEE9push_backERKi", "_ZN4MeshC2Ev",
        "_ZNKSt3mapISsiSt4lessISsESaISt4pairIKSsiEEE4findERS3_",
        "_ZZ4mainENKUlvE_clEv", "_ZN1AcvT_IiEEv", "___Z1fv_block_invoke",
        "_Z1fIJidcEEvDpT_", "_Z1fIJiEJcEEvDpFT_DpT0_E", "_ZGVZ1fvE1x",
        "_Z3addIiEDTplfp_fp_ET_S1_", "_Z1fv.cold", "_Z1fPFvvEM1AFivE",
        "_ZTV4Mesh", "_ZN9__gnu_cxx13new_allocatorIcE8allocateEmPKv",
        // A map's, in libstdc++: 4,000 letters, and what counts each node at
        // its longest makes seventeen times as much of it.
        "_ZNSt8_Rb_treeINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
        "ESt4pairIKS5_St6vectorISt3mapIiS5_St4lessIiESaIS6_IKiS5_EEESaISF_E"
        "EESt10_Select1stISI_ESA_IS5_ESaISI_EE10_Auto_nodeC2IJRKSt21piecewi"
        "se_construct_tSt5tupleIJRS7_EEST_IJEEEEERSN_DpOT_",
        "_RNvC6_123foo3bar", "_Z", "_Zx", "main", ""})
    EXPECT_EQ(demangledName(Name), demangle(Name)) << Name;
}

TEST(DemangleTest, NoNameIsLongerThanIsSaid) {
  // Each level doubles some ten letters.
  for (unsigned Levels = 8; Levels != 16; ++Levels) {
    EXPECT_LE(demangledName(doubling(Levels)).size(), LongestDemangled);
    EXPECT_LE(FunctionName(methodOf(Levels)).context().size(),
              LongestDemangled);
  }
  EXPECT_GT(demangle(doubling(13)).size(), LongestDemangled);
  EXPECT_GT(demangle(methodOf(12)).size(), LongestDemangled);
}

TEST(DemangleTest, NamesThatDoubleThemselvesStayMangled) {
  EXPECT_EQ(demangledName(doubling(5)), demangle(doubling(5)));
  for (unsigned Levels : {16, 25, 35}) {
    EXPECT_EQ(demangledName(doubling(Levels)), doubling(Levels));
    EXPECT_FALSE(FunctionName(doubling(Levels)).isFunction());
    EXPECT_EQ(FunctionName(doubling(Levels)).qualified(), "");
  }
}

TEST(DemangleTest, PacksAreCountedAsOftenAsTheyAreExpanded) {
  // f<Ts...>(A<Ts, Ts, ...>...) with 1,000 types of 60 letters.
  std::string Type = "60" + std::string(60, 'a');
  std::string Name = "_Z1fIJ" + times(Type, 2) + "EEvDp1AIT_E";
  EXPECT_EQ(demangledName(Name), demangle(Name));
  Name = "_Z1fIJ" + Type + times("S_", 1000) + "EEvDp1AI" + times("T_", 1000) +
         "E";
  EXPECT_EQ(demangledName(Name), Name);
}

TEST(DemangleTest, ForwardReferencesAreCountedWithWhatTheyReferTo) {
  std::string Long = "999" + std::string(999, 'a');
  EXPECT_EQ(demangledName("_ZN1AcvPT_I" + Long + "EEv"),
            "A::operator " + std::string(999, 'a') + "*<" +
                std::string(999, 'a') + ">()");
  // The type of the operator has it 2 * 2 * 2 ... times.
  std::string Name = "_ZN1Acv1BIT_T_E";
  Name = "_ZN1Acv1BI" + times("T_", 900) + "EI" + Long + "EEv";
  EXPECT_EQ(demangledName(Name), Name);
}

TEST(DemangleTest, DeepNamesNeedNoDeepStack) {
  for (const std::string &Name :
       {"_Z1f" + times("P", 30000) + "i", "_ZN" + times("1a", 15000) + "E",
        "_Z1fI" + times("J", 10000) + times("E", 10000) + "E",
        "_Z1fIX" + times("ps", 10000) + "Li1EEE",
        "_Z" + times("Z", 5000) + "1fv" + times("E1fv", 5000),
        "_Z1f" + times("F", 10000) + "i" + times("E", 10000),
        "_Z1fDTil" + times("di1a", 7000) + "Li1EEE",
        "_Z1f" + times("U1a", 10000) + "i",
        "_Z1fIL" + times("_Z1fIL", 5000) + times("EE", 5000)})
    EXPECT_EQ(demangledName(Name), Name) << Name.substr(0, 20);
  // LLVM's parser has one way to itself that cannot be counted.
  demangledName("_Z1f" + times("u1aI", 7000) + "i" + times("E", 4000));
}

TEST(DemangleTest, OtherLanguagesNamesStayShort) {
  // Each B refers to the tuple in front of it.
  std::string Rust = "_RIC1aTll";
  Rust += times("EB5_", 40) + "E";
  EXPECT_EQ(demangledName(Rust), Rust);
  std::string D = "_D1a" + times("Qb", 20000);
  EXPECT_EQ(demangledName(D), D);
  // Each argument is twice the one in front of it.
  D = "_D1a__T1fTAi";
  for (int I = 0; I != 60; ++I)
    D += "THQdQf";
  D += "ZQhFZv";
  EXPECT_EQ(demangledName(D), D);
  // Nothing but depth.
  D = "_D1a__T1fT" + times("A", 20000) + "iZ1fFZv";
  EXPECT_EQ(demangledName(D), D);
  D = "_D1a" + times("__T1fS1a", 3000) + times("Z", 3000) + "FZv";
  EXPECT_EQ(demangledName(D), D);
  std::string Microsoft = "?f@@YAXH@Z";
  EXPECT_EQ(demangledName(Microsoft), Microsoft);
}

TEST(DemangleTest, NamesOfDAreReadWithTheArgumentsOfTemplates) {
  const std::pair<const char *, const char *> Names[] = {
      {"_Dmain", "D main"},
      {"_D8demangle4testFZv", "demangle.test"},
      {"_D5words__T4PairTdZQi6__ctorMFNbNcNimZSQBl__TQBiTdZQBo",
       "words.Pair!double.Pair.this"},
      {"_D5words__T5pairsTiZQjFNbNiiZl", "words.pairs!int.pairs"},
      {"_D5words4mainFZ5Inner4pushMFiZv", "words.main.Inner.push"},
      // As gdc 12 writes arguments that are types, functions and values.
      {"_D1a__T1fTCQj1bTQgZQmFNbNiZv", "a.f!(a.b, a.b).f"},
      {"_D1a__T1fTPFKCQm1bZiZQoFNbNiZv", "a.f!(int function(a.b)*).f"},
      {"_D1a__T1fTPxAyaTHiG4fTDFilZbZQwFNbNiZv",
       "a.f!(const(immutable(char)[])*, float[4][int], "
       "bool delegate(int, long)).f"},
      {"_D1a__T1fS_DQk1gFiZiZQoFNbNiZv", "a.f!(a.g).f"},
      {"_D1a__T1vVbi1ViN3VAyaa3_616263Vli0ZQBcFNbNiZv",
       "a.v!(true, -3, \"abc\", 0).v"},
  };
  for (auto [Name, Text] : Names)
    EXPECT_EQ(demangledName(Name), Text);
  for (const char *None :
       {"_D", "_D1", "_D1a", "_D9rtFZv", "_D1aQa", "_D1aQzFZv", "_D1a__T1f",
        "_D1a__T1fTQZ", "_D1a__T1fVyFZv", "_D1a__T1fVAyaa9_61ZQFZv",
        "_D99999999999999999999aFZv"})
    EXPECT_EQ(demangledName(None), None);
}

TEST(DemangleTest, OtherLanguagesNamesAreRead) {
  EXPECT_EQ(demangledName("_ZN1a4main17h1854dee5fd9945b4E"), "a::main");
  EXPECT_EQ(demangledName("_ZN1a4main17h1854dee5fd9945b4E.llvm.1234"),
            "a::main");
  EXPECT_EQ(demangledName("_ZN61_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$a..B$"
                          "C$$LP$X$RP$$GT$1f17h0123456789abcdefE"),
            "<alloc::vec::Vec<T> as a::B,(X)>::f");
  EXPECT_EQ(demangledName("__mesh_MOD_refine"), "mesh::refine");
  EXPECT_EQ(demangledName("__mesh.parts_MOD_split"), "mesh::split");
  EXPECT_EQ(demangledName("_QMmeshPrefine"), "mesh::refine");
  EXPECT_EQ(demangledName("_QMmeshSpartsFrefinePsplit2"),
            "mesh::parts::refine::split2");
  EXPECT_EQ(demangledName("_QPsolve"), "solve");
  EXPECT_EQ(demangledName("_QQmain"), "MAIN__");
  EXPECT_EQ(demangledName("_cgo_13b880c31191_Cfunc__Cmalloc"), "C.malloc");
  EXPECT_EQ(demangledName("_cgo_13b880c31191_C2func_dup"), "C.dup");
  for (const char *None :
       {"_ZN4main17h1854dee5fd9945bE", "_ZN9main17h1854dee5fd9945b4E",
        "_ZN17h1854dee5fd9945b4E", "__mesh_MOD_", "___MOD_x", "__MOD_x",
        "_cgo_13b880c31191_Cfunc_", "_cgo_13b880c3119_Cfunc_dup", "_cgo_panic",
        "_cgo_", "__libc_start_main",
        "_Q", "_QM", "_QMmesh", "_QMmeshP", "_QPaPb", "_QXa"})
    EXPECT_EQ(demangledName(None), None);
}

TEST(DemangleTest, FunctionsHaveParts) {
  FunctionName Method("_ZN1a1bIiEEvi");
  EXPECT_TRUE(Method.isFunction());
  EXPECT_FALSE(Method.isConstructorOrDestructor());
  EXPECT_EQ(Method.qualified(), "a::b<int>");
  EXPECT_EQ(Method.base(), "b");
  EXPECT_EQ(Method.context(), "a");
  FunctionName Constructor("_ZN1a1bC2Ev");
  EXPECT_TRUE(Constructor.isConstructorOrDestructor());
  EXPECT_EQ(Constructor.context(), "a::b");
  for (const char *None : {"_ZN1a1bE", "main", "", "_Zfoo", "_RNvC1a1b"}) {
    EXPECT_FALSE(FunctionName(None).isFunction()) << None;
    EXPECT_FALSE(FunctionName(None).isConstructorOrDestructor()) << None;
    EXPECT_EQ(FunctionName(None).base(), "") << None;
  }
}

TEST(DemangleTest, MembersOfDependentTypesAreReadAsGccWritesThem) {
  // map::insert<pair<int, long>>(pair<int, long> &&) of libstdc++.
  FunctionName Insert(
      "_ZNSt3mapIilSt4lessIiESaISt4pairIKilEEE6insertIS2_IilEEENSt9enable_ifIX"
      "srSt16is_constructibleIS4_JT_EE5valueES2_ISt17_Rb_tree_iteratorIS4_EbEE"
      "4typeEOSB_");
  EXPECT_EQ(Insert.base(), "insert");
  EXPECT_EQ(Insert.context(),
            "std::map<int, long, std::less<int>, std::allocator<std::pair<int "
            "const, long>>>");
  EXPECT_TRUE(Insert.mayTakeAway("std::pair<int, long>"));
  // The scope's parts are numbered as those of other types: S5_ is A::B<X>.
  EXPECT_EQ(demangledName("_Z1fI1XEvP1CIXsrN1A1BIT_EE1vEERS5_"),
            "void f<X>(C<A::B<X>::v>*, A::B<X>&)");
  EXPECT_EQ(demangledName("_Z1fI1XEvP1CIXsr1BIT_E1vEE"),
            "void f<X>(C<B<X>::v>*)");
  // As the ABI has it.
  EXPECT_EQ(demangledName("_Z1fI1XEvP1CIXsr1BIT_EE1vEE"),
            "void f<X>(C<B<X>::v>*)");
}

TEST(DemangleTest, ConversionOperatorsMayHaveTemplatesOfTemplates) {
  FunctionName Convert(
      "_ZNK1AcvNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEEv");
  EXPECT_TRUE(Convert.isFunction());
  EXPECT_EQ(Convert.context(), "A");
  EXPECT_TRUE(StringRef(Convert.base()).starts_with("operator std::"));
}

TEST(DemangleTest, LocalTemplatesKeepTheirArguments) {
  FunctionName Call("_ZZ4mainENK3$_0clIiEEDaT_");
  EXPECT_EQ(Call.qualified(), "main::$_0::operator()<int>");
  EXPECT_EQ(demangledName("_ZZ1fIcEvvEN1A1gIiEEvT_"),
            "void void f<char>()::A::g<int>(int)");
}

TEST(DemangleTest, NamesInSourceFormHaveParts) {
  FunctionName Method("a::(anonymous namespace)::b<c::d>::e<f::g>");
  EXPECT_TRUE(Method.isFunction());
  EXPECT_FALSE(Method.isConstructorOrDestructor());
  EXPECT_EQ(Method.qualified(), "a::(anonymous namespace)::b<c::d>::e<f::g>");
  EXPECT_EQ(Method.base(), "e");
  EXPECT_EQ(Method.context(), "a::(anonymous namespace)::b<c::d>");
  FunctionName Destructor("a::b<c::d>::~b");
  EXPECT_TRUE(Destructor.isConstructorOrDestructor());
  EXPECT_EQ(FunctionName("f::<lambda(a::b)>::operator()").base(), "operator()");
  EXPECT_EQ(FunctionName("a::operator<< <b::c>").context(), "a");
  for (const char *None : {"a::", "::", "a:b", "<a::b>", "f(a::b)"})
    EXPECT_FALSE(FunctionName(None).isFunction()) << None;
}

TEST(DemangleTest, CopiesAreOfTheirOwnClass) {
  for (const char *Copy :
       {"_ZN1a1bC2ERKS0_", "_ZN1aIiEC1ERKS0_", "_ZN1a1baSERKS0_",
        "_ZNSt6vectorIiSaIiEEC2ERKS1_",
        "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2ERKS4_"})
    EXPECT_TRUE(FunctionName(Copy).isCopy()) << Copy;
  // From another class; moved; a member function; a destructor.
  for (const char *Other : {"_ZN1a1bC2ERKS_", "_ZN1aI1bEC1ERKS0_",
                            "_ZN1a1bC2EOS0_", "_ZN1a1b1fERKS0_", "_ZN1a1bD2Ev"})
    EXPECT_FALSE(FunctionName(Other).isCopy()) << Other;
}

TEST(DemangleTest, SomeFunctionsAreToldWhatToMake) {
  for (const char *Told :
       {"_Z4makeI1AEPT_v", // A *make<A>()
                           // std::unique_ptr<b::A> a::make<b::A, int>(int &&)
        "_ZN1a4makeIN1b1AEJiEEESt10unique_ptrIT_St14default_deleteIS4_EE"
        "DpOT0_",
        // Pointer<A<int, char>> make<A<int, char>>()
        "_Z4makeI1AIicEE7PointerIT_Ev"})
    EXPECT_TRUE(FunctionName(Told).isToldWhatToMake()) << Told;
  for (const char *Other :
       {"_Z4makev", "_ZN1a4makeEv", "main", "",
        "_Z4makeI1AEP1Bv",           // B *make<A>()
        "_Z4makeI1AE7PointerI2AAEv", // Pointer<AA> make<A>()
        "_Z3setI1AEvv",              // void set<A>()
        "_ZNK1aI1AE5cloneEv"})       // a<A>::clone() const
    EXPECT_FALSE(FunctionName(Other).isToldWhatToMake()) << Other;
}

TEST(DemangleTest, ParametersMayTakeAnObjectAway) {
  for (const char *Taking :
       {"_Z1fO1A", "_Z1fi1A", "_Z1fI1AiEvOT_DpOT0_", "_ZN1b1cC2EiO1A"})
    EXPECT_TRUE(FunctionName(Taking).mayTakeAway("A")) << Taking;
  for (const char *Other : {"_Z1fRK1A", "_Z1fR1A", "_Z1fP1A", "_Z1fON1b1AE",
                            "_Z1fO2AB", "_Z1fSt6vectorI1ASaIS0_EE", "main", ""})
    EXPECT_FALSE(FunctionName(Other).mayTakeAway("A")) << Other;
}

TEST(DemangleTest, FortransNamesAreKnown) {
  for (const char *Name : {"MAIN__", "__mesh_MOD_refine", "_QMmeshPrefine",
                           "__mesh_MOD_refine.constprop.0", "_QQmain"})
    EXPECT_TRUE(isFortranName(Name)) << Name;
  for (const char *Name : {"", "main", "__MOD_", "__libc_start_main",
                           "_ZN1AC1Ev", "_Q", "_QX", "refine_"})
    EXPECT_FALSE(isFortranName(Name)) << Name;
}

} // namespace
} // namespace anomalloc
