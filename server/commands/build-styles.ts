import { join } from 'node:path'
import { root } from './paths'

/** The part of a bundle's metafile that the build reads. */
export type Metafile = {
  inputs: Record<string, { imports: { path: string; kind: string; entryPoint?: string }[] }>
  outputs: Record<
    string,
    {
      inputs: Record<string, unknown>
      imports: { path: string; kind: string }[]
      /** The source of a file that is fetched separately. */
      entryPoint?: string
    }
  >
}

const SIGN_IN = 'client/sign-in.ts'
/** Loads the frame and the dashboard. */
export const FIRST_PAGE = 'client/index.html'
/** The first page, and the parts that every page fetches by itself. */
export const EVERY_PAGE = [FIRST_PAGE, 'client/ui/overlay/tooltip-text.ts', 'client/ui/qc/every-page.ts']
/** The first screen of most operators, and the parts of every list. */
export const FRAME = [
  ...EVERY_PAGE,
  'client/shell/menu/BottomBar.tsx',
  'client/ui/overlay/Popover.tsx',
  'client/ui/record/RecordPage.tsx',
  'client/ui/record/declared.tsx',
]
export const QC = /^client\/(pages|ui)\/qc\//
const LINK = /<link rel="stylesheet" crossorigin href="([^"]+)">/

/** Paths of the style sheets. */
export type Sheets = Record<'entry' | 'app' | 'more' | 'qc', string>

/**
 * The bundler puts the styles of all pages into one sheet, which would delay the sign-in page. This makes four sheets,
 * each in the order of the whole one: styles of the sign-in page; of the frame, the dashboard and lists; of all else;
 * and of quality control. `index.html` links the first two. Meta tags have the paths of the others, for
 * `client/ui/app/app-styles.ts`.
 */
export async function separateStyles(outdir: string, metafile: Metafile, signIn: Metafile): Promise<Sheets> {
  const page = join(outdir, 'index.html')
  const html = await Bun.file(page).text()
  const [, linked] = html.match(LINK) ?? []
  const whole = metafile.outputs[`.${linked}`]
  if (!whole) throw new Error('index.html links no style sheet of the bundle')
  const first = new Set(sheetsOf(signIn, SIGN_IN))
  const frame = new Set(FRAME.flatMap((file) => sheetsOf(metafile, file)))
  const later = Object.keys(whole.inputs).filter((path) => !first.has(path) && !imported(metafile, first).has(path))

  const sheetOf = (path: string) => (frame.has(path) ? 'app' : QC.test(path) ? 'qc' : 'more')
  const paths = Map.groupBy(later, sheetOf)

  await removeSheets(outdir)
  const write = (name: 'app' | 'more' | 'qc') => writeSheet(outdir, name, paths.get(name) ?? [])
  const sheets = {
    entry: await writeSheet(outdir, 'entry', [...first]),
    app: await write('app'),
    more: await write('more'),
    qc: await write('qc'),
  }
  const links = [sheets.entry, sheets.app].map((sheet) => `<link rel="stylesheet" href="${sheet}">`)
  await Bun.write(page, html.replace(LINK, [...links, ...metasOf(sheets, ['more', 'qc'])].join('')))
  return sheets
}

/** Meta tags with the paths of style sheets that the client may have to fetch. */
export const metasOf = (sheets: Sheets, names: readonly (keyof Sheets)[]): string[] =>
  names.map((name) => `<meta name="${name}-styles" content="${sheets[name]}">`)

/** The style sheets that `file` imports statically, in the order of their imports. */
export function sheetsOf({ inputs, outputs }: Metafile, file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  if (file.endsWith('.css')) return [file]
  const imports = inputs[file]?.imports.filter(({ kind }) => kind === 'import-statement') ?? []
  return imports.flatMap(({ path }) => sheetsOf({ inputs, outputs }, path, seen))
}

/** The sheets that `sheets` import with `@import`. */
const imported = ({ inputs }: Metafile, sheets: Set<string>) =>
  new Set([...sheets].flatMap((sheet) => inputs[sheet]?.imports.map(({ path }) => path) ?? []))

/** Besides the whole sheet, the bundler writes one per page, which nothing fetches. */
async function removeSheets(outdir: string) {
  for await (const path of new Bun.Glob('assets/*.css').scan({ cwd: outdir, absolute: true }))
    await Bun.file(path).delete()
}

/** Bundles the sheets at `paths` into one. Returns its path. */
async function writeSheet(outdir: string, name: string, paths: string[]): Promise<string> {
  const draft = join(outdir, `${name}.css`)
  await Bun.write(draft, paths.map((path) => `@import ${JSON.stringify(join(root, path))};`).join('\n'))
  const { outputs } = await Bun.build({
    entrypoints: [draft],
    outdir: join(outdir, 'assets'),
    minify: true,
    plugins: [systemColours],
    naming: '[name]-[hash].[ext]',
  })
  await Bun.file(draft).delete()
  const { path } = outputs[0]!
  await Bun.write(path, withoutFallbacks(await Bun.file(path).text()))
  return `/assets/${path.split('/').at(-1)}`
}

/**
 * Removes the two copies of each rule with `:is()` that the bundler adds for browsers of 2020, which cannot run the
 * client anyway.
 */
const withoutFallbacks = (css: string) => css.replace(/[^{}]*:-(?:webkit|moz)-any\([^{}]*\{[^{}]*\}/g, '')

const DARK = /:root\[data-theme='dark'\] \{([^}]*)\}/

/**
 * Applies the dark colours also if the system asks for them and no script has set a theme yet, so that the first paint
 * is right.
 */
const systemColours: Bun.BunPlugin = {
  name: 'system colours',
  setup(builder) {
    builder.onLoad({ filter: /\/client\/styles\/tokens\.css$/ }, async ({ path }) => {
      const css = await Bun.file(path).text()
      if (!DARK.test(css)) throw new Error('tokens.css has no dark colours')
      const contents = css.replace(DARK, '$& @media (prefers-color-scheme: dark) { :root:not([data-theme]) {$1} }')
      return { loader: 'css', contents }
    })
  },
}
