# What `cmake --install` adds beside each room's own artefacts.
include(CMakePackageConfigHelpers)
set(_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Anomalloc")

configure_package_config_file(cmake/AnomallocConfig.cmake.in
  "${CMAKE_BINARY_DIR}/AnomallocConfig.cmake"
  INSTALL_DESTINATION "${_package_dir}"
  PATH_VARS ANOMALLOC_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/AnomallocConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)

install(FILES
  "${CMAKE_BINARY_DIR}/AnomallocConfig.cmake"
  "${CMAKE_BINARY_DIR}/AnomallocConfigVersion.cmake"
  cmake/AnomallocInstrument.cmake
  DESTINATION "${_package_dir}")
install(FILES include/anomalloc/anomalloc.h
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/anomalloc")
install(FILES LICENSE README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
# anomalloc-clangd leads from a finding to its check's page.
install(DIRECTORY docs/checks DESTINATION "${CMAKE_INSTALL_DOCDIR}"
  FILES_MATCHING PATTERN "*.md" PATTERN cost EXCLUDE)
