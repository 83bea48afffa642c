import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedProduction } from '#seed/index'
import { createApp } from '#server/app'
import { takeDemoFolder } from '#server/commands/demo-folder'
import { openDemo } from '#server/commands/open-demo'
import { readSettings } from '#server/env'
import { openStore } from '#server/platform/store/index'
import { copyRepository, isRunning, spawnCommand, type Command } from '../support/commands'
import { until } from '../support/until'

const TIMEOUT_MS = 120_000
const copy = copyRepository()
const scratch = mkdtempSync(join(tmpdir(), 'caliper-commands-'))
const started: Command[] = []

/** Runs a script of package.json in the copy. */
function bun(line: string, env: Record<string, string> = {}) {
  const command = spawnCommand([process.execPath, 'run', ...line.split(' ')], { cwd: copy.folder, env })
  started.push(command)
  return command
}

async function stop(command: Command, signal: NodeJS.Signals = 'SIGTERM') {
  command.kill(signal)
  return command.ended()
}

afterEach(async () => {
  for (const command of started.splice(0)) await stop(command)
})
afterAll(() => {
  copy.remove()
  rmSync(scratch, { recursive: true, force: true })
})

type Answer = { code: number; token?: string; data: { count?: number } }

async function call(url: string, path: string, { token, body }: { token?: string | undefined; body?: unknown } = {}) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Answer
}

/** What a further start of the demo finds, without a process of its own. */
async function onDemo(dataDir: string, wanted: { reset?: boolean }, look: (url: string) => Promise<void>) {
  const settings = readSettings({}, { mode: 'demo', dataDir, captcha: 'never', logRequests: false })
  const { store } = await openDemo(settings, { ...wanted, empty: true }, () => {})
  const app = createApp({ store, settings })
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => app.fetch(request) })
  await look(`http://127.0.0.1:${server.port}`).finally(async () => {
    await server.stop(true)
    await store.close()
  })
}

const signIn = (url: string, username: string, password: string) =>
  call(url, '/login', { body: { username, password } })

const role = { roleName: 'Night shift', roleKey: 'night', roleSort: 9, status: '2', menuIds: [] }
const addressIn = async (demo: Command) => (await demo.says(/Open +(http:\S+?)\/?\s/))[1]!

/** One line says what prevents it, and it ends with 1; with 2 when it was used wrongly. */
async function expectRefusal(command: Command, sentence: RegExp, exitCode = 1) {
  expect(await command.ended()).toBe(exitCode)
  const lines = `${command.written.out}${command.written.err}`.trim().split('\n')
  expect(lines).toEqual([expect.stringMatching(sentence)])
}

