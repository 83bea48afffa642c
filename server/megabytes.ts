/** One, in bytes. */
export const MEGABYTE = 1024 * 1024

/** As people are told sizes: with one decimal below ten. */
export function megabytes(bytes: number): number {
  const size = bytes / MEGABYTE
  return size < 10 ? Math.round(size * 10) / 10 : Math.round(size)
}
