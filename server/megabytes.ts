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
