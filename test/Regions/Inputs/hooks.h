// What headers of other tools declare, as far as the tests need it. Weak: there
// is no library of theirs.
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#define WEAK __attribute__((weak))
WEAK void cali_begin_region(const char *Name);
WEAK void cali_end_region(const char *Name);
WEAK int likwid_markerStartRegion(const char *Name);
WEAK int likwid_markerStopRegion(const char *Name);
WEAK int PAPI_hl_region_begin(const char *Name);
WEAK int PAPI_hl_region_end(const char *Name);
WEAK void SCOREP_User_RegionBegin(void **Handle, const char **File,
                                  void *FileHandle, const char *Name,
                                  uint32_t Type, const char *FileName,
                                  uint32_t Line);
WEAK void SCOREP_User_RegionEnd(void *Handle);
WEAK void SCOREP_User_RegionByNameBegin(const char *Name, uint32_t Type,
                                        const char *FileName, uint32_t Line);
WEAK void SCOREP_User_RegionByNameEnd(const char *Name);
#ifdef __cplusplus
}
#endif
