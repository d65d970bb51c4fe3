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

# libomp and libc++ for the examples and tests. Debian installs the headers of
# one major at a time; another major finds them by their path.
#   ANOMALLOC_OPENMP_FLAGS, ANOMALLOC_LIBCXX_FLAGS  what clang is told, a list
#   ANOMALLOC_LIBCXX_PREFIX                         "": beside clang itself
#   OpenMP_*                                        for find_package(OpenMP)
set(ANOMALLOC_OPENMP_FLAGS -fopenmp)
set(ANOMALLOC_LIBCXX_FLAGS -stdlib=libc++)
set(ANOMALLOC_LIBCXX_PREFIX "")
file(GLOB _others "/usr/lib/llvm-*")
list(REMOVE_ITEM _others "${_prefix}")
foreach(_other IN LISTS _others)
  file(GLOB _omp "${_other}/lib/clang/*/include/omp.h")
  if(NOT EXISTS "${_prefix}/lib/libomp.so" AND _omp AND EXISTS "${_other}/lib/libomp.so")
    cmake_path(GET _omp PARENT_PATH _folder)
    # After clang's own headers: 'omp.h' is all that is wanted of the folder.
    set(ANOMALLOC_OPENMP_FLAGS -fopenmp -idirafter "${_folder}" "-L${_other}/lib")
    foreach(_language C CXX)
      set(OpenMP_${_language}_FLAGS "-fopenmp -idirafter ${_folder}")
      set(OpenMP_${_language}_LIB_NAMES omp)
    endforeach()
    set(OpenMP_omp_LIBRARY "${_other}/lib/libomp.so")
  endif()
  if(NOT EXISTS "${_prefix}/include/c++/v1" AND EXISTS "${_other}/include/c++/v1")
    set(ANOMALLOC_LIBCXX_PREFIX "${_other}")
    set(ANOMALLOC_LIBCXX_FLAGS -stdlib=libc++ -stdlib++-isystem "${_other}/include/c++/v1"
      "-L${_other}/lib")
  endif()
endforeach()

# anomalloc_llvm_headers(<target> PUBLIC|PRIVATE <folder>...): headers of LLVM and
# clang, searched after the compiler's own: Debian puts libc++abi's cxxabi.h
# beside them, which does not go with libstdc++.
function(anomalloc_llvm_headers target scope)
  foreach(_folder IN LISTS ARGN)
    target_compile_options(${target} ${scope}
      "$<$<COMPILE_LANGUAGE:C,CXX>:SHELL:-idirafter \"${_folder}\">")
  endforeach()
endfunction()
