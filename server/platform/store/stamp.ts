/** Local time in names of files, as `20261121-023000`. */
export function stampOf(now: number): string {
  const local = new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString()
  return `${local.slice(0, 10).replaceAll('-', '')}-${local.slice(11, 19).replaceAll(':', '')}`
}

/** Unix milliseconds of the stamp in a name. */
export function timeIn(name: string): number | undefined {
  const [, ...parts] = /(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})/.exec(name) ?? []
  const [year, month, day, hour, minute, second] = parts.map(Number)
  return second === undefined ? undefined : new Date(year!, month! - 1, day, hour, minute, second).getTime()
}
