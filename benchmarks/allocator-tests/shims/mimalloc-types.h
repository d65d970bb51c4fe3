// What mimalloc's tests ask of its internals.
#define MI_DEBUG 0
#define MI_SMALL_SIZE_MAX 1024
#define MI_ALIGNMENT_MAX (1024 * 1024)
