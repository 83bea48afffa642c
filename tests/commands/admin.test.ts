import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedProduction } from '#seed/index'
import { createApp } from '#server/app'
import { cli } from '#server/commands/cli'
import { readSettings } from '#server/env'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { hostContext } from '#server/access/operation-log/host'
import { createProduct } from '#server/qc/product/queries'
import { createUser } from '#server/access/user/queries'
import { hashPassword } from '#server/platform/security/password'
import { openStore, type Store } from '#server/platform/store/index'
import { statuses } from '#shared/constants'
import { ProductInput } from '#shared/qc/product'
import { plainEnvironment } from '../support/commands'
import { ownSettings } from '../support/environment'
import { testFolder } from '../support/folder'
import { startPostgres } from '../support/database/postgres'
import { isPostgres } from '../support/store'

/** A server that runs on the data, and commands beside it. */
const dataDir = testFolder()
const settings = readSettings({}, { mode: 'production', captcha: 'never', logRequests: false, dataDir })
const server = isPostgres ? await startPostgres() : undefined
const databaseUrl = await server?.create('admin_command')
const environment = { CALIPER_DATA_DIR: dataDir, ...(databaseUrl && { CALIPER_DATABASE_URL: databaseUrl }) }
const store: Store = await openStore({ dataDir, databaseUrl })
await seedProduction(store)
const app = createApp({ store, settings })
const first = 'the first password'
let userId: number

beforeAll(async () => {
  const passwordHash = await hashPassword(first)
  userId = await createUser(
    store,
    { username: 'Wang', nickName: '王工', passwordHash, roleKeys: ['admin'] },
    Date.now(),
  )
})
afterAll(async () => {
  await store.close()
  await server?.stop()
})

let said: string[]
let shown: string[]
const written = [
  spyOn(process.stderr, 'write').mockImplementation((text) => Boolean(said.push(String(text)))),
  spyOn(console, 'log').mockImplementation((text) => void shown.push(String(text))),
]
beforeEach(() => {
  said = []
  shown = []
})
ownSettings(() => environment)
afterAll(() => written.forEach((spy) => spy.mockRestore()))