describe('demo', () => {
  test(
    'signs in every account it names, keeps its data on the second start, and forgets it when asked',
    async () => {
      const first = bun('demo --empty --port 0')
      const url = await addressIn(first)
      const [, names, password] = await first.says(/(admin .*viewer) +password +(\S+)/)
      expect(names!.split(' · ')).toEqual(['admin', 'inspector', 'approver', 'viewer'])
      for (const name of names!.split(' · ')) expect((await signIn(url, name, password!)).code).toBe(200)

      const { token } = await signIn(url, 'admin', password!)
      expect((await call(url, '/role', { token, body: role })).code).toBe(200)
      const before = await call(url, '/role', { token })
      expect(await stop(first, 'SIGINT')).toBe(0)

      const dataDir = join(copy.folder, 'demo-data')
      await onDemo(dataDir, {}, async (again) => {
        expect((await call(again, '/role', { token })).data).toEqual(before.data)
      })
      await onDemo(dataDir, { reset: true }, async (anew) => {
        expect((await call(anew, '/role', { token })).code).toBe(401)
        const { token: newToken } = await signIn(anew, 'admin', password!)
        expect((await call(anew, '/role', { token: newToken })).data.count).toBe(before.data.count! - 1)
      })
    },
    TIMEOUT_MS,
  )

  test(
    'on a network, only the passwords printed this time sign in, and open sessions are over',
    async () => {
      const dataDir = join(scratch, 'network')
      let token: string | undefined
      await onDemo(dataDir, {}, async (home) => {
        token = (await signIn(home, 'admin', 'caliper-demo')).token
        expect((await call(home, '/getinfo', { token })).code).toBe(200)
      })

      const open = bun('demo --empty --port 0 --host', { CALIPER_DATA_DIR: dataDir, CALIPER_CAPTCHA: 'never' })
      const url = await addressIn(open)
      const [, random] = await open.says(/^ +admin +(\S+)$/m)
      expect((await call(url, '/getinfo', { token })).code).toBe(401)
      expect((await signIn(url, 'admin', 'caliper-demo')).code).toBe(400)
      expect((await signIn(url, 'admin', random!)).code).toBe(200)
      expect(JSON.stringify(await call(url, '/app-config'))).not.toContain(random!)
      await stop(open)

      await onDemo(dataDir, {}, async (home) => {
        expect((await signIn(home, 'admin', random!)).code).toBe(400)
        expect((await signIn(home, 'admin', 'caliper-demo')).code).toBe(200)
      })
    },
    TIMEOUT_MS,
  )

  test(
    'refuses a port in use',
    async () => {
      using other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
      await expectRefusal(bun(`demo --empty --port ${other.port}`), new RegExp(`^Port ${other.port} is in use`))
    },
    TIMEOUT_MS,
  )

  test(
    'refuses a folder it cannot write',
    async () => {
      await expectRefusal(
        bun('demo --empty --port 0', { CALIPER_DATA_DIR: '/proc/caliper' }),
        /^The data folder \/proc\/caliper cannot be used/,
      )
    },
    TIMEOUT_MS,
  )

  test(
    'refuses options and settings that mean nothing',
    async () => {
      await expectRefusal(bun('demo --prot 80'), /^Unknown option '--prot'\. See: caliper demo --help$/, 2)
      await expectRefusal(bun('demo --empty --port eighty'), /^--port takes a number/, 2)
    },
    TIMEOUT_MS,
  )

  test(
    'refuses a data folder that another demo is using, and leaves that one its data',
    async () => {
      const env = { CALIPER_DATA_DIR: join(scratch, 'shared') }
      const first = bun('demo --empty --port 0', env)
      const url = await addressIn(first)
      await expectRefusal(bun('demo --empty --port 0 --reset', env), /^Another Caliper server is using/)
      expect((await signIn(url, 'admin', 'caliper-demo')).code).toBe(200)
    },
    TIMEOUT_MS,
  )

  test(
    'and production keep away from each other’s data',
    async () => {
      const real = join(scratch, 'real')
      const store = await openStore({ dataDir: real, databaseUrl: undefined })
      await seedProduction(store)
      await store.close()
      await expectRefusal(
        bun('demo --empty --port 0 --reset', { CALIPER_DATA_DIR: real }),
        /holds a production database/,
      )
      expect(existsSync(join(real, 'caliper.sqlite'))).toBe(true)

      const toy = join(scratch, 'toy')
      takeDemoFolder(toy, { reset: false })
      await expectRefusal(bun('start --port 0', { CALIPER_DATA_DIR: toy }), /holds demo data/)
    },
    TIMEOUT_MS,
  )

  test('needs a Bun that is new enough', async () => {
    const file = join(copy.folder, 'server/commands/bootstrap.ts')
    const old = spawnCommand([process.execPath, '-e', `import { checkBun } from '${file}'; checkBun('1.3.9')`])
    await expectRefusal(old, /^Caliper needs Bun 1\.4\.5 or later; this is 1\.3\.9/)
  })

  test(
    'ends when the npx that started it is ended, although no signal reaches it',
    async () => {
      const line = `'${process.execPath}' run demo --empty --port 0; true`
      const npx = spawnCommand(['sh', '-c', line], { cwd: copy.folder, argv0: `npm exec bun@1.4.5 run demo` })
      const [, pid] = await npx.says(/process (\d+)/)
      expect(isRunning(Number(pid))).toBe(true)
      npx.kill('SIGTERM')
      await until(() => !isRunning(Number(pid)))
      expect(existsSync(join(copy.folder, 'demo-data/caliper.sqlite-wal'))).toBe(false) // closed in good order
    },
    TIMEOUT_MS,
  )
})

test(
  'commands of a fresh clone that are started at once install the packages once',
  async () => {
    const clone = copyRepository()
    unlinkSync(join(clone.folder, 'node_modules'))
    const commands = Array.from({ length: 3 }, () =>
      spawnCommand([process.execPath, 'run', 'caliper', 'version'], { cwd: clone.folder }),
    )
    const codes = await Promise.all(commands.map((command) => command.ended()))
    const said = commands.map(({ written }) => `${written.out}${written.err}`).join('')
    clone.remove()
    expect({ codes, said }).toEqual({ codes: [0, 0, 0], said: expect.any(String) })
    expect(said.match(/Installing packages/g)).toHaveLength(1)
  },
  TIMEOUT_MS,
)

