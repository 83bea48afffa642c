import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findChromium } from '../support/chromium'
import { spawnCommand } from '../support/commands'
import { testFolder } from '../support/folder'

/**
 * The examples of `docs/test-backend.md`, each run as it stands there, in a project in which Caliper is installed. The one
 * for Vitest is run by `bun test`, which takes what is imported from `vitest` as its own: the file is the same.
 */
const TIMEOUT_MS = 120_000
const root = resolve(import.meta.dir, '../..')
const page = await Bun.file(join(root, 'docs/test-backend.md')).text()
const examples = new Map(
  [...page.matchAll(/^```[jt]s\n\/\/ (\S+)\n([^]*?)^```$/gm)].map(([, name, code]) => [name!, code!]),
)
const project = testFolder()
const cache = testFolder()

beforeAll(async () => {
  for (const [name, code] of examples) writeFileSync(join(project, name), code)
  install('.bin/caliper', `#!/bin/sh\nexec '${process.execPath}' '${root}/server/commands/caliper.ts' "$@"\n`)
  for (const name of ['@playwright/test', 'playwright', 'playwright-core']) {
    mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name))
  }
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  const chromium = JSON.stringify(await findChromium())
  writeFileSync(
    join(project, 'playwright.config.ts'),
    `export default { testMatch: '*.spec.ts', timeout: ${TIMEOUT_MS}, expect: { timeout: 15000 }, use: { launchOptions: { executablePath: ${chromium}, args: ['--no-sandbox'] } } }`,
  )
})

function install(name: string, content: string) {
  const path = join(project, 'node_modules', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, 0o755)
}

const running: ReturnType<typeof spawnCommand>[] = []
afterAll(() => running.forEach(({ kill }) => kill('SIGKILL')))

async function run(...command: string[]) {
  const child = spawnCommand(command, { cwd: project, env: { CI: 'true', XDG_CACHE_HOME: cache } })
  running.push(child)
  return { code: await child.ended(), ...child.written }
}

test('the manual has the examples that are run here', () => {
  expect([...examples.keys()]).toEqual(['caliper.mjs', 'records.mjs', 'roles.test.ts', 'front-end.spec.ts'])
})

test(
  'plain fetch, under Node',
  async () => {
    const { code, out, err } = await run('node', 'records.mjs')
    expect([code, err.includes('Error')]).toEqual([0, false])
    expect(out).toContain('C21-260302-0001 draft\n')
    expect(out.trim().split('\n').at(-1)).toStartWith('6401 ')
  },
  TIMEOUT_MS,
)

test(
  'Vitest',
  async () => {
    const { code, err } = await run(process.execPath, 'test', '--timeout', String(TIMEOUT_MS), 'roles.test.ts')
    expect([code, err]).toEqual([0, expect.stringContaining('4 pass')])
  },
  TIMEOUT_MS,
)

test(
  'Playwright, with a page of another origin (S56)',
  async () => {
    const cli = join(root, 'node_modules/@playwright/test/cli.js')
    const { code, out } = await run('node', cli, 'test', '-c', 'playwright.config.ts')
    expect([code, out]).toEqual([0, expect.stringContaining('1 passed')])
  },
  TIMEOUT_MS,
)
