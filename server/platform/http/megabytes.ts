/** In bytes. */
export const MEGABYTE = 1024 * 1024

/** Megabytes for people: with one decimal below ten. */
export function megabytes(bytes: number): number {
  const size = bytes / MEGABYTE
  return size < 10 ? Math.round(size * 10) / 10 : Math.round(size)
}

/** {@link megabytes} for small sizes: below a tenth rounded up to the kilobyte, so that an existing size is never 0. */
export const fineMegabytes = (bytes: number): number =>
  bytes < MEGABYTE / 10 ? Math.ceil(bytes / 1024) / 1024 : megabytes(bytes)

/** The needed and the free megabytes for a shortage: rounded up and down, so that they are never equal. */
export function shortage(neededBytes: number, freeBytes: number): { needed: number; free: number } {
  const tenths = (bytes: number) => (bytes / MEGABYTE) * 10
  const isSmall = neededBytes < 10 * MEGABYTE
  return isSmall
    ? { needed: Math.ceil(tenths(neededBytes)) / 10, free: Math.floor(tenths(freeBytes)) / 10 }
    : { needed: Math.ceil(neededBytes / MEGABYTE), free: Math.floor(freeBytes / MEGABYTE) }
}
