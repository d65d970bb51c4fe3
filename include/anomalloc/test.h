//===- test.h - limits on what code allocates, in tests ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Includes the header for the framework whose own header was included before,
/// or, if there is none, the header for plain programs. The headers of
/// anomalloc/test can be included by themselves, too.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TEST_H
#define ANOMALLOC_TEST_H

#if defined(GTEST_TEST)
#include "anomalloc/test/gtest.h"
#elif defined(CATCH_VERSION_MAJOR)
#include "anomalloc/test/catch2.h"
#elif defined(DOCTEST_VERSION)
#include "anomalloc/test/doctest.h"
#else
#include "anomalloc/test/assert.h"
#endif

#endif // ANOMALLOC_TEST_H