async function call(method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) {
  const response = await app.request(`/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as { code: number; token?: string; data: any }
}
const signIn = (username: string, password: string) => call('POST', '/login', { body: { username, password } })
const lastOperation = async () => {
  const { operations } = store.t
  const ofHost = eq(operations.username, '(host)')
  const [entry] = await store.db.select().from(operations).where(ofHost).orderBy(desc(operations.id)).limit(1)
  return entry!
}

describe('caliper admin reset-password, beside a running server (S78)', () => {
  test('another password, the sessions over, one to be chosen next, an entry in both logs', async () => {
    const { token } = await signIn('wang', first)
    expect(await cli(['admin', 'reset-password', '--random'])).toBe(0)
    expect(said.join('')).toContain('Sessions ended: 1.')
    const [password] = shown
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/)
    expect(shown).toHaveLength(1)

    expect((await call('GET', '/getinfo', { token: token! })).code).toBe(401)
    expect((await signIn('wang', first)).code).toBe(400)
    const again = await signIn('WANG', password!)
    expect(again.code).toBe(200)
    expect((await call('GET', '/role', { token: again.token! })).code).toBe(403) // before another is chosen

    const entry = await lastOperation()
    expect(entry).toMatchObject({
      action: 'reset',
      stem: 'user',
      userId: 0,
      username: '(host)',
      requestMethod: 'HOST',
      url: 'caliper admin reset-password',
      address: 'host',
      record: String(userId),
      name: '王工 (Wang)',
      status: '2',
    })
    expect(entry.userAgent).not.toBe('')
    expect(JSON.stringify(entry)).not.toContain(password!)
    const { loginLogs } = store.t
    const events = await store.db.select().from(loginLogs).where(eq(loginLogs.event, 'password'))
    expect(events).toMatchObject([{ userId, address: 'host', reason: 'done' }])
  })

  test('asked at a terminal, which does not show what is typed at once', async () => {
    const password = 'typed without a pause'
    const program = `const { cli } = await import('#server/commands/cli'); process.exit(await cli(['admin', 'reset-password', 'wang']))`
    let screen = ''
    let answers = 0
    const child = Bun.spawn([process.execPath, '-e', program], {
      env: { ...plainEnvironment(), ...environment },
      terminal: {
        data(terminal, bytes) {
          screen += bytes.toString()
          if (screen.split(/New password of .*: |once more: /).length - 1 > answers) {
            answers++
            terminal.write(`${password}\r`)
          }
        },
      },
    })
    expect(await child.exited).toBe(0)
    expect(screen).toContain('has another password')
    expect(screen).not.toContain(password)
    expect((await signIn('wang', password)).code).toBe(200)
  })

  test.skipIf(isPostgres)('by another process, the password piped in, while the server writes', async () => {
    const over = new AbortController()
    const writing = (async () => {
      for (let i = 0; !over.signal.aborted; i++) {
        const { users } = store.t
        await store.tx((db) =>
          db
            .update(users)
            .set({ remark: String(i) })
            .where(eq(users.userId, userId)),
        )
      }
    })()
    const program = `const { cli } = await import('#server/commands/cli'); process.exit(await cli(['admin', 'reset-password', 'wang']))`
    const child = Bun.spawn([process.execPath, '-e', program], {
      env: { ...plainEnvironment(), ...environment },
      stdin: Buffer.from('a password of the host\n'),
      stderr: 'pipe',
    })
    expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, expect.stringContaining('Wang')])
    over.abort()
    await writing
    expect((await signIn('wang', 'a password of the host')).code).toBe(200)
  })

  test('an administrator who was disabled by hand is enabled', async () => {
    const { users, roles } = store.t
    await store.tx((db) => db.update(users).set({ status: statuses.off }).where(eq(users.userId, userId)))
    await store.tx((db) => db.update(roles).set({ status: statuses.off }).where(eq(roles.roleKey, 'admin')))
    process.env['CALIPER_ADMIN_PASSWORD'] = 'from the environment'
    expect(await cli(['admin', 'reset-password'])).toBe(0)
    expect(said.join('')).toContain('is enabled now')
    expect((await signIn('wang', 'from the environment')).code).toBe(200)
    expect(await lastOperation()).toMatchObject({ before: '{"status":"1"}' })
  })

  test.each([
    ['a user who is not there', ['nobody'], 'x', 1, /no user "nobody"\. Administrators are: Wang\./],
    ['a common password', ['wang'], 'password123', 1, /common|guess/i],
    ['a short one', ['wang'], 'x1y2', 2, /8/],
    ['one made of the name', ['wang'], 'wang12345', 1, /name/i],
    ['an option that is none', ['--force'], 'x', 2, /--force.*See: caliper admin reset-password --help/s],
  ])('%s is told in one line, and nothing is changed', async (_, args, password, code, sentence) => {
    const before = await lastOperation()
    // what the settings refuse of an administrator's password they refuse themselves
    process.env['CALIPER_ADMIN_PASSWORD'] = password === 'x' ? '' : password
    expect(await cli(['admin', 'reset-password', ...args])).toBe(code)
    expect(said.join('')).toMatch(sentence)
    expect((await lastOperation()).id).toBe(before.id)
  })
})

describe('caliper admin create', () => {
  test('an administrator more, who signs in and chooses another password; the log tells (S75)', async () => {
    expect(await cli(['admin', 'create', 'li', '--name', '李娜', '--random'])).toBe(0)
    const { code, token } = await signIn('li', shown[0]!)
    expect(code).toBe(200)
    expect((await call('GET', '/role', { token: token! })).code).toBe(403)
    const entry = await lastOperation()
    expect(entry).toMatchObject({ action: 'create', username: '(host)', name: '李娜 (li)', stem: 'user' })
    expect(JSON.parse(entry.after)).toMatchObject({ username: 'li', names: { roleIds: ['系统管理员'] } })
    // what people see of it
    const { token: admin } = await signIn('wang', 'from the environment')
    await call('PUT', '/user/pwd/set', {
      token: admin!,
      body: { oldPassword: 'from the environment', newPassword: 'one of my own' },
    })
    const { data } = await call('GET', `/sys-opera-log?operName=(host)&pageSize=1`, { token: admin! })
    expect(data.list).toMatchObject([{ operName: '(host)', operNickName: '', requestMethod: 'HOST' }])
  })

  test.each([
    ['without a name', [], 2, /Which user/],
    ['a name that is too short', ['x'], 2, /^The name to sign in with has 2 to 64 characters\./],
    ['a name with a blank', ['li na'], 2, /Letters/],
    ['a name that is taken, spelled otherwise', ['LI', '--random'], 1, /taken|exists/i],
  ])('%s', async (_, args, code, sentence) => {
    expect(await cli(['admin', 'create', ...args])).toBe(code)
    expect(said.join('')).toMatch(sentence)
  })

  test('nobody can sign up as the host: no account may be called so (S70)', async () => {
    expect(await cli(['admin', 'create', '(host)'])).toBe(2)
  })
})

describe('caliper export (S66, S69, S74)', () => {
  const folder = testFolder()
  const to = (name: string) => join(folder, name)
  beforeAll(async () => {
    const action = {
      actor: 'server',
      command: 'test',
      resource: 'qc-product',
      summary: 'test',
      now: Date.now(),
    } as const
    const input = ProductInput.parse({ code: 'c21', name: 'C21', tz: 'Asia/Shanghai' })
    await createProduct(store, input, await hostContext(store, store.db, action))
  })

  test.each([
    ['operations', 'operations.csv', /^\uFEFFNo\.,Time,User,/, /\(host\)/],
    ['sign-ins', 'sign-ins.csv', /^\uFEFFNo\.,Time,/, /Wang/],
    ['records', 'records.csv', /^\uFEFFRecord/, /\r\n$/],
  ])('%s: all of them, in a file for its owner alone, and an entry that tells', async (what, name, header, row) => {
    expect(await cli(['export', what, '--to', to(name), '--language', 'en'])).toBe(0)
    const sheet = readFileSync(to(name), 'utf8')
    expect(sheet).toMatch(header)
    expect(sheet).toMatch(row)
    expect(statSync(to(name)).mode & 0o777).toBe(0o600)
    expect(await lastOperation()).toMatchObject({ action: 'export', name: to(name), url: `caliper export ${what}` })
  })

  test('the audit trail tells that it was taken out, and stays whole', async () => {
    const { audits } = store.t
    expect(await cli(['export', 'audit', '--to', to('audit.xlsx'), '--from', '2026-01-01'])).toBe(0)
    expect(readFileSync(to('audit.xlsx')).subarray(0, 2).toString()).toBe('PK')
    const entries = await store.db.select().from(audits).orderBy(desc(audits.id)).limit(1)
    expect(entries).toMatchObject([{ entity: 'audit', action: 'export', actorName: '(host)' }])
    expect(await verifyAudit(store)).toMatchObject({ isWhole: true })
    expect(await lastOperation()).toMatchObject({ after: '{"beginTime":"2026-01-01","format":"xlsx"}' })
  })

  test('of a product, however its code is spelled', async () => {
    expect(await cli(['export', 'records', '--to', to('c21.csv'), '--product', 'C21'])).toBe(0)
    expect(existsSync(to('c21.csv'))).toBe(true)
  })

  test('as it is filtered', async () => {
    const where = ['--where', 'action=reset', '--where', 'operName=(host)', '--language', 'en']
    expect(await cli(['export', 'operations', '--to', to('reset.csv'), ...where])).toBe(0)
    const lines = readFileSync(to('reset.csv'), 'utf8').trim().split('\r\n')
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.slice(1).every((line) => line.includes('Password reset'))).toBe(true)
  })

  test.each([
    ['a state', ['status=approved'], { status: 'approved' }],
    ['two states', ['status=approved', 'status=voided'], { status: ['approved', 'voided'] }],
    ['a machine', ['equipmentId=1'], { equipmentId: '1' }],
    ['two machines', ['equipmentId=1', 'equipmentId=2'], { equipmentId: ['1', '2'] }],
  ])('records of %s', async (called, filters, told) => {
    const file = to(`${called}.csv`)
    const where = filters.flatMap((filter) => ['--where', filter])
    expect(await cli(['export', 'records', '--to', file, ...where])).toBe(0)
    expect(existsSync(file)).toBe(true)
    const { after } = await lastOperation()
    expect(JSON.parse(after!)).toMatchObject({ ...told, format: 'csv' })
  })

  test.each([
    ['without saying what', [], 2, /One of: records, audit, operations, sign-ins/],
    ['without a file', ['records'], 2, /--to/],
    ['as what nobody reads', ['records', '--to', to('x.pdf')], 2, /--format/],
    ['over a file', ['operations', '--to', to('operations.csv')], 1, /is there already/],
    [
      'where there is no folder',
      ['records', '--to', to('no/x.csv')],
      1,
      /cannot be written: the folder does not exist \(ENOENT\)/,
    ],
    ['by a filter that is none', ['sign-ins', '--to', to('x.csv'), '--product', 'c21'], 2, /no filter "product"/],
    [
      'by a time that is none',
      ['records', '--to', to('x.csv'), '--from', 'some-day'],
      2,
      /^--from takes a day, such as 2026-01-31/,
    ],
    [
      'of a product that is none',
      ['records', '--to', to('x.csv'), '--product', 'nix'],
      2,
      /^There is no product "nix"; there are: c21\. See: caliper export --help$/m,
    ],
    ['onto a full disk', ['operations', '--format', 'csv', '--to', '/dev/full/x'], 1, /cannot be written/],
  ])('%s: one line, and no file', async (_, args, code, sentence) => {
    expect(await cli(['export', ...args])).toBe(code)
    expect(said.join('')).toMatch(sentence)
    expect(existsSync(to('x.csv')) || existsSync(to('x.csv.part'))).toBe(false)
  })
})

describe.skipIf(isPostgres)('where there is nothing to work on', () => {
  test.each([
    ['no folder', 'nowhere'],
    ['a folder without data', '.'],
  ])('%s: one sentence, and none is made', async (_, name) => {
    const folder = join(testFolder(), name)
    process.env['CALIPER_DATA_DIR'] = folder
    expect(await cli(['admin', 'reset-password', '--random'])).toBe(1)
    expect(said.join('')).toMatch(/^There is no database in .*CALIPER_DATA_DIR/)
    expect(existsSync(join(folder, 'caliper.sqlite'))).toBe(false)
    expect(existsSync(join(folder, 'caliper.lock'))).toBe(false)
  })

  test('a folder that cannot be looked into is told in one line, by the doctor too', async () => {
    const folder = join(testFolder(), 'round')
    symlinkSync(folder, folder) // as good as one that belongs to somebody else, which root does not notice
    process.env['CALIPER_DATA_DIR'] = folder
    expect(await cli(['admin', 'reset-password', '--random'])).toBe(1)
    expect(said.join('')).toMatch(
      /^\S+ cannot be used \(ELOOP.*\); run this with sudo, or as the user whose file it is\.\n$/,
    )
    expect(await cli(['doctor'])).toBe(1)
    expect(shown.join('\n')).toMatch(/^FAILURE data folder: .* cannot be looked into/m)
  })

  test('a damaged database is told so, and to restore a backup', async () => {
    const folder = testFolder()
    await (await openStore({ dataDir: folder, databaseUrl: undefined })).close()
    const path = join(folder, 'caliper.sqlite')
    writeFileSync(path, readFileSync(path).fill(0x55, 4096))
    process.env['CALIPER_DATA_DIR'] = folder
    expect(await cli(['export', 'records', '--to', join(folder, 'x.csv')])).toBe(1)
    expect(said.join('')).toMatch(/damaged[^]*estore a backup/)
    expect(said.join('')).not.toContain('user whose')
  })

  test('without a server no server starts meanwhile, and older data are not brought up to date by it', async () => {
    const { Database } = await import('bun:sqlite')
    const folder = testFolder()
    await (await openStore({ dataDir: folder, databaseUrl: undefined })).close()
    const path = join(folder, 'caliper.sqlite')
    const connection = new Database(path)
    connection.run('delete from caliper_migration where rowid = (select max(rowid) from caliper_migration)')
    connection.close()
    process.env['CALIPER_DATA_DIR'] = folder
    expect(await cli(['admin', 'create', 'li', '--random'])).toBe(1)
    expect(said.join('')).toMatch(/older version/)
  })
})
