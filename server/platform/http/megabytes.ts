/** One, in bytes. */
export const MEGABYTE = 1024 * 1024

/** As people are told sizes: with one decimal below ten. */
export function megabytes(bytes: number): number {
  const size = bytes / MEGABYTE
  return size < 10 ? Math.round(size * 10) / 10 : Math.round(size)
}

/** The same where a tenth is much: below it to the kilobyte, upwards, so that what is there is never 0. */
export const fineMegabytes = (bytes: number): number =>
  bytes < MEGABYTE / 10 ? Math.ceil(bytes / 1024) / 1024 : megabytes(bytes)

/** The needed and the free megabytes where the free ones are fewer: rounded up and down, so that they never read the same. */
export function shortage(neededBytes: number, freeBytes: number): { needed: number; free: number } {
  const tenths = (bytes: number) => (bytes / MEGABYTE) * 10
  const isSmall = neededBytes < 10 * MEGABYTE
  return isSmall
    ? { needed: Math.ceil(tenths(neededBytes)) / 10, free: Math.floor(tenths(freeBytes)) / 10 }
    : { needed: Math.ceil(neededBytes / MEGABYTE), free: Math.floor(freeBytes / MEGABYTE) }
}
