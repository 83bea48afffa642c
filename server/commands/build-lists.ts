import { join } from 'node:path'
import { EVERY_PAGE, type Metafile } from './build-styles'
import { root } from './paths'

/** A list like most others. */
const LIST = 'client/pages/access/role/RolePage.tsx'
const NAME = 'shared-by-lists'

/**
 * The bundler makes a chunk of each set of modules that the same parts of the client need: a list had 27 of them, most
 * below 1 kB, which pack badly and are a request each. With this, every part that needs one of the modules that lists
 * share needs all of them, so that they are one chunk.
 *
 * @param metafile of the same bundle without this
 */
export function listsInOneChunk({ inputs }: Metafile): Bun.BunPlugin {
  /** All that is there when `files` are: their imports, and theirs. */
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
  const early = reach(EVERY_PAGE)
  const fetched = Object.values(inputs).flatMap(({ imports }) => imports.flatMap(({ entryPoint }) => entryPoint ?? []))
  const parts = new Map(
    [...new Set(fetched)].filter((file) => !early.has(file)).map((file) => [file, reach([file])] as const),
  )
  const isShared = (file: string) =>
    /^(client|shared)\/.*\.tsx?$/.test(file) &&
    !early.has(file) &&
    [...parts].some(([part, needed]) => part !== LIST && needed.has(file))
  const shared = [...reach([LIST])].filter(isShared)
  if (shared.length === 0) throw new Error(`${LIST} shares nothing with other pages`)
  const users = [...parts]
    .filter(([, needed]) => shared.some((file) => needed.has(file)))
    .map(([part]) => join(root, part))

  return {
    name: 'lists in one chunk',
    setup(builder) {
      builder.onResolve({ filter: new RegExp(`^${NAME}$`) }, () => ({ path: NAME, namespace: NAME }))
      builder.onLoad({ filter: /.*/, namespace: NAME }, () => ({
        loader: 'ts',
        contents: shared.map((file) => `import ${JSON.stringify(join(root, file))}`).join('\n'),
      }))
      builder.onLoad({ filter: /\/client\/.*\.tsx?$/ }, async ({ path }) => {
        if (!users.includes(path)) return undefined
        const source = await Bun.file(path).text()
        return { loader: path.endsWith('x') ? 'tsx' : 'ts', contents: `${source}\nimport '${NAME}'` }
      })
    },
  }
}
