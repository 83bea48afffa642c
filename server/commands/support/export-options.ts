import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Locale } from '#shared/i18n/text'
import { StartError } from '../../platform/store'
import { UsageError } from './command-line'

/** Where an export goes. @throws StartError when there is such a file */
export function fileOf(given: string | undefined): string {
  if (!given) throw new UsageError('Where to? Name a file with --to.')
  const path = resolve(given)
  if (existsSync(path)) throw new StartError(`${path} is there already; name another file.`)
  return path
}

/** As it is asked for, or as the file ends. */
export function formatOf(given: string | undefined, to: string): 'csv' | 'xlsx' {
  const format = given ?? /\.(csv|xlsx)$/i.exec(to)?.[1]?.toLowerCase()
  if (format === 'csv' || format === 'xlsx') return format
  throw new UsageError('As what? Say --format csv or --format xlsx.')
}

/** That of the terminal where none is asked for. */
export function localeOf(given: string | undefined): Locale {
  const own = process.env['LC_ALL'] ?? process.env['LANG'] ?? ''
  if (given === undefined) return own.startsWith('zh') ? 'zh' : 'en'
  if (given === 'zh' || given === 'en') return given
  throw new UsageError('--language takes zh or en.')
}

/** What an option may hold, for whoever typed something else; `name` is that of its filter in the API. */
export function badFilter(name: string): string {
  const option = { beginTime: '--from', endTime: '--until' }[name]
  if (option) return `${option} takes a day, such as 2026-01-31, or a moment, such as "2026-01-31 08:00:00"`
  return name === 'product' ? 'There is no such product' : `--where ${name}=… has no such value`
}

export type Filters = Record<string, string | string[]>

type Given = { from?: string; until?: string; product?: string; where?: string[] }

/**
 * Filters as the API is asked for them: one that is given several times is a list.
 * @throws UsageError when the list has none of that name
 */
export function filtersOf({ from, until, product, where = [] }: Given, known: string[]): Filters {
  const named = where.map((one): [string, string] => {
    const at = one.indexOf('=')
    if (at < 1) throw new UsageError('--where takes a name and a value, such as status=approved.')
    return [one.slice(0, at), one.slice(at + 1)]
  })
  const asked = { beginTime: from, endTime: until, product }
  const given = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const filters: Filters = {}
  for (const [name, value] of [...given, ...named]) {
    if (!known.includes(name))
      throw new UsageError(`There is no filter "${name}" here; there are: ${known.join(', ')}.`)
    filters[name] = name in filters ? [filters[name]!, value].flat() : value
  }
  return filters
}
