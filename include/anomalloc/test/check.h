//===- check.h - limits on what code allocates, in tests --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the headers for test frameworks share: a check stands before braces,
/// measures what they allocate, and compares. Tests include the header for
/// their framework, gtest.h and the like, not this one. From C++17 on.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TEST_CHECK_H
#define ANOMALLOC_TEST_CHECK_H

#include "anomalloc/test/failure.h"
#include "anomalloc/test/measurement.h"
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <type_traits>

// `EXPECT_ALLOCATIONS(0); { ... }` would measure nothing. It is an error in
// every file that includes this.
#pragma GCC diagnostic error "-Wempty-body"

namespace anomalloc {

/// Whose allocations count: the second argument of a check.
enum Whose { ThisThread, WholeProcess };

namespace test {

/// The number that is allowed. \p Negative: the compiler knows that the number
/// is below 0.
template <bool Negative = false> struct Limit {
  static_assert(!Negative, "a limit is 0 or more");
  template <typename T> Limit(T N, Whose W = ThisThread) : Of(W) {
    static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>,
                  "a limit is a whole number");
    IsNegative = std::is_signed_v<T> && N < T(0);
    Number = std::uint64_t(N);
  }
  std::uint64_t Number;
  Whose Of;
  bool IsNegative;
};
template <typename T> constexpr bool isNegative(T Number, Whose = ThisThread) {
  return std::is_signed_v<T> && Number < T(0);
}

/// Measures the braces behind the check, once, and makes the framework tell
/// what is wrong. \p Framework has
///   fail(const Place &, const std::string &Text, bool MayThrow)
///   skip(const Place &, const std::string &Text, bool MayThrow)
///   pass(const Place &)
template <typename Framework> class Check {
public:
  template <bool Negative>
  Check(const Place &At, Quantity What, Relation How,
        const Limit<Negative> &Allowed)
      : Where(At), Its({What, How, Allowed.Number, Allowed.Of == WholeProcess}),
        IsLimitNegative(Allowed.IsNegative) {}
  Check(const Check &) = delete;
  Check &operator=(const Check &) = delete;

  /// Reports only if the braces were left early. If they ran to their end,
  /// runs() has told everything.
  ~Check() noexcept(false) {
    if (State != Running)
      return;
    finish();
    const bool Unwinds = std::uncaught_exceptions() > Exceptions;
    if (isBroken())
      fail(describe(Unwinds ? Left::ByException : Left::Early), !Unwinds);
    else
      passOrSkip(!Unwinds);
  }

  /// Returns true once: then the braces run. If the limit is broken and the
  /// framework has its own way to leave the test (ReturnsFromTest), returns
  /// true a second time.
  bool runs() {
    if (State == Fresh) {
      State = Running;
      Exceptions = std::uncaught_exceptions();
      Measured.version = ANOMALLOC_MEASUREMENT_VERSION;
      Measured.flags = Its.IsOfProcess ? ANOMALLOC_WHOLE_PROCESS : 0;
      if (!IsLimitNegative) // Nothing may come between this and the braces.
        Status = anomalloc_measurement_begin(&Measured);
      return true;
    }
    if (State == Running) {
      finish();
      if (isBroken()) {
        Text = describe(Left::AtEnd);
        if constexpr (Framework::ReturnsFromTest)
          return true;
        fail(Text, true);
      } else {
        passOrSkip(true);
      }
    }
    return false;
  }

  /// Whether the braces have run, and the measurement has stopped.
  bool isOver() const { return State == Done; }
  const Place &place() const { return Where; }
  const std::string &text() const { return Text; }

private:
  enum { Fresh, Running, Done } State = Fresh;

  void finish() {
    State = Done;
    if (Status == ANOMALLOC_MEASURED && !IsLimitNegative)
      Status = anomalloc_measurement_stop(&Measured);
  }
  bool isBroken() const {
    if (IsLimitNegative)
      return true;
    if (Status != ANOMALLOC_MEASURED)
      return mustBeMeasured();
    return Its.isBroken(Measured);
  }
  /// Whether a test that cannot be measured counts as failed. It does if the
  /// environment variable ANOMALLOC_TESTS is "required".
  static bool mustBeMeasured() {
    const char *Value = std::getenv("ANOMALLOC_TESTS");
    return Value && !std::strcmp(Value, "required");
  }
  /// The message of a failure. Also frees what the runtime keeps for the
  /// measurement.
  std::string describe(Left How) {
    if (IsLimitNegative)
      return std::string(Where.Macro) + ": a limit is 0 or more; nothing was "
                                        "measured";
    if (Status != ANOMALLOC_MEASURED)
      return whyNotMeasured(Where, Status);
    std::string Result = describeFailure(Where, Its, Measured, How);
    anomalloc_measurement_end(&Measured);
    return Result;
  }
  void passOrSkip(bool MayThrow) {
    if (Status == ANOMALLOC_MEASURED) {
      anomalloc_measurement_end(&Measured);
      return Framework::pass(Where);
    }
    tell(&Framework::skip, whyNotMeasured(Where, Status), MayThrow);
  }
  void fail(const std::string &What, bool MayThrow) {
    tell(&Framework::fail, What, MayThrow);
  }
  /// Nothing may be thrown while there is an exception (\p MayThrow is false):
  /// that would end the program.
  template <typename Function>
  void tell(Function *Tell, const std::string &What, bool MayThrow) {
#ifdef __cpp_exceptions
    if (!MayThrow) {
      try {
        Tell(Where, What, false);
      } catch (...) {
      }
      return;
    }
#endif
    Tell(Where, What, MayThrow);
  }

  const Place Where;
  const Requirement Its;
  const bool IsLimitNegative;
  int Exceptions = 0;
  int Status = ANOMALLOC_MEASURED;
  anomalloc_measurement Measured = {};
  std::string Text;
};

} // namespace test
} // namespace anomalloc

