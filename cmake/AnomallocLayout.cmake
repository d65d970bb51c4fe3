# The build tree is laid out like the install tree, so that the command line
# finds its plugin and runtime relative to itself in both.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/${CMAKE_INSTALL_BINDIR}")
set(ANOMALLOC_LIBDIR "${CMAKE_INSTALL_LIBDIR}/anomalloc")
set(ANOMALLOC_OUTPUT_LIBDIR "${CMAKE_BINARY_DIR}/${ANOMALLOC_LIBDIR}")
# What fits one major of LLVM stands apart, so that several can be installed into
# one prefix. The folder's name is known to lib/Loader, tools/anomalloc/cli/Layout.cpp
# and AnomallocConfig.cmake.in.
set(ANOMALLOC_LLVM_LIBDIR "${ANOMALLOC_LIBDIR}/llvm-${Anomalloc_LLVM}")
set(ANOMALLOC_OUTPUT_LLVM_LIBDIR "${CMAKE_BINARY_DIR}/${ANOMALLOC_LLVM_LIBDIR}")
