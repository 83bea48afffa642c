import Fuse from 'fuse.js/basic'
import type { Entry } from './entries'

/** Values from the specification: the weights of title and path, and the greatest distance from the search. */
const THRESHOLD = 0.4
const keys = [
  { name: 'title', weight: 0.7 },
  { name: 'path', weight: 0.3 },
]

/** Fuse splits longer searches, and then each part may match alone. */
const MAX_WHOLE = 32

/** A text in lower case, and a bit mask of its letters: one bit for every 32nd letter. */
type Letters = { text: string; mask: number }

type Searchable = {
  entry: Entry
  title: Letters
  path: Letters
  otherTitle: string
  pinyin: string
  initials: string
  /** Titles of its directories. */
  above: string
}

/**
 * Searches pages and links: `find(text, limit)` returns the best first, `find.exactCount(text)` the number of exact
 * matches. Make it once for a list, call it at every key.
 */
export function finderOf(entries: readonly Entry[]) {
  const all = entries.map(searchable)
  function find(text: string, limit: number): Entry[] {
    const needle = text.trim().toLowerCase()
    if (!needle) return []
    const exact = exactly(all, needle)
    if (exact.length >= limit) return exact.slice(0, limit)
    const exactEntries = new Set(exact)
    const rest = all.filter(({ entry }) => !exactEntries.has(entry))
    return [...exact, ...similar(rest, needle, limit - exact.length)]
  }
  /** The number of hits that contain the exact text: those come first. */
  const exactCount = (text: string) => exactly(all, text.trim().toLowerCase()).length
  return Object.assign(find, { exactCount })
}

function searchable(entry: Entry): Searchable {
  const [pinyin = '', initials = ''] = entry.keys.split(' ')
  const above = entry.titles.slice(0, -1).join('\n').toLowerCase()
  const title = lettersOf(entry.titles.at(-1) ?? '')
  return {
    entry,
    title,
    path: lettersOf(entry.path),
    otherTitle: entry.otherTitle.toLowerCase(),
    pinyin,
    initials,
    above,
  }
}

function lettersOf(original: string): Letters {
  const text = original.toLowerCase()
  return { text, mask: maskOf(text) }
}

function maskOf(text: string): number {
  let mask = 0
  for (let at = 0; at < text.length; at += 1) mask |= 1 << (text.charCodeAt(at) & 31)
  return mask
}

/**
 * The entries that contain the typed text: in their title, in its pinyin or initials, or in the title of a directory.
 */
function exactly(all: readonly Searchable[], needle: string): Entry[] {
  const typed = needle.replace(/[\s']/g, '') || needle // input methods separate syllables
  const places: ((item: Searchable) => boolean)[] = [
    ({ title }) => title.text.startsWith(needle),
    ({ initials }) => initials.startsWith(typed),
    ({ pinyin }) => pinyin.startsWith(typed),
    ({ title }) => title.text.includes(needle),
    ({ initials }) => initials.includes(typed),
    ({ otherTitle }) => otherTitle.includes(needle),
    ({ pinyin }) => pinyin.includes(typed),
    ({ above }) => above.includes(needle),
  ]
  const byPlace = Map.groupBy(all, (item) => places.findIndex((isThere) => isThere(item)))
  return places.flatMap((_place, at) => (byPlace.get(at) ?? []).map(({ entry }) => entry))
}

/**
 * The matches of Fuse. Fuse compares letter by letter, too slowly for thousands of texts at every key. It gets only
 * texts with enough of the typed letters.
 */
function similar(rest: readonly Searchable[], needle: string, limit: number): Entry[] {
  const units = needle.split('')
  const bits = units.map(maskOf)
  const needed = units.length > MAX_WHOLE ? 0 : units.length - Math.floor(units.length * THRESHOLD)
  const isPossible = ({ text, mask }: Letters) =>
    countOf(bits, (bit) => (mask & bit) !== 0) >= needed && countOf(units, (unit) => text.includes(unit)) >= needed
  const possibly = (letters: Letters) => (isPossible(letters) ? letters.text : '')
  const among = rest
    .map(({ entry, title, path }) => ({ entry, title: possibly(title), path: possibly(path) }))
    .filter(({ title, path }) => title || path)
  return new Fuse(among, { keys, threshold: THRESHOLD }).search(needle, { limit }).map(({ item }) => item.entry)
}

function countOf<One>(all: readonly One[], holds: (item: One) => boolean): number {
  let count = 0
  for (const item of all) count += Number(holds(item))
  return count
}
