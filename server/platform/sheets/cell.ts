import type { Locale, AnyPlainTextKey } from '#shared/i18n/text'

/** Media types of sheets, by their file extensions. */
export const sheetTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** A time by a clock with this offset from UTC in minutes. */
export type Shown = { at: number; offsetMin: number }

/** The content of one cell. A `Date` is written in the time zone of the server. */
export type Cell = string | number | boolean | Date | Shown | null | undefined

/** One column of an export. */
export type SheetColumn<Row> = {
  /** Its header, in the reader's language. */
  title: AnyPlainTextKey
  /** The column of the list with the same content, alone or with others. */
  id?: string
  /** For columns without a column in the list: exported whatever columns are chosen. */
  isKept?: true
  value: (row: Row, locale: Locale) => Cell
  /** Equal for consecutive rows of one thing: it is computed for the first of them. */
  isShared?: true
}

/** A table to write: its slices are small enough to be written in a few milliseconds. */
export type Sheet = { title: string; header: string[]; slices: AsyncIterable<Cell[][]> }

/** Invisible characters that XML forbids, and lone surrogates. */
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

/** A faster pattern that finds such characters and some others. */
const suspicious = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/

/** Text without the characters that a sheet cannot contain. */
export const legal = (text: string) => (suspicious.test(text) ? text.replace(illegal, '') : text)

const two = (part: number) => (part < 10 ? `0${part}` : String(part))

/** `2026-11-21 08:00:00`, readable for people and recognised as a time by programs. */
export function written(time: Date | Shown): string {
  const at = new Date(shownMs(time))
  return `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`
}

/** The time on the clock, in milliseconds since 1970 as if that were UTC. */
export const shownMs = (time: Date | Shown) =>
  time instanceof Date ? time.getTime() - time.getTimezoneOffset() * 60_000 : time.at + time.offsetMin * 60_000
