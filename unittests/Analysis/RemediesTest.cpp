//===- RemediesTest.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/changes/Remedies.h"
#include "Analysis/changes/BlockGroups.h"
#include "Support/FortranStatement.h"
#include <gtest/gtest.h>

using namespace anomalloc;

namespace {

constexpr const char *PushBack = "_ZNSt6vectorIiSaIiEE9push_backERKi";
constexpr const char *VectorOfSize = "_ZNSt6vectorIiSaIiEEC2EmRKS0_";
constexpr const char *CopyOfVector = "_ZNSt6vectorIiSaIiEEC2ERKS1_";
constexpr const char *MapInsert =
    "_ZNSt3mapIiiSt4lessIiESaISt4pairIKiiEEEixERS3_";
constexpr const char *TextAppend =
    "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6appendEPKc";
constexpr const char *MakeShared = "_ZSt11make_sharedI4MeshJEESt10shared_ptrIT_"
                                   "EDpOT0_";

/// A line of the function `f`, and the makers that it calls.
struct Case {
  llvm::StringRef Callee;
  ObjectUse Use = ObjectUse::Unknown;
  std::vector<Frame> Makers;
  std::vector<llvm::StringRef> MakerNames;
  AnomalyKind Kind = AnomalyKind::Repeated;
  uint64_t BlockSize = 32; ///< In bytes.

  ChangeLine Line;

  Remedy remedy() {
    Frame At{"_Z1fv", "f.cpp", 7, 3, Use};
    Line.Levels = {At};
    Line.Callee = Makers.empty() ? Callee : Makers.front().Function;
    Line.Makers = Makers;
    Line.MakerNames = MakerNames;
    BlockGroup Group;
    Group.Lines = {&Line};
    Group.Requested = Group.Allocated = {1000, 1000 * BlockSize};
    return remedyFor(Group, Line, Kind);
  }

