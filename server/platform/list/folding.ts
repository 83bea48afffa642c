import { sql, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'

/**
 * SQLite ignores the letter case of ASCII only. A custom function called for each row takes three times as long as
 * LIKE; GLOB with sets of letters takes five times as long. So LIKE, with `_` for letters that it cannot fold, selects
 * the few rows that GLOB checks.
 */
export const foldingMatch = (column: AnySQLiteColumn, bound: never): SQL =>
  sql`(${column} like (select json_extract(${bound}, '$.like')) escape '\\' and ${column} glob (select json_extract(${bound}, '$.glob')))`

/** True if text has letters of two cases beyond ASCII. */
export const isFolded = (text: string): boolean => /[^\0-\x7f]/.test(text) && [...text].some(isWide)

const casesOf = (letter: string) =>
  [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])].filter((one) => [...one].length === 1)
const isWide = (letter: string) => letter > '\x7f' && casesOf(letter).length > 1

/** The patterns of both operators for text anywhere in a column. */
export function foldingPatterns(text: string): { like: string; glob: string } {
  const letters = [...text]
  const like = letters.map((letter) => (isWide(letter) ? '_' : letter.replace(/[\\%_]/, '\\$&')))
  const glob = letters.map((letter) => {
    const cases = casesOf(letter)
    return cases.length > 1 || /[*?[]/.test(letter) ? `[${cases.join('')}]` : letter
  })
  return { like: `%${like.join('')}%`, glob: `*${glob.join('')}*` }
}
