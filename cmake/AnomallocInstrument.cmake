# anomalloc_instrument(<target> [SECTIONS <pattern>...] [FUNCTIONS <file>])
#
# Compiles the target's C and C++ sources with the pass and links it with the
# runtime. SECTIONS names functions that become phases (docs/sections.md),
# FUNCTIONS a file that names allocation functions of your own.
#
# Serves the build tree and the installed package alike; both set
# Anomalloc_LIBDIR (the folder of llvm-<major>/AnomallocPass.so),
# Anomalloc_MAJORS (those of LLVM that there is a pass for) and
# Anomalloc_INCLUDE_DIR.

# Link options stand before all objects and libraries, as the compiler wrapper
# puts the runtime (tools/anomalloc/compile/CompilerFlags.h says why). In one piece:
# CMake drops options that come twice.
if(NOT TARGET Anomalloc::runtime)
  add_library(Anomalloc::runtime INTERFACE IMPORTED)
  target_include_directories(Anomalloc::runtime INTERFACE "${Anomalloc_INCLUDE_DIR}")
  target_link_options(Anomalloc::runtime INTERFACE
    "SHELL:-L\"${Anomalloc_LIBDIR}/link\" -Wl,--push-state,--no-as-needed -lanomalloc_rt \
-Wl,--pop-state -Wl,-rpath,\"${Anomalloc_LIBDIR}\"")
endif()

# For tests that limit allocations (docs/testing.md), of any compiler.
if(NOT TARGET Anomalloc::test)
  add_library(Anomalloc::test INTERFACE IMPORTED)
  target_compile_features(Anomalloc::test INTERFACE cxx_std_17)
  target_link_libraries(Anomalloc::test INTERFACE Anomalloc::runtime)
endif()

function(anomalloc_instrument target)
  cmake_parse_arguments(arg "" "FUNCTIONS" "SECTIONS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "anomalloc_instrument(${target}): unknown arguments "
      "'${arg_UNPARSED_ARGUMENTS}'; it takes SECTIONS and FUNCTIONS")
  endif()
  # A pass loads only into clang of its own major.
  if(NOT Anomalloc_MAJORS)
    message(FATAL_ERROR "anomalloc_instrument(${target}): there is no pass in "
      "${Anomalloc_LIBDIR}/llvm-<major>. Install Anomalloc for the major of your clang.")
  endif()
  set(plugins)
  list(JOIN Anomalloc_MAJORS " or " majors)
  list(GET Anomalloc_MAJORS -1 advised)
  foreach(language C CXX)
    if(NOT CMAKE_${language}_COMPILER)
      continue()
    endif()
    string(REGEX MATCH "^[0-9]+" major "${CMAKE_${language}_COMPILER_VERSION}")
    if(NOT CMAKE_${language}_COMPILER_ID STREQUAL "Clang" OR NOT major IN_LIST Anomalloc_MAJORS)
      message(FATAL_ERROR "anomalloc_instrument(${target}): the pass loads only into "
        "Clang ${majors}, and the ${language} compiler is "
        "${CMAKE_${language}_COMPILER_ID} ${CMAKE_${language}_COMPILER_VERSION}. Configure "
        "with -DCMAKE_C_COMPILER=clang-${advised} "
        "-DCMAKE_CXX_COMPILER=clang++-${advised}.")
    endif()
    set(plugin_${language} "${Anomalloc_LIBDIR}/llvm-${major}/AnomallocPass.so")
    list(APPEND plugins "${plugin_${language}}")
  endforeach()
  list(REMOVE_DUPLICATES plugins)

  # -fplugin as well: only so do -mllvm options reach the pass.
  set(flags "-fplugin=@PLUGIN@" "-fpass-plugin=@PLUGIN@")
  if(arg_SECTIONS)
    list(JOIN arg_SECTIONS "," patterns)
    list(APPEND flags "SHELL:-mllvm -anomalloc-sections=${patterns}")
  endif()
  if(arg_FUNCTIONS)
    get_filename_component(file "${arg_FUNCTIONS}" ABSOLUTE)
    list(APPEND flags "SHELL:-mllvm -anomalloc-functions=${file}")
  endif()
  foreach(language C CXX)
    if(plugin_${language})
      foreach(flag IN LISTS flags)
        string(REPLACE "@PLUGIN@" "${plugin_${language}}" flag "${flag}")
        target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:${language}>:${flag}>")
      endforeach()
    endif()
  endforeach()
  target_link_libraries(${target} PRIVATE Anomalloc::runtime)
  # Another plugin means other objects.
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(NOT source MATCHES "[$]<")
      set_property(SOURCE "${source}" TARGET_DIRECTORY ${target}
        APPEND PROPERTY OBJECT_DEPENDS "${plugins}")
    endif()
  endforeach()
  if(TARGET AnomallocPass)
    add_dependencies(${target} AnomallocPass anomalloc_rt_shared)
  endif()
endfunction()
