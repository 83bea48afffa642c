import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Locale } from '#shared/i18n/text'
import { StartError } from '../../platform/store'
import { UsageError } from './command-line'

/** The path of an export. @throws StartError if the file exists */
export function fileOf(typed: string | undefined): string {
  if (!typed) throw new UsageError('Where to? Name a file with --to.')
  const path = resolve(typed)
  if (existsSync(path)) throw new StartError(`${path} is there already; name another file.`)
  return path
}

/** The format of the option, else that of the file's extension. */
export function formatOf(typed: string | undefined, to: string): 'csv' | 'xlsx' {
  const format = typed ?? /\.(csv|xlsx)$/i.exec(to)?.[1]?.toLowerCase()
  if (format === 'csv' || format === 'xlsx') return format
  throw new UsageError('As what? Say --format csv or --format xlsx.')
}

/** The language of the option, else that of the terminal. */
export function localeOf(typed: string | undefined): Locale {
  const own = process.env['LC_ALL'] ?? process.env['LANG'] ?? ''
  if (typed === undefined) return own.startsWith('zh') ? 'zh' : 'en'
  if (typed === 'zh' || typed === 'en') return typed
  throw new UsageError('--language takes zh or en.')
}

/** The message about an option with a wrong value; `name` is that of its filter in the API. */
export function badFilter(name: string): string {
  const option = { beginTime: '--from', endTime: '--until' }[name]
  if (option) return `${option} takes a day, such as 2026-01-31, or a moment, such as "2026-01-31 08:00:00"`
  return name === 'product' ? 'There is no such product' : `--where ${name}=… has no such value`
}

export type Filters = Record<string, string | string[]>

type Options = { from?: string; until?: string; product?: string; where?: string[] }

/**
 * Filters in the form of the API: one given several times is a list.
 * @throws UsageError for an unknown filter
 */
export function filtersOf({ from, until, product, where = [] }: Options, allowed: string[]): Filters {
  const wheres = where.map((typed): [string, string] => {
    const at = typed.indexOf('=')
    if (at < 1) throw new UsageError('--where takes a name and a value, such as status=approved.')
    return [typed.slice(0, at), typed.slice(at + 1)]
  })
  const options = Object.entries({ beginTime: from, endTime: until, product })
  const typed = options.filter((entry): entry is [string, string] => entry[1] !== undefined)
  const filters: Filters = {}
  for (const [name, value] of [...typed, ...wheres]) {
    if (!allowed.includes(name))
      throw new UsageError(`There is no filter "${name}" here; there are: ${allowed.join(', ')}.`)
    filters[name] = name in filters ? [filters[name]!, value].flat() : value
  }
  return filters
}
