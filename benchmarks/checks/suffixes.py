# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the names of files tell what is in them."""

SOURCES = {".c", ".cc", ".cpp", ".cxx", ".C", ".c++"}
HEADERS = {".h", ".hh", ".hpp", ".hxx", ".inc", ".def", ".inst"}  # also included parts
