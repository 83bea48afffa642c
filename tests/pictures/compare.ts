/**
 * `bun run pictures:compare BEFORE AFTER`: which pictures of two folders differ, in how many pixels, and where (in
 * AFTER-differences, where they are red). Any difference of colour counts. Exit code 1 when there is one.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

const [before, after] = process.argv.slice(2)
if (!before || !after) {
  console.error('Usage: bun run pictures:compare BEFORE AFTER')
  process.exit(2)
}
const differences = `${resolve(after)}-differences`
rmSync(differences, { recursive: true, force: true })

const picturesIn = (folder: string) => new Set(readdirSync(folder).filter((name) => name.endsWith('.png')))

/** How a picture differs; undefined when it does not. */
function differenceOf(name: string): string | undefined {
  const files = [readFileSync(join(before!, name)), readFileSync(join(after!, name))] as const
  if (files[0].equals(files[1])) return undefined
  const [first, second] = [PNG.sync.read(files[0]), PNG.sync.read(files[1])]
  const { width, height } = first
  if (width !== second.width || height !== second.height) {
    return `${width} × ${height} before, ${second.width} × ${second.height} after`
  }
  const drawn = new PNG({ width, height })
  const pixels = pixelmatch(first.data, second.data, drawn.data, width, height, { threshold: 0, includeAA: true })
  if (pixels === 0) return undefined
  mkdirSync(differences, { recursive: true })
  writeFileSync(join(differences, name), PNG.sync.write(drawn))
  return `${pixels} pixels`
}

const names = { before: picturesIn(before), after: picturesIn(after) }
const all = [...new Set([...names.before, ...names.after])].sort()
const found = all.flatMap((name) => {
  const how = !names.after.has(name) ? 'only before' : !names.before.has(name) ? 'only after' : differenceOf(name)
  return how ? [{ name, how }] : []
})
for (const { name, how } of found) console.log(`${name.padEnd(60)} ${how}`)
console.log(`${all.length} pictures, ${found.length} differ${found.length > 0 ? `; see ${differences}` : ''}`)
process.exit(found.length > 0 ? 1 : 0)
