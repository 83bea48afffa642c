import { join } from 'node:path'
import { root } from './paths'

/** The part of a bundle's metafile that is read here. */
export type Metafile = {
  inputs: Record<string, { imports: { path: string; kind: string; entryPoint?: string }[] }>
  outputs: Record<
    string,
    {
      inputs: Record<string, unknown>
      imports: { path: string; kind: string }[]
      /** The source of a file that is fetched by itself. */
      entryPoint?: string
    }
  >
}

const SIGN_IN = 'client/sign-in.ts'
/** Brings the frame and the dashboard. */
export const FIRST_PAGE = 'client/index.html'
/** The first page, and what every page fetches by itself. */
export const EVERY_PAGE = [
  FIRST_PAGE,
  'client/ui/overlay/tooltip-text.ts',
  'client/ui/qc/draft/DraftCount.tsx',
  'client/ui/qc/inbox/InboxCount.tsx',
  'client/ui/qc/signal/BellButton.tsx',
]
/** What most operators see first, and every list is made of. */
export const FRAME = [
  ...EVERY_PAGE,
  'client/shell/menu/BottomBar.tsx',
  'client/ui/overlay/Popover.tsx',
  'client/ui/record/RecordPage.tsx',
  'client/ui/record/declared.tsx',
]
export const QC = /^client\/(pages|ui)\/qc\//
const LINK = /<link rel="stylesheet" crossorigin href="([^"]+)">/

/** Addresses of the style sheets. */
export type Sheets = Record<'entry' | 'app' | 'more' | 'qc', string>

/**
 * The bundler puts the styles of all pages into one sheet, which the sign-in page would wait for. This makes four of it,
 * each in the order of the whole one: those of the sign-in page; those of the frame, the dashboard and lists; those of all
 * else; and those of quality control. `index.html` links the first two. The addresses of the others are left in meta tags,
 * from which `client/ui/app/app-styles.ts` fetches them.
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

/** Tells the client where style sheets are that it may have to fetch. */
export const metasOf = (sheets: Sheets, names: readonly (keyof Sheets)[]): string[] =>
  names.map((name) => `<meta name="${name}-styles" content="${sheets[name]}">`)

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
    plugins: [systemColours],
    naming: '[name]-[hash].[ext]',
  })
  await Bun.file(draft).delete()
  const { path } = outputs[0]!
  await Bun.write(path, withoutFallbacks(await Bun.file(path).text()))
  return `/assets/${path.split('/').at(-1)}`
}

/** Without the two copies of each rule with `:is()` that the bundler adds for browsers of 2020, which run none of this. */
const withoutFallbacks = (css: string) => css.replace(/[^{}]*:-(?:webkit|moz)-any\([^{}]*\{[^{}]*\}/g, '')

const DARK = /:root\[data-theme='dark'\] \{([^}]*)\}/

/** Has the dark colours also where the system wants them and no script has said so yet: the first paint is right. */
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