  std::string text() { return remedy().Text; }
};

bool starts(const std::string &Text, llvm::StringRef With) {
  return llvm::StringRef(Text).starts_with(With);
}

TEST(Remedies, WhoFillsAContainerKeepsIt) {
  EXPECT_TRUE(starts(Case{PushBack}.text(), "keep the container"));
  EXPECT_TRUE(
      starts(Case{VectorOfSize}.text(), "make the container once before"));
  EXPECT_TRUE(starts(Case{MapInsert}.text(), "use a container without nodes"));
}

TEST(Remedies, WhatIsReturnedIsFilledForTheCaller) {
  for (llvm::StringRef Callee : {PushBack, VectorOfSize}) {
    Case Returned{Callee, ObjectUse::Returned};
    EXPECT_TRUE(starts(Returned.text(),
                       "it is returned: let callers that drop it pass one"));
    EXPECT_TRUE(Returned.remedy().MayBeNeeded);
  }
  EXPECT_TRUE(starts(Case{TextAppend, ObjectUse::Returned}.text(),
                     "it is returned: let callers that only look at it"));
  EXPECT_TRUE(starts(Case{TextAppend}.text(), "append to a text"));
  // Nodes are not kept by who passes the container, either.
  EXPECT_TRUE(starts(Case{MapInsert, ObjectUse::Returned}.text(),
                     "use a container without nodes"));
}

TEST(Remedies, GrowthIsReservedWhoeverGetsTheContainer) {
  Case Grows{PushBack, ObjectUse::Returned};
  Grows.Kind = AnomalyKind::GrowthByCopying;
  EXPECT_EQ(Grows.text(), "reserve the final size before filling");
  EXPECT_FALSE(Grows.remedy().MayBeNeeded);
}

TEST(Remedies, WhatIsStoredLastIsMoved) {
  Case Stored{PushBack, ObjectUse::LastGiven, {}, {PushBack, CopyOfVector}};
  EXPECT_TRUE(starts(Stored.text(), "the original is not used again: move it"));
  EXPECT_TRUE(Stored.remedy().HelpsWhatStays);
  // The block is the container's own, not that of a copy.
  EXPECT_TRUE(starts(
      Case{PushBack, ObjectUse::LastGiven, {}, {PushBack}}.text(), "keep the"));
  // Used again, the copy is no last one.
  EXPECT_FALSE(starts(
      Case{PushBack, ObjectUse::Unknown, {}, {PushBack, CopyOfVector}}.text(),
      "the original is not used again"));
}

TEST(Remedies, AConstructorThatCopiesItsParameterTakesItByValue) {
  const Frame Takes{"_ZN4NodeC2ERK4Bits", "node.cpp", 20, 5,
                    ObjectUse::TakenCopy};
  const Frame Copies{"_ZN4BitsC2ERKS_", "bits.cpp", 30, 5};
  for (const std::vector<Frame> &Makers :
       {std::vector<Frame>{Takes}, {Takes, Copies}}) {
    Case Made{"", ObjectUse::Unknown, Makers};
    const Remedy Fix = Made.remedy();
    EXPECT_TRUE(starts(Fix.Text, "take the parameter by value"));
    ASSERT_TRUE(makerToChange(Fix, Made.Line));
    EXPECT_EQ(makerToChange(Fix, Made.Line)->File, "node.cpp");
  }
}

TEST(Remedies, AFunctionObjectMayMakeAnything) {
  const Frame Element{"_ZNK6MatrixixEi", "matrix.h", 4, 3};
  EXPECT_TRUE(starts(Case{"", ObjectUse::Unknown, {Element}}.text(),
                     "return a reference or a view"));
  const Frame Generator{"_ZNK9GeneratorclEi", "generator.h", 4, 3};
  EXPECT_TRUE(starts(Case{"", ObjectUse::Unknown, {Generator}}.text(),
                     "keep one and use it again"));
}

TEST(Remedies, NoObjectHasRoomForALargeBlock) {
  const Frame Own{"_ZN4GridC2Em", "grid.h", 4, 3};
  Case Made{"", ObjectUse::Unknown, {Own}};
  EXPECT_EQ(Made.text(),
            "make the object once before the loop and use it "
            "again, or give it room of its own for a few elements");
  Made.BlockSize = 30000;
  EXPECT_EQ(Made.text(),
            "make the object once before the loop and use it again");
}

TEST(Remedies, WhatIsSharedOutlivesTheCall) {
  EXPECT_TRUE(starts(Case{MakeShared}.text(), "hold the object itself"));
}

/// What is advised for a line of Fortran that calls \p Callee.
Remedy inFortran(FortranStatement Says, llvm::StringRef Callee,
                 AnomalyKind Kind = AnomalyKind::Repeated) {
  ChangeLine Line;
  Line.Levels = {{"__m_MOD_f", "f.f90", 7}};
  Line.Callee = Callee;
  Line.Statement = &Says;
  BlockGroup Group;
  Group.Lines = {&Line};
  Group.Requested = Group.Allocated = {1000, 32000};
  return remedyFor(Group, Line, Kind);
}
std::string toldInFortran(FortranStatement Says, llvm::StringRef Callee,
                          AnomalyKind Kind = AnomalyKind::Repeated) {
  return inFortran(std::move(Says), Callee, Kind).Text;
}

TEST(Remedies, CalleesOfFortranTellWhichOfTwoItIs) {
  using Work = FortranWork;
  const FortranStatement Writes{Work::InputOutput, "trim(s)"};
  EXPECT_TRUE(
      starts(toldInFortran(Writes, "malloc"), "a text is made for 'trim(s)'"));
  EXPECT_TRUE(starts(toldInFortran(Writes, "_gfortran_string_trim"),
                     "a text is made for 'trim(s)'"));
  EXPECT_TRUE(llvm::StringRef(toldInFortran(Writes, "_gfortran_st_write"))
                  .ends_with("open a file once before the loop"));
  EXPECT_TRUE(starts(toldInFortran({Work::InputOutput}, "malloc"),
                     "a temporary array is made for the expression"));
  const FortranStatement Returns{Work::TemporaryOrAssigned, "f()", false, "a"};
  EXPECT_TRUE(starts(toldInFortran(Returns, "malloc"), "'f()' makes a temp"));
  EXPECT_TRUE(starts(toldInFortran(Returns, "realloc"), "'a' is allocated"));
  EXPECT_TRUE(starts(toldInFortran(Returns, "_gfortran_reshape_r4"),
                     "a temporary array is made for 'f()'"));
  EXPECT_TRUE(
      starts(toldInFortran({Work::ReturnedObject, "f", false, "r"}, "realloc"),
             "'f' makes a new object at each call"));
  EXPECT_TRUE(
      starts(toldInFortran({Work::TextAssigned, "t", false, "t"}, "realloc"),
             "the text 't' is allocated again"));
}

TEST(Remedies, CopiesInFortranMayBeNeeded) {
  using Work = FortranWork;
  for (Work Its : {Work::Copied, Work::CopiedOrReturned}) {
    const FortranStatement Says{Its, "e(i)", true, "f"};
    EXPECT_TRUE(starts(toldInFortran(Says, "malloc"), "perhaps 'e(i)' is cop"));
    EXPECT_TRUE(starts(toldInFortran(Says, "realloc"), "'f' is allocated ag"));
    EXPECT_TRUE(inFortran(Says, "malloc").MayBeNeeded);
    EXPECT_FALSE(inFortran(Says, "malloc").HelpsWhatStays);
  }
}

TEST(Remedies, LinesOfFortranAreToldInItsWords) {
  using Work = FortranWork;
  EXPECT_TRUE(starts(toldInFortran({Work::Section, "a(i,:)"}, "malloc"),
                     "the section 'a(i,:)' is copied at each call"));
  EXPECT_TRUE(starts(toldInFortran({Work::Section, "a(i,:)", true}, "malloc"),
                     "perhaps the section 'a(i,:)' is copied"));
  EXPECT_TRUE(starts(toldInFortran({}, "malloc"), "make it once before"));
  EXPECT_TRUE(starts(toldInFortran({Work::Section, "a(i,:)"}, "malloc",
                                   AnomalyKind::PoolCandidate),
                     "keep all of them in one array"));
}

TEST(Remedies, WhatFortranCallsTellsMoreThanTheStatement) {
  using Work = FortranWork;
  const char *Pack = "_gfortran_internal_pack";
  EXPECT_TRUE(starts(toldInFortran({Work::Section, "a(i,:)", true}, Pack),
                     "the section 'a(i,:)' is copied"));
  EXPECT_TRUE(starts(toldInFortran({Work::Temporary, "a+b"}, Pack),
                     "the argument that is an array is copied"));
  const FortranStatement Whole = {Work::Temporary, "b+c", true, "a"};
  EXPECT_TRUE(
      starts(toldInFortran(Whole, "realloc"), "'a' is allocated again"));
  EXPECT_TRUE(
      starts(toldInFortran(Whole, "malloc"), "perhaps 'a' is allocated again"));
  EXPECT_TRUE(
      starts(toldInFortran({Work::Appended, "a", false, "a"}, "realloc"),
             "'a' grows by copying"));
  EXPECT_TRUE(starts(toldInFortran({}, "_gfortran_st_write"), "read or write"));
  EXPECT_TRUE(starts(toldInFortran({}, "fftw_malloc"), "a library makes it"));
  EXPECT_TRUE(starts(toldInFortran({}, "GOMP_parallel"),
                     "the OpenMP library makes them for the threads"));
}

} // namespace
