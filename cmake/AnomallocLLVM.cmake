# Finds LLVM of the major version that Anomalloc is built for: a pass plugin
# loads only into the compiler of the same major.
# Debian keeps each major in a folder of its own; elsewhere CMAKE_PREFIX_PATH
# or LLVM_DIR tell.
set(_prefix "/usr/lib/llvm-${Anomalloc_LLVM}")
foreach(_try "" ".1")
  find_package(LLVM "${Anomalloc_LLVM}${_try}" CONFIG QUIET HINTS "${_prefix}")
  if(LLVM_FOUND)
    break()
  endif()
endforeach()
if(NOT LLVM_FOUND OR NOT LLVM_VERSION_MAJOR EQUAL Anomalloc_LLVM)
  message(FATAL_ERROR
    "LLVM ${Anomalloc_LLVM} was not found. Run scripts/setup (Debian 12), or say "
    "where it is with -DLLVM_DIR=<prefix>/lib/cmake/llvm, or choose another "
    "major with -DAnomalloc_LLVM=<major>.")
endif()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

set(ANOMALLOC_LLVM_BIN "${LLVM_TOOLS_BINARY_DIR}")
find_program(ANOMALLOC_CLANG NAMES clang HINTS "${ANOMALLOC_LLVM_BIN}" NO_DEFAULT_PATH)
find_program(ANOMALLOC_CLANGXX NAMES clang++ HINTS "${ANOMALLOC_LLVM_BIN}" NO_DEFAULT_PATH)
find_program(ANOMALLOC_OPT NAMES opt HINTS "${ANOMALLOC_LLVM_BIN}" NO_DEFAULT_PATH)
find_program(ANOMALLOC_FILECHECK NAMES FileCheck HINTS "${ANOMALLOC_LLVM_BIN}" NO_DEFAULT_PATH)
find_program(ANOMALLOC_LIT NAMES lit lit.py llvm-lit
  HINTS "${ANOMALLOC_LLVM_BIN}" "${ANOMALLOC_LLVM_BIN}/../build/utils/lit")

# anomalloc_llvm_headers(<target> PUBLIC|PRIVATE <folder>...): headers of LLVM and
# clang, searched after the compiler's own: Debian puts libc++abi's cxxabi.h
# beside them, which does not go with libstdc++.
function(anomalloc_llvm_headers target scope)
  foreach(_folder IN LISTS ARGN)
    target_compile_options(${target} ${scope}
      "$<$<COMPILE_LANGUAGE:C,CXX>:SHELL:-idirafter \"${_folder}\">")
  endforeach()
endfunction()