describe('start', () => {
  test(
    'invites the first administrator by a link, and takes no password that anybody knows',
    async () => {
      const server = bun('start --port 0', { CALIPER_DATA_DIR: join(scratch, 'empty') })
      const [, url, token] = await server.says(/(http:\S+)\/setup#(\S+)/)
      await server.says(/"event":"started"/)
      for (const password of ['caliper-demo', 'admin', 'admin123', '123456']) {
        expect((await signIn(url!, 'admin', password)).code).toBe(400)
      }
      const administrator = { username: 'zhang', nickName: 'Zhang', password: 'nine lives of a cat' }
      expect((await call(url!, '/setup', { body: { ...administrator, token: 'x'.repeat(43) } })).code).toBe(400)
      expect((await call(url!, '/setup', { body: { ...administrator, token } })).code).toBe(200)
      expect((await call(url!, '/setup', { body: { ...administrator, username: 'li', token } })).code).not.toBe(200)
      expect(statSync(join(scratch, 'empty')).mode & 0o777).toBe(0o700)
    },
    TIMEOUT_MS,
  )

  test(
    'refuses the simulator that stands in for WeCom',
    async () => {
      const server = bun('start', { CALIPER_WECOM_SIMULATOR: 'on' })
      expect(await server.ended()).toBe(2)
      expect(server.written.err).toMatch(/CALIPER_WECOM_SIMULATOR: lets anybody sign in as anyone/)
      expect(server.written.err).not.toContain('    at ')
    },
    TIMEOUT_MS,
  )

  test(
    'names every setting that is wrong',
    async () => {
      const server = bun('start', { CALIPER_PORT: 'x', CALIPER_CAPTCHA: 'maybe', CALIPER_PROT: '1' })
      expect(await server.ended()).toBe(2)
      for (const name of ['CALIPER_PORT', 'CALIPER_CAPTCHA', 'CALIPER_PROT']) expect(server.written.err).toContain(name)
      expect(server.written.err).not.toContain('    at ')
    },
    TIMEOUT_MS,
  )
})

describe('dev', () => {
  test(
    'serves client and API from their sources, and takes up a change of the server while it runs',
    async () => {
      const server = bun('dev --empty --port 0', { CALIPER_DATA_DIR: join(scratch, 'dev') })
      const url = await addressIn(server)
      expect(await (await fetch(url)).text()).toContain('<script type="module"')
      const { token } = await signIn(url, 'admin', 'caliper-demo')

      const file = join(copy.folder, 'server/admin/monitor/health.ts')
      await Bun.write(
        file,
        (await Bun.file(file).text()).replace('const { version } = packageJson', "const version = 'edited'"),
      )
      await until(async () => (await (await fetch(`${url}/healthz`)).text()).includes('edited'))
      expect((await call(url, '/getinfo', { token })).code).toBe(200)
      expect(await stop(server)).toBe(0)
    },
    TIMEOUT_MS,
  )
})

describe('serve', () => {
  test(
    'tells systemd that it can serve, and not before',
    async () => {
      const programs = join(scratch, 'programs')
      const notified = join(scratch, 'notified')
      const dataDir = join(scratch, 'notifying')
      mkdirSync(programs)
      await Bun.write(join(programs, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $@" > ${notified}\n`)
      chmodSync(join(programs, 'systemd-notify'), 0o755)
      const server = bun('serve --port 0', {
        CALIPER_DATA_DIR: dataDir,
        NOTIFY_SOCKET: '/run/systemd/notify',
        PATH: `${programs}:${process.env['PATH']}`,
      })
      const prevented = bun('serve --port 0', { CALIPER_DATA_DIR: '/dev/null', NOTIFY_SOCKET: '/run/systemd/notify' })
      expect(await prevented.ended()).toBe(1)
      const [, url] = await server.says(/"event":"started".*?"url":"([^"]+)"/)
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      await until(() => existsSync(notified) && readFileSync(notified, 'utf8') === '/run/systemd/notify --ready\n')
      expect(await stop(server)).toBe(0)
    },
    TIMEOUT_MS,
  )
})

describe('serve --ephemeral', () => {
  const leftovers = (folder: string) => readdirSync(folder)

  function temporary(name: string) {
    const folder = join(scratch, name)
    mkdirSync(folder)
    return { folder, env: { TMPDIR: folder } }
  }

  test(
    'says one line of JSON with accounts that sign in, gives the same ids each time, and leaves nothing',
    async () => {
      const { folder, env } = temporary('tmp')
      const server = bun('serve --ephemeral', { ...env, CALIPER_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
      const another = bun('serve --ephemeral')
      await server.says(/"url".*\n/)
      const { url, accounts } = JSON.parse(server.written.out) as { url: string; accounts: Account[] }
      expect(accounts.map(({ username, roles }) => [username, roles])).toContainEqual(['admin', ['admin']])
      for (const { username, password } of accounts) expect((await signIn(url, username, password)).code).toBe(200)
      expect(leftovers(folder)).not.toEqual([])

      const { url: other } = JSON.parse((await another.says(/\{"url".*/))[0]) as { url: string }
      const [id, otherId] = await Promise.all(
        [url, other].map(async (at) => {
          const { token } = await signIn(at, 'admin', 'caliper-demo')
          return (await call(at, '/role', { token, body: role })).data
        }),
      )
      expect(id).toEqual(otherId!)

      expect(await stop(server)).toBe(0)
      expect(server.written.out.trim().split('\n')).toHaveLength(1)
      expect(leftovers(folder)).toEqual([])
    },
    TIMEOUT_MS,
  )

  test(
    'ends and leaves nothing when whoever ran it is killed',
    async () => {
      const { folder, env } = temporary('orphan')
      const script = `Bun.spawn([process.execPath, 'run', 'serve', '--ephemeral'], { stdio: ['ignore', 'inherit', 'inherit'] }); setInterval(() => {}, 1000)`
      const caller = spawnCommand([process.execPath, '-e', script], { cwd: copy.folder, env })
      await caller.says(/"url".*\n/)
      caller.kill('SIGKILL')
      await caller.ended() // its output ends when the last process that holds it does
      expect(leftovers(folder)).toEqual([])
    },
    TIMEOUT_MS,
  )
})

type Account = { username: string; password: string; roles: string[] }
