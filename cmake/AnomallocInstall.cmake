# What `cmake --install` adds beside each room's own artefacts.
include(CMakePackageConfigHelpers)
set(_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Anomalloc")

configure_package_config_file(cmake/AnomallocConfig.cmake.in
  "${CMAKE_BINARY_DIR}/AnomallocConfig.cmake"
  INSTALL_DESTINATION "${_package_dir}"
  PATH_VARS ANOMALLOC_LIBDIR CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/AnomallocConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)

install(FILES
  "${CMAKE_BINARY_DIR}/AnomallocConfig.cmake"
  "${CMAKE_BINARY_DIR}/AnomallocConfigVersion.cmake"
  cmake/AnomallocBudgetTest.cmake
  cmake/AnomallocEmptyFolder.cmake
  cmake/AnomallocInstrument.cmake
  DESTINATION "${_package_dir}")
install(FILES include/anomalloc/anomalloc.h include/anomalloc/test.h
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/anomalloc")
install(DIRECTORY include/anomalloc/test
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/anomalloc")

# The documents, with all that they link to: in the folders that they have here.
install(FILES LICENSE README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY docs integrations examples DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES
  include/anomalloc/LifetimeFormat.h
  include/anomalloc/Sampling.h
  include/anomalloc/ProfileFormat.h
  include/anomalloc/SiteTable.h
  include/anomalloc/TraceFormat.h
  DESTINATION "${CMAKE_INSTALL_DOCDIR}/include/anomalloc")
