/**
 * `bun tests/clients/check.ts`: the API document as others use it. Two linters and a validator must find nothing; three
 * generators make clients, which a strict `tsc` compiles, and which create, change and delete a role on a real server and
 * read a record of it. The tools have a lock file of their own. They are installed in the cache, where a second run finds
 * them and where no other check looks.
 */
import { cp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startBackend, stopBackend } from '../support/backend'

const folder = resolve(import.meta.dir, '../../node_modules/.cache/clients')
const document = join(folder, 'openapi.json')
/** Far more than any of them takes; without it one that hangs would hold up all checks. */
const MOST_MS = 120_000
const quiet = {
  CI: 'true',
  NO_COLOR: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SCARF_ANALYTICS: 'false',
}

/** Runs a program with Bun in that folder. @throws with what it said, when it fails */
async function run(what: string, ...args: string[]): Promise<string> {
  const begun = performance.now()
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: folder,
    env: { ...process.env, ...quiet },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MOST_MS,
  })
  const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text())
  const [said = '', problems = ''] = await Promise.all(texts)
  await child.exited
  if (child.exitCode !== 0) throw new Error(`${what} failed:\n${said}\n${problems}`)
  const cpu = (Number(child.resourceUsage()!.cpuTime.total) / 1e6).toFixed(1)
  console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s, ${cpu} s of CPU`)
  return said
}
/** One of the tools: its name is that of its command. */
const tool = (name: string, ...args: string[]) => run(name, '--bun', join('node_modules', '.bin', name), ...args)

async function check() {
  for (const made of ['programs', 'generated']) await rm(join(folder, made), { recursive: true, force: true })
  await cp(import.meta.dir, folder, { recursive: true })
  await run('Installing the tools', 'install', '--frozen-lockfile').catch((error: Error) => {
    const first = error.message.split('\n').slice(0, 8).join('\n') // else a line for each package
    throw new Error(`The tools that make clients could not be installed. Is there a network?\n${first}`)
  })
  const server = await startBackend(['--sample'])
  try {
    const answer = await fetch(`${server.url}/api/v1/openapi.json`)
    await Bun.write(document, answer)
    await tool('spectral', 'lint', document, '--ruleset', 'spectral.yaml', '--fail-severity', 'hint')
    expectClean(await tool('redocly', 'lint', document, '--config', 'redocly.yaml', '--format', 'json'))
    await run('swagger-parser', 'programs/validate.ts', document)
    await tool('openapi-typescript', document, '--output', 'generated/openapi-typescript.ts')
    await tool('openapi-ts', '--input', document, '--output', 'generated/hey-api', '--no-log-file')
    await tool('orval', '--input', document, '--output', 'generated/orval.ts', '--client', 'fetch')
    await tool('tsc', '--project', 'tsconfig.json')
    const programs = ['openapi-typescript', 'hey-api', 'orval']
    for (const name of programs)
      expectRoundTrip(name, await run(`Client of ${name}`, `programs/${name}.ts`, server.url))
  } finally {
    await stopBackend(server)
  }
}

/** redocly succeeds with warnings. */
function expectClean(said: string) {
  const { totals } = JSON.parse(said) as { totals: Record<'errors' | 'warnings' | 'ignored', number> }
  if (Object.values(totals).some((count) => count > 0)) throw new Error(`redocly found something:\n${said}`)
}

function expectRoundTrip(name: string, said: string) {
  const seen: unknown = JSON.parse(said)
  const { roleKeys, recordNos } = seen as { roleKeys: string[]; recordNos: [string, string] }
  const isRead = roleKeys.includes('admin') && recordNos[0] !== '' && recordNos[0] === recordNos[1]
  const expected = { roleKeys, names: ['Client', 'Generated client'], stale: 409, isDeleted: true, recordNos }
  if (!isRead || !Bun.deepEquals(seen, expected)) throw new Error(`The client of ${name} saw something else:\n${said}`)
}

const begun = performance.now()
try {
  await check()
  console.log(`Three clients were made and work: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
