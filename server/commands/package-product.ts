import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packSite, filesIn } from '../platform/http/site-files'
import { migrationFiles } from '../platform/store/migrations'
import { sourcesHash } from './build-record'
import { dist, root, site } from './paths'

/** Bundles server, client, migrations and the SQLite addon with Bun itself into one executable. */
export async function packageProduct(outfile = join(dist, 'caliper')) {
  const startedAt = performance.now()
  const pack = `${outfile}.site`
  const used = `${outfile}.used`
  try {
    await Bun.write(pack, packSite(await filesIn(site)))
    await compile(outfile, pack)
    await recordStart(outfile, used)
    await compile(outfile, pack, used)
  } finally {
    for (const path of [pack, used]) await rm(path, { force: true })
  }
  return { path: outfile, bytes: Bun.file(outfile).size, seconds: (performance.now() - startedAt) / 1000 }
}

/** @param bytecodeOrder the code that a start uses. It is then stored together, which saves reads and memory */
async function compile(outfile: string, pack: string, bytecodeOrder?: string) {
  const { success, logs } = await Bun.build({
    ...bundle(pack),
    bytecode: true, // half the time to the first answer
    compile: {
      outfile,
      bytecodeOrder: bytecodeOrder ?? false,
      // The working folder belongs to the user: its files must not change the program.
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  })
  if (!success) throw new Error(`The executable could not be built: ${logs.join('\n')}`)
}

/** Starts `executable` on an empty folder and ends it. It then writes the list of its used code to `record`. */
async function recordStart(executable: string, record: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'caliper-package-'))
  try {
    const server = Bun.spawn([executable, 'serve', '--port', '0'], {
      env: { BUN_BYTECODE_ORDER_OUT: record, CALIPER_DATA_DIR: dataDir, TMPDIR: tmpdir() },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
      timeout: 60_000,
      killSignal: 'SIGKILL', // of the timeout, with the message below
    })
    let stderr = ''
    for await (const lines of server.stderr.pipeThrough(new TextDecoderStream())) {
      stderr += lines
      if (stderr.includes('"event":"started"')) server.kill('SIGTERM')
    }
    if ((await server.exited) !== 0) throw new Error(`The executable does not start: ${stderr}`)
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

/**
 * The options of the bundle. Two modules are replaced: the files beside the sources are embedded, and the addon is
 * loaded by `sqlite-addon.ts`. Texts are embedded as JSON.
 *
 * @param pack the built client in one file, see `site-files.ts`
 */
export const bundle = (pack: string) =>
  ({
    entrypoints: [join(root, 'server/commands/support/executable.ts')],
    target: 'bun',
    format: 'esm',
    splitting: true, // a command loads only the chunks that it needs
    minify: { whitespace: true, syntax: true }, // names stay: a stack in a log must be read
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [{ name: 'what is inside', setup: (build) => replaceModules(build, pack) }],
  }) satisfies Bun.BuildConfig

function replaceModules(build: Bun.PluginBuilder, pack: string) {
  build.onLoad({ filter: /\/server\/platform\/process\/packaged\.ts$/ }, async () => ({
    loader: 'ts',
    contents: packagedModule(pack, await sourcesHash()),
  }))
  build.onLoad({ filter: /\/better-sqlite3\/lib\/index\.js$/ }, ({ path }) => ({
    loader: 'js',
    contents: driverModule(path),
  }))
  build.onLoad({ filter: /\/shared\/i18n\/texts\/[\w-]+\.ts$/ }, async ({ path }) => ({
    loader: 'js',
    contents: wordsModule(await import(path)),
  }))
}

/** Texts as JSON, which is read in a fifth of the time and memory of an object literal. */
const wordsModule = (words: Record<string, object>) =>
  Object.entries(words)
    .map(([name, texts]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(texts))})\n`)
    .join('')

/** Replaces `server/platform/process/packaged.ts` in the executable. */
const packagedModule = (pack: string, build: string) => `
import pack from ${JSON.stringify(pack)} with { type: 'file' }
export const packaged = {
  commit: ${JSON.stringify(commit())},
  build: ${JSON.stringify(build)},
  site: Bun.file(pack),
  migrations: ${JSON.stringify({ sqlite: migrationFiles('sqlite'), postgres: migrationFiles('postgres') })},
}
`

/** The SQLite driver's addon for this machine, chosen by the driver itself. */
export function driverAddon(): string {
  const binding = join(root, 'node_modules/better-sqlite3/lib/binding.js')
  const { getPrebuildPath }: { getPrebuildPath(): string | null } = createRequire(import.meta.url)(binding)
  const addon = getPrebuildPath()
  if (!addon) throw new Error('better-sqlite3 has no addon for this machine')
  return addon
}

/** The driver's own entry loads its addon from a file beside it, which the executable does not have. */
function driverModule(entry: string): string {
  const path = (name: string) => JSON.stringify(join(dirname(entry), name))
  return `
import makeDriver from ${path('database.js')}
import SqliteError from ${path('sqlite-error.js')}
import addon from ${JSON.stringify(driverAddon())} with { type: 'file' }
import { sqliteAddon } from ${JSON.stringify(join(root, 'server/commands/support/sqlite-addon.ts'))}
const Database = makeDriver(() => sqliteAddon(addon), false)
Database.SqliteError = SqliteError
export default Database
`
}

/** The checked-out commit, marked if files differ from it; undefined without a repository. */
function commit(): string | undefined {
  const git = (...args: string[]) => {
    try {
      const { exitCode, stdout } = Bun.spawnSync(['git', ...args], { cwd: root, stderr: 'ignore' })
      return exitCode === 0 ? stdout.toString().trim() : undefined
    } catch {
      return undefined // no git here
    }
  }
  const hash = git('rev-parse', '--short=12', 'HEAD')
  return hash && git('status', '--porcelain') ? `${hash}, changed` : hash
}
