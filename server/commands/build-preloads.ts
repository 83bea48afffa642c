import { join } from 'node:path'

/** A chunk's path, and the numbers of the chunks that it imports. */
type Entry = [path: string, ...imports: number[]]

const TABLE = /([\w$]+)\(import\.meta\.url,(\["[^\]]*\]),(\[\["[^\n]*?\]\]),0\);/
/** The key of a chunk is the end of its path. */
const KEY = /(\w{8})\.js$/
const FETCH = /([\w$]+)\("(\w+)"\),import\("[^"]+"\)/g

/**
 * The bundler lists the imports of each chunk in one table in the first chunk, so that a page's files are fetched in
 * parallel. Every new page enlarges the table. This gives each chunk only the rows for its own fetches, without chunks
 * already loaded before it runs, and without imports implied by other imports of the same chunk. It throws if the
 * bundler changes the form of its table or its calls.
 *
 * The files keep their names: these change with any change below a chunk, including rows.
 */
export async function spreadPreloads(outdir: string) {
  const assets = join(outdir, 'assets')
  const names = await Array.fromAsync(new Bun.Glob('*.js').scan({ cwd: assets }))
  const chunks = await Promise.all(
    names.map(async (name) => ({ name, code: await Bun.file(join(assets, name)).text() })),
  )
  const [first, ...others] = chunks.filter(({ code }) => TABLE.test(code))
  const [whole, register, keysText, entriesText] = first?.code.match(TABLE) ?? []
  if (!first || others.length > 0 || !whole || !register || !keysText || !entriesText) {
    throw new Error('no chunk, or more than one, has the table of preloads')
  }
  const keys: string[] = JSON.parse(keysText)
  const entries: Entry[] = JSON.parse(entriesText)
  if (entries.some(([path], index) => path.match(KEY)?.[1] !== keys[index]))
    throw new Error('keys are no ends of paths')

  await Promise.all(
    chunks.map(async ({ name, code }) => {
      const fetches = [...code.matchAll(FETCH)]
      if (fetches.length !== code.split('import("').length - 1) throw new Error(`${name} fetches without preloads`)
      const own = entries.findIndex(([path]) => path.endsWith(`/${name}`))
      const targets = fetches.map(([, , key]) => keys.indexOf(key!))
      if (own < 0 || targets.includes(-1)) throw new Error(`${name} or what it fetches is not in the table of preloads`)
      const preload = fetches[0]?.[1]
      if (!preload) return
      const rows = rowsFor(targets, own)
      const isFirst = name === first.name
      // A browser may have cached a first chunk of the same name from before `rows` existed: then nothing is preloaded.
      const call = `${preload}.rows${isFirst ? '' : '?.'}(import.meta.url,${rows});`
      // A function, because `$` has a meaning in a replacement text.
      const add = `${preload}.rows=(url,rows)=>${register}(url,rows.map(([path])=>path.slice(-11,-3)),rows);`
      const spread = isFirst ? code.replace(whole, () => add + call) : call + code
      await Bun.write(join(assets, name), spread)
    }),
  )

  /** The renumbered entries that the chunk `own` may have to fetch for `targets`. */
  function rowsFor(targets: number[], own: number): string {
    const loaded = reach([own])
    const needed = [...reach(targets)].filter((index) => !loaded.has(index))
    const numbers = new Map(needed.map((old, number) => [old, number]))
    const rows = needed.map((old): Entry => {
      const [path, ...imports] = entries[old]!
      return [
        path,
        ...withoutImplied(imports.filter((index) => numbers.has(index))).map((index) => numbers.get(index)!),
      ]
    })
    return JSON.stringify(rows)
  }

  /** Imports without those that others among them import. */
  function withoutImplied(imports: readonly number[]): number[] {
    return imports.reduce(
      (left, index) => {
        const others = left.filter((other) => other !== index)
        return reach(others).has(index) ? others : left
      },
      [...imports],
    )
  }

  /** Indexes of `chunks` and of all their imports. */
  function reach(chunks: number[], reached = new Set<number>()): Set<number> {
    for (const index of chunks) {
      if (reached.has(index)) continue
      reached.add(index)
      const [, ...imports] = entries[index]!
      reach(imports, reached)
    }
    return reached
  }
}
