/* Stands between a program and its disk: below FAULT_DIR, what FAULT_CONTROL names fails with the error it names.
   The control file holds letters and an error number, such as "w30": w writes, s syncs, r reads; empty, all goes well. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static int failing(char kind, int fd) {
  const char *folder = getenv("FAULT_DIR"), *control = getenv("FAULT_CONTROL");
  if (!folder || !control) return 0;
  char text[32] = {0}, link[64], path[512] = {0};
  int file = syscall(SYS_openat, AT_FDCWD, control, O_RDONLY);
  if (file < 0) return 0;
  ssize_t length = syscall(SYS_read, file, text, sizeof text - 1);
  syscall(SYS_close, file);
  if (length <= 0 || !strchr(text, kind)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  if (readlink(link, path, sizeof path - 1) <= 0 || strncmp(path, folder, strlen(folder)) != 0) return 0;
  errno = atoi(text + strcspn(text, "0123456789"));
  return 1;
}

#define STAND(result, kind, name, parameters, arguments)                    \
  result name parameters {                                                  \
    static result(*real) parameters;                                        \
    if (!real) real = dlsym(RTLD_NEXT, #name);                              \
    return failing(kind, fd) ? -1 : real arguments;                         \
  }

STAND(ssize_t, 'w', write, (int fd, const void *from, size_t count), (fd, from, count))
STAND(ssize_t, 'w', pwrite, (int fd, const void *from, size_t count, off_t at), (fd, from, count, at))
STAND(ssize_t, 'w', pwrite64, (int fd, const void *from, size_t count, off64_t at), (fd, from, count, at))
STAND(ssize_t, 'r', read, (int fd, void *into, size_t count), (fd, into, count))
STAND(ssize_t, 'r', pread, (int fd, void *into, size_t count, off_t at), (fd, into, count, at))
STAND(ssize_t, 'r', pread64, (int fd, void *into, size_t count, off64_t at), (fd, into, count, at))
STAND(int, 's', fsync, (int fd), (fd))
STAND(int, 's', fdatasync, (int fd), (fd))
STAND(int, 'w', ftruncate, (int fd, off_t length), (fd, length))
STAND(int, 'w', ftruncate64, (int fd, off64_t length), (fd, length))
