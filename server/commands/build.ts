import { mkdir, rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fewerChunks } from './build-chunks'
import { minifyScripts } from './build-minify'
import { inputsHash } from './build-record'
import { spreadPreloads } from './build-preloads'
import { writeSignInPages } from './build-sign-in'
import { separateStyles } from './build-styles'
import { writeWorker } from './build-worker'
import { buildRecord, dist, namesIn, plainFiles, root, site } from './paths'

const pack = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) }
/** Compressing smaller files gains nothing. */
const MIN_PACKED_BYTES = 256

/**
 * `bun run build`: bundles the client into `dist/site`, one chunk per page, and compresses every file for transfer. The
 * folder is moved into place at the end, so that a running server never sees half a build.
 */
async function build() {
  const startedAt = performance.now()
  const inputs = await inputsHash()
  const draft = `${site}.new`
  await rm(draft, { recursive: true, force: true })
  const { metafile } = await bundle('client/index.html', draft, '[dir]/[name].[ext]')
  await rm(draft, { recursive: true })
  const application = await bundle('client/index.html', draft, '[dir]/[name].[ext]', fewerChunks(metafile))
  await spreadPreloads(draft)
  const signIn = await bundle('client/sign-in.ts', draft, 'assets/[name]-[hash].[ext]')
  const sheets = await separateStyles(draft, application.metafile, signIn.metafile)
  await writeSignInPages(draft, signIn.entry, sheets)
  await writeWorker(draft, application.metafile, [signIn.entry, ...Object.values(sheets), '/logo.svg'])
  await minifyScripts(draft, application.metafile)
  await linkManifest(draft)
  await copyPlainFiles(draft)
  const files = await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: draft, absolute: true }))
  const packed = await Promise.all(files.map(packFile))
  await mkdir(dist, { recursive: true })
  await rm(site, { recursive: true, force: true })
  await rename(draft, site)
  await Bun.write(buildRecord, `${JSON.stringify({ inputs, bun: Bun.version }, null, 2)}\n`)

  const kilobytes = Math.round(packed.reduce((sum, bytes) => sum + bytes, 0) / 1000)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`Built the client: ${files.length} files, ${kilobytes} kB with brotli, ${seconds} s`)
}

/**
 * Bundles everything that `entry` needs, in chunks. The sign-in page is bundled separately, so that it waits for one
 * file; shared modules are in both bundles.
 */
async function bundle(entry: string, outdir: string, naming: string, ...plugins: Bun.BunPlugin[]) {
  const { metafile, outputs } = await Bun.build({
    metafile: true,
    entrypoints: [join(root, entry)],
    outdir,
    splitting: true,
    minChunkSize: 1_024, // every chunk is a request; larger ones would move code of later pages into the first
    minify: true,
    plugins: [oneLanguage, reactStore, ...plugins],
    publicPath: '/',
    // Valtio reads the mode from the second; without it, each snapshot would record its reads.
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env': '{"MODE":"production"}' },
    naming: { entry: naming, chunk: 'assets/[name]-[hash].[ext]', asset: 'assets/[name]-[hash].[ext]' },
  })
  if (!metafile) throw new Error('the bundler kept no record')
  const path = outputs.find(({ kind }) => kind === 'entry-point')?.path
  if (!path) throw new Error(`${entry} has no output`)
  return { metafile, entry: `/${relative(outdir, path).replaceAll('\\', '/')}` }
}

/** Replaces a module of `shared/i18n/zh` or `en` by the texts that it picks: a chunk has one language. */
const oneLanguage: Bun.BunPlugin = {
  name: 'one language',
  setup(builder) {
    builder.onLoad({ filter: /\/shared\/i18n\/(zh|en)\/[\w-]+\.ts$/ }, async ({ path }) => {
      const { texts }: { texts: object } = await import(path)
      return { loader: 'js', contents: `export const texts = ${JSON.stringify(texts)}` }
    })
  },
}

/** Replaces a copy of React's `useSyncExternalStore` for React 17, which libraries bring. */
const reactStore: Bun.BunPlugin = {
  name: 'store of React',
  setup(builder) {
    builder.onLoad({ filter: /\/use-sync-external-store-shim\.production\.js$/ }, () => ({
      loader: 'js',
      contents: `exports.useSyncExternalStore = require('react').useSyncExternalStore`,
    }))
  },
}

/** Links the files that a phone needs to put the client on its home screen: the bundler would rename them. */
async function linkManifest(draft: string) {
  const links =
    '<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="/apple-touch-icon.png">'
  for await (const path of new Bun.Glob('*.html').scan({ cwd: draft, absolute: true })) {
    const html = await Bun.file(path).text()
    await Bun.write(path, html.replace('</title>', `$&${links}`))
  }
}

/** Files that keep their name, such as the logo. */
async function copyPlainFiles(draft: string) {
  for (const name of await namesIn(plainFiles)) await Bun.write(join(draft, name), Bun.file(join(plainFiles, name)))
}

/** Writes the .br and .gz of a file beside it. Returns the number of transferred bytes. */
async function packFile(path: string): Promise<number> {
  const bytes = await Bun.file(path).bytes()
  if (bytes.length < MIN_PACKED_BYTES || /\.(png|ico|woff2)$/.test(path)) return bytes.length
  const [br, gz] = await Promise.all([
    pack['.br'](bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    pack['.gz'](bytes, { level: 9 }),
  ])
  await Promise.all([Bun.write(`${path}.br`, br), Bun.write(`${path}.gz`, gz)])
  return br.length
}

await build()
