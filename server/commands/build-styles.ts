import { join } from 'node:path'
import { root } from './paths'

/** The part of a bundle's metafile that is read here. */
export type Metafile = {
  inputs: Record<string, { imports: { path: string; kind: string }[] }>
  outputs: Record<string, { inputs: Record<string, unknown> }>
}

const PAGE = 'client/index.html'
/** What most operators see first, and every list is made of; and what the sign-in page fetches by itself. */
export const FRAME = [
  'client/pages/access/login/SignInTabs.tsx',
  'client/pages/access/login/CaptchaField.tsx',
  'client/pages/access/login/DemoAccounts.tsx',
  'client/shell/Shell.tsx',
  'client/pages/dashboard/DashboardPage.tsx',
  'client/ui/overlay/Popover.tsx',
  'client/ui/record/RecordPage.tsx',
  'client/ui/record/declared.tsx',
]
export const QC = /^client\/(pages|ui)\/qc\//
const LINK = /<link rel="stylesheet" crossorigin href="([^"]+)">/

/**
 * The bundler puts the styles of all pages into one sheet, which the sign-in page would wait for. This makes four of it,
 * each in the order of the whole one: those that the first chunk imports, linked in `index.html`; those of the frame, the
 * dashboard and lists; those of all else; and those of quality control. The addresses of the last three are left in meta
 * tags, from which `client/ui/app/app-styles.ts` fetches them.
 */
export async function separateStyles(outdir: string, metafile: Metafile) {
  const page = join(outdir, 'index.html')
  const html = await Bun.file(page).text()
  const [, linked] = html.match(LINK) ?? []
  const whole = metafile.outputs[`.${linked}`]
  if (!whole) throw new Error('index.html links no style sheet of the bundle')
  const first = new Set(sheetsOf(metafile, PAGE))
  const frame = new Set(FRAME.flatMap((file) => sheetsOf(metafile, file)))
  const later = Object.keys(whole.inputs).filter((path) => !first.has(path) && !imported(metafile, first).has(path))

  const sheetOf = (path: string) => (QC.test(path) ? 'qc' : frame.has(path) ? 'app' : 'more')
  const paths = Map.groupBy(later, sheetOf)

  await removeSheets(outdir)
  const entry = await writeSheet(outdir, 'entry', [...first])
  const tags = (['app', 'more', 'qc'] as const).map(
    async (name) => `<meta name="${name}-styles" content="${await writeSheet(outdir, name, paths.get(name) ?? [])}">`,
  )
  const metas = (await Promise.all(tags)).join('')
  await Bun.write(
    page,
    html
      .replace(LINK, `<link rel="stylesheet" href="${entry}">${metas}`)
      // The first script sets the colours: nothing is painted before it, or dark users would see a white flash.
      .replace('<script type="module"', '<script type="module" blocking="render"'),
  )
}

/** The style sheets that `file` imports without being asked to fetch anything later, in the order of their imports. */
export function sheetsOf({ inputs, outputs }: Metafile, file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  if (file.endsWith('.css')) return [file]
  const imports = inputs[file]?.imports.filter(({ kind }) => kind === 'import-statement') ?? []
  return imports.flatMap(({ path }) => sheetsOf({ inputs, outputs }, path, seen))
}

/** The sheets that `sheets` import by `@import`. */
const imported = ({ inputs }: Metafile, sheets: Set<string>) =>
  new Set([...sheets].flatMap((sheet) => inputs[sheet]?.imports.map(({ path }) => path) ?? []))

/** Beside the whole sheet the bundler writes one for each page, which nothing fetches. */
async function removeSheets(outdir: string) {
  for await (const path of new Bun.Glob('assets/*.css').scan({ cwd: outdir, absolute: true }))
    await Bun.file(path).delete()
}

/** Bundles the sheets at `paths` into one. Returns its address. */
async function writeSheet(outdir: string, name: string, paths: string[]): Promise<string> {
  const draft = join(outdir, `${name}.css`)
  await Bun.write(draft, paths.map((path) => `@import ${JSON.stringify(join(root, path))};`).join('\n'))
  const { outputs } = await Bun.build({
    entrypoints: [draft],
    outdir: join(outdir, 'assets'),
    minify: true,
    naming: '[name]-[hash].[ext]',
  })
  await Bun.file(draft).delete()
  return `/assets/${outputs[0]!.path.split('/').at(-1)}`
}
