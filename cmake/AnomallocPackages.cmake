# `cpack` in a build makes the packages of Debian and an archive that works from any
# folder. What install() names as components goes to these packages:
#
#   component   package for LLVM 19   package for another major
#   anomalloc   anomalloc             (that for 19)
#   pass        anomalloc             anomalloc-llvm-<major>
#   checks      anomalloc-tools       anomalloc-llvm-<major>
#   tools       anomalloc-tools       (that for 19)
set(_main_major 19)

set(CPACK_PACKAGE_NAME anomalloc)
set(CPACK_PACKAGE_VENDOR "The Anomalloc authors")
set(CPACK_PACKAGE_CONTACT "The Anomalloc authors <anomalloc@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "find, measure and tame memory allocation anomalies")
set(CPACK_PACKAGE_DIRECTORY "${CMAKE_BINARY_DIR}/packages")
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_CURRENT_SOURCE_DIR}/LICENSE")
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

# One archive of all.
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" _system)
set(CPACK_PACKAGE_FILE_NAME
  "anomalloc-${PROJECT_VERSION}-llvm${Anomalloc_LLVM}-${_system}")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Where files stand in a package depends on its kind.
set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_CURRENT_LIST_DIR}/AnomallocPackagePrefix.cmake")
set(CPACK_SET_DESTDIR OFF)

# anomalloc_package(<name> <text> [DEPENDS ...] [RECOMMENDS ...] [SUGGESTS ...]
#                   COMPONENTS <component>...)
macro(anomalloc_package name text)
  cmake_parse_arguments(_p "" "DEPENDS;RECOMMENDS;SUGGESTS" "COMPONENTS" ${ARGN})
  string(TOUPPER "${name}" _upper)
  set(CPACK_DEBIAN_${_upper}_PACKAGE_NAME "${name}")
  # Before it CPack writes the summary of the project.
  set(CPACK_DEBIAN_${_upper}_DESCRIPTION "${text}")
  foreach(_relation DEPENDS RECOMMENDS SUGGESTS)
    set(CPACK_DEBIAN_${_upper}_PACKAGE_${_relation} "${_p_${_relation}}")
  endforeach()
  foreach(_component IN LISTS _p_COMPONENTS)
    string(TOUPPER "${_component}" _upper_component)
    set(CPACK_COMPONENT_${_upper_component}_GROUP "${name}")
    list(APPEND CPACK_COMPONENTS_ALL ${_component})
  endforeach()
  list(GET _p_COMPONENTS -1 _component)
  set(_folder "share/doc/${name}")
  install(FILES packaging/copyright DESTINATION "${_folder}" COMPONENT ${_component})
  install(FILES "${CMAKE_BINARY_DIR}/packages-changelog/changelog.gz"
    DESTINATION "${_folder}" COMPONENT ${_component})
endmacro()

# A changelog is a must of Debian's; ours is the log of the repository.
string(TIMESTAMP _date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(packaging/changelog.in packages-changelog/changelog @ONLY)
find_program(ANOMALLOC_GZIP gzip REQUIRED)
execute_process(COMMAND "${ANOMALLOC_GZIP}" -9nf "${CMAKE_BINARY_DIR}/packages-changelog/changelog")

set(_same "anomalloc (= ${PROJECT_VERSION})")
set(_clang "clang-${Anomalloc_LLVM}")
if(Anomalloc_LLVM EQUAL _main_major)
  anomalloc_package(anomalloc
    "Counts every allocation of a program, exactly, by site, size and phase, and names
the line to change. The command line, the pass for ${_clang}, the runtime, the
header and the CMake package. Programs that are not rebuilt can be recorded, too."
    RECOMMENDS "${_clang}"
    SUGGESTS "anomalloc-tools"
    COMPONENTS pass anomalloc)
  anomalloc_package(anomalloc-tools
    "What 'anomalloc lint' needs, the checks as a module of clang-tidy, and a clangd
with the checks inside."
    DEPENDS "${_same}, clang-tidy-${Anomalloc_LLVM}"
    COMPONENTS checks tools)
else()
  anomalloc_package(anomalloc-llvm-${Anomalloc_LLVM}
    "Beside the package anomalloc: the pass for ${_clang}, and the checks for
clang-tidy-${Anomalloc_LLVM}."
    DEPENDS "${_same}"
    RECOMMENDS "${_clang}"
    SUGGESTS "clang-tidy-${Anomalloc_LLVM}"
    COMPONENTS pass checks)
endif()

include(CPack)
