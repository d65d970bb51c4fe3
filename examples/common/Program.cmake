# seed_program(<name> <source>...): one of the small examples. A part of
# Anomalloc's own build, and a project of its own:
#
#   cmake -S examples/<name> -B build -DCMAKE_CXX_COMPILER=clang++-19 \
#     -DCMAKE_PREFIX_PATH=<where Anomalloc is installed>

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
  endif()
  find_package(Anomalloc QUIET) # without it: a build that records nothing
endif()

find_package(Threads REQUIRED)
find_path(SEED_PROGRAM_ANOMALLOC_INCLUDE anomalloc/anomalloc.h
  HINTS ${CMAKE_CURRENT_LIST_DIR}/../../include)
if(NOT SEED_PROGRAM_ANOMALLOC_INCLUDE)
  message(FATAL_ERROR "No anomalloc/anomalloc.h: say where Anomalloc is "
    "installed with -DCMAKE_PREFIX_PATH=<prefix>")
endif()

function(seed_program name)
  add_executable(${name} ${ARGN} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/options.cpp)
  target_compile_features(${name} PRIVATE cxx_std_17)
  target_include_directories(${name} PRIVATE
    ${CMAKE_CURRENT_FUNCTION_LIST_DIR} ${SEED_PROGRAM_ANOMALLOC_INCLUDE})
  target_link_libraries(${name} PRIVATE Threads::Threads)
  # Without fused operations every machine rounds alike.
  target_compile_options(${name} PRIVATE -Wall -Wextra -ffp-contract=off)
  if(COMMAND anomalloc_instrument)
    anomalloc_instrument(${name})
  endif()
endfunction()
