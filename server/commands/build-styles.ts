import { join } from 'node:path'
import { root } from './paths'

/** What of a bundle's record is read here. */
export type Metafile = { inputs: Record<string, { imports: { path: string; kind: string }[] }> }

const PAGE = 'client/index.html'

/**
 * The bundler puts the styles of all pages into one sheet, which the sign-in page would wait for. This makes a second
 * one of what the first chunk imports, links it in `index.html`, and leaves the address of the whole sheet in a meta
 * tag, from which the shell fetches it (`client/ui/app-styles.ts`).
 */
export async function separateEntryStyles(outdir: string, metafile: Metafile) {
  const sheets = sheetsOf(metafile, PAGE)
  const draft = join(outdir, 'entry.css')
  await Bun.write(draft, sheets.map((path) => `@import ${JSON.stringify(join(root, path))};`).join('\n'))
  const { outputs } = await Bun.build({
    entrypoints: [draft],
    outdir: join(outdir, 'assets'),
    minify: true,
    naming: '[name]-[hash].[ext]',
  })
  await Bun.file(draft).delete()
  const page = join(outdir, 'index.html')
  const html = await Bun.file(page).text()
  const link = /<link rel="stylesheet" crossorigin href="([^"]+)">/
  const [, whole] = html.match(link) ?? []
  if (!whole) throw new Error('index.html links no style sheet')
  const entry = `/assets/${outputs[0]!.path.split('/').at(-1)}`
  await Bun.write(
    page,
    html
      .replace(link, `<link rel="stylesheet" href="${entry}"><meta name="app-styles" content="${whole}">`)
      // The first script sets the colours: nothing is painted before it, or dark users would see a white flash.
      .replace('<script type="module"', '<script type="module" blocking="render"'),
  )
}

/** The style sheets that `file` imports without being asked to fetch anything later, in the order of their imports. */
function sheetsOf({ inputs }: Metafile, file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  if (file.endsWith('.css')) return [file]
  const imports = inputs[file]?.imports.filter(({ kind }) => kind === 'import-statement') ?? []
  return imports.flatMap(({ path }) => sheetsOf({ inputs }, path, seen))
}