#define ANOMALLOC_TEST_JOIN_(...) ANOMALLOC_TEST_JOIN2_(__VA_ARGS__)
#define ANOMALLOC_TEST_JOIN2_(Line, Macro, What, Limit, ...)                   \
  AnomallocCheck##What##Limit##Line
#define ANOMALLOC_TEST_FIRST_(...) ANOMALLOC_TEST_FIRST2_(__VA_ARGS__, 0)
#define ANOMALLOC_TEST_FIRST2_(First, ...) First

/// The object that stands before the braces. The limit is known to be negative
/// only where the compiler can compute it.
#define ANOMALLOC_TEST_CHECK_(Name, Framework, Macro, What, How, ...)          \
  ::anomalloc::test::Check<Framework> Name(                                    \
      ::anomalloc::test::Place{__FILE__, __LINE__,                             \
                               Macro "(" #__VA_ARGS__ ")"},                    \
      ::anomalloc::test::Quantity::What, ::anomalloc::test::Relation::How,     \
      ::anomalloc::test::Limit<(                                               \
          __builtin_constant_p(ANOMALLOC_TEST_FIRST_(__VA_ARGS__)) &&          \
          ::anomalloc::test::isNegative(__VA_ARGS__))>(__VA_ARGS__))

/// Stands between a check and its braces, so that the compiler sees when there
/// are no braces: clang looks at loops, gcc at if and else.
#ifdef __clang__
#define ANOMALLOC_TEST_GUARD_(Name)
#else
#define ANOMALLOC_TEST_GUARD_(Name)                                            \
  if (Name.isOver()) {                                                         \
  } else
#endif

/// A loop that runs once: `break` and `continue` leave these braces.
#define ANOMALLOC_TEST_BRACES_(Name, ...)                                      \
  for (ANOMALLOC_TEST_CHECK_(Name, __VA_ARGS__); Name.runs();)                 \
  ANOMALLOC_TEST_GUARD_(Name)

/// A name for a check, so that different checks can nest, even in one line.
/// (Not __COUNTER__: clang 22 says with -Wpedantic that it is new in C2y.)
#define ANOMALLOC_TEST_NAME_(...) ANOMALLOC_TEST_JOIN_(__LINE__, __VA_ARGS__)

#endif // ANOMALLOC_TEST_CHECK_H
