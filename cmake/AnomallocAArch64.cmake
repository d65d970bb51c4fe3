# The runtime for AArch64, in lib/anomalloc/aarch64 (docs/aarch64.md). By default it is
# built where clang finds a C library for that machine, as Debian's
# libc6-dev-arm64-cross is one. Sets ANOMALLOC_AARCH64_FLAGS, clang's for that machine.
set(ANOMALLOC_AARCH64_FLAGS --target=aarch64-linux-gnu -fuse-ld=lld)
set(ANOMALLOC_AARCH64_BUILD "${CMAKE_BINARY_DIR}/runtime-aarch64")
if(NOT DEFINED ANOMALLOC_AARCH64 AND NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(_trial "${CMAKE_BINARY_DIR}/CMakeFiles/aarch64-trial")
  file(WRITE "${_trial}.c" "#include <stdlib.h>\nvoid *f(void) { return malloc(1); }\n")
  execute_process(
    COMMAND "${CMAKE_C_COMPILER}" ${ANOMALLOC_AARCH64_FLAGS} -shared -fPIC "${_trial}.c" -o "${_trial}.so"
    RESULT_VARIABLE _failed OUTPUT_QUIET ERROR_QUIET)
  if(_failed)
    set(_found OFF)
  else()
    set(_found ON)
  endif()
endif()
option(ANOMALLOC_AARCH64 "Build the runtime for AArch64, too" ${_found})
if(NOT ANOMALLOC_AARCH64)
  return()
endif()

include(ExternalProject)
set(_arguments)
foreach(_variable CMAKE_BUILD_TYPE CMAKE_C_COMPILER CMAKE_CXX_COMPILER
    CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER)
  if(${_variable})
    list(APPEND _arguments "-D${_variable}=${${_variable}}")
  endif()
endforeach()
ExternalProject_Add(runtime-aarch64
  SOURCE_DIR "${CMAKE_CURRENT_SOURCE_DIR}/runtime"
  PREFIX "${ANOMALLOC_AARCH64_BUILD}/external"
  BINARY_DIR "${ANOMALLOC_AARCH64_BUILD}"
  CMAKE_ARGS ${_arguments}
    -DCMAKE_SYSTEM_NAME=Linux
    -DCMAKE_SYSTEM_PROCESSOR=aarch64
    -DCMAKE_C_COMPILER_TARGET=aarch64-linux-gnu
    -DCMAKE_CXX_COMPILER_TARGET=aarch64-linux-gnu
    -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld
    -DCMAKE_SHARED_LINKER_FLAGS=-fuse-ld=lld
    "-DANOMALLOC_RUNTIME_OUTPUT=${ANOMALLOC_OUTPUT_LIBDIR}/aarch64"
  BUILD_ALWAYS ON
  INSTALL_COMMAND "")

# Not a part of this machine's packages: cmake --install BUILD --component aarch64
install(DIRECTORY "${ANOMALLOC_OUTPUT_LIBDIR}/aarch64" DESTINATION "${ANOMALLOC_LIBDIR}"
  COMPONENT aarch64 EXCLUDE_FROM_ALL)
