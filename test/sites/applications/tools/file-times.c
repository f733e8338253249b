/* libfaketime moves the times of files for stat(), but in Debian 12 not for the calls of programs that are built for large
   files, which is nearly all of them. This library moves them for these, by the seconds in FAKETIME. (Both kinds of calls fill
   in the same structure where numbers have 64 bits.) */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>

static long ahead = 0;

/* Read at once: some programs, nginx among them, clear their environment. */
__attribute__((constructor)) static void readEnvironment(void) {
  const char *seconds = getenv("FAKETIME");
  if (seconds != NULL) ahead = strtol(seconds, NULL, 10);
}

static int moved(int failed, struct stat64 *file) {
  if (failed) return failed;
  file->st_atim.tv_sec += ahead;
  file->st_mtim.tv_sec += ahead;
  file->st_ctim.tv_sec += ahead;
  return 0;
}

#define REAL(name, ...)                                \
  static int (*real)(__VA_ARGS__);                     \
  if (real == NULL) real = dlsym(RTLD_NEXT, name)

int stat64(const char *path, struct stat64 *file) {
  REAL("stat64", const char *, struct stat64 *);
  return moved(real(path, file), file);
}

int lstat64(const char *path, struct stat64 *file) {
  REAL("lstat64", const char *, struct stat64 *);
  return moved(real(path, file), file);
}

int fstat64(int open, struct stat64 *file) {
  REAL("fstat64", int, struct stat64 *);
  return moved(real(open, file), file);
}

int fstatat64(int folder, const char *path, struct stat64 *file, int flags) {
  REAL("fstatat64", int, const char *, struct stat64 *, int);
  return moved(real(folder, path, file, flags), file);
}

int fstatat(int folder, const char *path, struct stat *file, int flags) {
  return fstatat64(folder, path, (struct stat64 *)file, flags);
}

int statx(int folder, const char *path, int flags, unsigned mask, struct statx *file) {
  REAL("statx", int, const char *, int, unsigned, struct statx *);
  int failed = real(folder, path, flags, mask, file);
  if (failed) return failed;
  file->stx_atime.tv_sec += ahead;
  file->stx_mtime.tv_sec += ahead;
  file->stx_ctime.tv_sec += ahead;
  return 0;
}
