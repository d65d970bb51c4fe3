#!/usr/bin/env bash
# Called by the build of recipe.yaml, in the root of the sources.
set -euo pipefail

cmake -S . -B build -G Ninja $CMAKE_ARGS \
  -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_C_COMPILER="$BUILD_PREFIX/bin/clang" \
  -DCMAKE_CXX_COMPILER="$BUILD_PREFIX/bin/clang++" \
  -DCMAKE_INSTALL_PREFIX="$PREFIX" \
  -DAnomalloc_LLVM=19 \
  -DLLVM_DIR="$PREFIX/lib/cmake/llvm" \
  -DANOMALLOC_TESTS=OFF \
  -DANOMALLOC_EXAMPLES=OFF \
  -DANOMALLOC_CLANGD=OFF
cmake --build build
cmake --install build
