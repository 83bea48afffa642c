import { join } from 'node:path'
import { EVERY_PAGE, FIRST_PAGE, type Metafile } from './build-styles'
import { root } from './paths'

/** A typical list. */
const LIST = 'client/pages/access/role/RolePage.tsx'

/**
 * The bundler makes a chunk of each set of modules needed by the same parts of the client. A list had 27 of them, most
 * below 1 kB, which compress badly and are one request each. With this plugin, every part that needs one of the modules
 * shared by lists needs all of them, so that they become one chunk. The same applies to the modules that every page
 * fetches after it is drawn.
 *
 * @param metafile of the same bundle without this plugin
 */
export function fewerChunks({ inputs }: Metafile): Bun.BunPlugin {
  /** `files` and all their direct and indirect imports. */
  function reach(files: readonly string[], reached = new Set<string>()): Set<string> {
    for (const file of files) {
      if (reached.has(file)) continue
      reached.add(file)
      const imports = inputs[file]?.imports.filter(({ kind }) => kind === 'import-statement') ?? []
      reach(
        imports.map(({ path }) => path),
        reached,
      )
    }
    return reached
  }
  const first = reach([FIRST_PAGE])
  const early = reach(EVERY_PAGE)
  const fetched = Object.values(inputs).flatMap(({ imports }) => imports.flatMap(({ entryPoint }) => entryPoint ?? []))
  const parts = new Map([...new Set(fetched)].filter((file) => !first.has(file)).map((file) => [file, reach([file])]))
  const isOwn = (file: string) => /^(client|shared)\/.*\.tsx?$/.test(file)
  const isShared = (file: string) => [...parts].some(([part, needed]) => part !== LIST && needed.has(file))

  const together: Record<string, string[]> = {
    'on-every-page': [...early].filter((file) => isOwn(file) && !first.has(file)),
    'shared-by-lists': [...reach([LIST])].filter((file) => isOwn(file) && !early.has(file) && isShared(file)),
  }
  const needs = new Map<string, string[]>()
  for (const [name, files] of Object.entries(together)) {
    if (files.length === 0) throw new Error(`nothing is ${name}`)
    for (const [part, needed] of parts) {
      if (!files.some((file) => needed.has(file))) continue
      const path = join(root, part)
      needs.set(path, [...(needs.get(path) ?? []), name])
    }
  }

  return {
    name: 'fewer chunks',
    setup(builder) {
      builder.onResolve({ filter: new RegExp(`^(${Object.keys(together).join('|')})$`) }, ({ path }) => ({
        path,
        namespace: 'together',
      }))
      builder.onLoad({ filter: /.*/, namespace: 'together' }, ({ path }) => ({
        loader: 'ts',
        contents: together[path]!.map((file) => `import ${JSON.stringify(join(root, file))}`).join('\n'),
      }))
      builder.onLoad({ filter: /\/client\/.*\.tsx?$/ }, async ({ path }) => {
        const names = needs.get(path)
        if (!names) return undefined
        const source = await Bun.file(path).text()
        const imports = names.map((name) => `\nimport '${name}'`).join('')
        return { loader: path.endsWith('x') ? 'tsx' : 'ts', contents: source + imports }
      })
    },
  }
}
