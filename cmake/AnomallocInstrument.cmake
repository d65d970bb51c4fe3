# anomalloc_instrument(<target> [SECTIONS <pattern>...] [FUNCTIONS <file>])
#
# Compiles the target's C and C++ sources with the pass and links it with the
# runtime. SECTIONS names functions that become phases (docs/sections.md),
# FUNCTIONS a file that names allocation functions of your own.
#
# Serves the build tree and the installed package alike; both set
# Anomalloc_PLUGIN (path), Anomalloc_LLVM (major), Anomalloc_LIBDIR and
# Anomalloc_INCLUDE_DIR.

# Link options stand before all objects and libraries, as the compiler wrapper
# puts the runtime (tools/anomalloc/CompilerFlags.h says why). In one piece:
# CMake drops options that come twice.
if(NOT TARGET Anomalloc::runtime)
  add_library(Anomalloc::runtime INTERFACE IMPORTED)
  target_include_directories(Anomalloc::runtime INTERFACE "${Anomalloc_INCLUDE_DIR}")
  target_link_options(Anomalloc::runtime INTERFACE
    "SHELL:-L\"${Anomalloc_LIBDIR}/link\" -Wl,--push-state,--no-as-needed -lanomalloc_rt \
-Wl,--pop-state -Wl,-rpath,\"${Anomalloc_LIBDIR}\"")
endif()

function(anomalloc_instrument target)
  cmake_parse_arguments(arg "" "FUNCTIONS" "SECTIONS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "anomalloc_instrument(${target}): unknown arguments "
      "'${arg_UNPARSED_ARGUMENTS}'; it takes SECTIONS and FUNCTIONS")
  endif()
  foreach(language C CXX)
    if(CMAKE_${language}_COMPILER AND
       (NOT CMAKE_${language}_COMPILER_ID MATCHES "Clang" OR
        NOT CMAKE_${language}_COMPILER_VERSION VERSION_GREATER_EQUAL "${Anomalloc_LLVM}" OR
        CMAKE_${language}_COMPILER_VERSION VERSION_GREATER_EQUAL "${Anomalloc_LLVM}.99"))
      message(FATAL_ERROR "anomalloc_instrument(${target}): the pass loads only into "
        "Clang ${Anomalloc_LLVM}, and the ${language} compiler is "
        "${CMAKE_${language}_COMPILER_ID} ${CMAKE_${language}_COMPILER_VERSION}. Configure "
        "with -DCMAKE_C_COMPILER=clang-${Anomalloc_LLVM} "
        "-DCMAKE_CXX_COMPILER=clang++-${Anomalloc_LLVM}.")
    endif()
  endforeach()

  # -fplugin as well: only so do -mllvm options reach the pass.
  set(flags "-fplugin=${Anomalloc_PLUGIN}" "-fpass-plugin=${Anomalloc_PLUGIN}")
  if(arg_SECTIONS)
    list(JOIN arg_SECTIONS "," patterns)
    list(APPEND flags "SHELL:-mllvm -anomalloc-sections=${patterns}")
  endif()
  if(arg_FUNCTIONS)
    get_filename_component(file "${arg_FUNCTIONS}" ABSOLUTE)
    list(APPEND flags "SHELL:-mllvm -anomalloc-functions=${file}")
  endif()
  foreach(flag IN LISTS flags)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:C,CXX>:${flag}>")
  endforeach()
  target_link_libraries(${target} PRIVATE Anomalloc::runtime)
  # Another plugin means other objects.
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(NOT source MATCHES "[$]<")
      set_property(SOURCE "${source}" TARGET_DIRECTORY ${target}
        APPEND PROPERTY OBJECT_DEPENDS "${Anomalloc_PLUGIN}")
    endif()
  endforeach()
  if(TARGET AnomallocPass)
    add_dependencies(${target} AnomallocPass anomalloc_rt_shared)
  endif()
endfunction()
