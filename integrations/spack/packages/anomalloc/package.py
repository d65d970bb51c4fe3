# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Anomalloc(CMakePackage):
    """Anomalloc finds, measures and tames memory allocation anomalies in C and
    C++: allocations that cost a program time or space without need."""

    # There is no archive of a release: "spack dev-build" builds the sources that
    # this recipe lies in.

    license("Apache-2.0 WITH LLVM-exception")

    version("0.1.0")

    variant("tidy", default=True, description="Build the checks for clang-tidy")
    variant("clangd", default=False, description="Build a clangd with the checks")
    variant("page", default=True, description="Build the report page for browsers")

    # The pass loads only into the clang of the same major version.
    _llvm = "19"

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("gzip", type="build")
    depends_on("npm", type="build", when="+page")
    depends_on("node-js@18:", type="build", when="+page")
    depends_on(f"llvm@{_llvm}+clang+llvm_dylib+link_llvm_dylib")
    depends_on("zlib-api")
    depends_on("zstd")

    requires("%clang", msg="the runtime has a calling convention that only Clang knows")
    requires("platform=linux", msg="profiles are made on Linux alone")
    conflicts("+clangd", when="~tidy", msg="that clangd has the checks in it")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("Anomalloc_LLVM", self._llvm),
            self.define("LLVM_DIR", self.spec["llvm"].prefix.lib.cmake.llvm),
            self.define("ANOMALLOC_TESTS", False),
            self.define("ANOMALLOC_EXAMPLES", False),
            self.define_from_variant("ANOMALLOC_TIDY", "tidy"),
            self.define_from_variant("ANOMALLOC_CLANGD", "clangd"),
        ]
