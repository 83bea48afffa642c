import Database from 'better-sqlite3'
import { Glob } from 'bun'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminRole, workingRoles } from '#seed/access/role'
import { cli, commands } from '#server/commands/cli'
import { refuseOthersFolder } from '#server/commands/open-data'
import { serviceSettings } from '#server/commands/support/service-settings'
import { settingNames } from '#server/env'
import { createJournal, JOURNAL, migrationsOf } from '#server/platform/store/migrations'
import { createDatabase, databasePath } from '#server/platform/store/sqlite/file'
import { allTexts } from '#shared/i18n/catalogues'

const said = { out: '', err: '' }
const spies = [spyOn(console, 'log'), spyOn(process.stderr, 'write')] as const

beforeEach(() => {
  Object.assign(said, { out: '', err: '' })
  spies[0].mockImplementation((line: string) => void (said.out += `${line}\n`))
  spies[1].mockImplementation((text) => {
    said.err += String(text)
    return true
  })
})
afterEach(() => spies.forEach((spy) => spy.mockReset()))

describe('caliper', () => {
  test('--help lists every command with what it does', async () => {
    expect(await cli(['--help'])).toBe(0)
    for (const [name, load] of Object.entries(commands)) {
      const { command } = await load()
      expect(said.out).toMatch(new RegExp(`^  ${name} +${command.summary.replace(/[.*+?()[\]]/g, '\\$&')}$`, 'm'))
    }
  })

  test.each(Object.keys(commands))(
    '%s --help says how it is used, by an example, and what its exit codes mean',
    async (name) => {
      expect(await cli([...name.split(' '), '--help'])).toBe(0)
      expect(said.out).toStartWith(`Usage: caliper ${name}`)
      expect(said.out).toMatch(new RegExp(`^Example: .*\\bcaliper ${name}\\b`, 'm'))
      expect(said.out).toMatch(/^Exit codes: 0 /m)
      const whole = said.out
      said.out = ''
      expect(await cli(['help', ...name.split(' ')])).toBe(0)
      expect(said.out).toBe(whole)
    },
  )

  test.each([
    ['', 2, /^Caliper: quality control[^]*Usage: caliper <command>/],
    ['srve', 2, /^There is no command "srve"\. Did you mean: serve\?$/m],
    ['verison', 2, /Did you mean: version\?/],
    ['audit', 2, /^There is no command "audit"\. Did you mean: audit verify\?$/m],
    ['audit verfy', 2, /^There is no command "audit verfy"\. Did you mean: audit verify\?$/m],
    ['admin rest-password', 2, /Did you mean: [^]*admin reset-password/],
    ['help nothing', 2, /^There is no command "nothing"\. See: caliper --help$/m],
    ['constructor', 2, /There is no command "constructor"/],
    ['version --jsn', 2, /^Unknown option '--jsn'\. See: caliper version --help$/m],
    ['version now', 2, /^Unexpected argument 'now'\. See: caliper version --help$/m],
    ['admin other', 2, /Did you mean: admin create, admin reset-password\?$/m],
    ['serve --year', 2, /^--year goes with --ephemeral only\. See: caliper serve --help$/m],
    ['ready --port 1', 1, /^Not ready: http:\/\/127\.0\.0\.1:1\/readyz cannot be reached\.$/m],
  ])('`caliper %s` ends with %d and says so', async (line, code, sentence) => {
    expect(await cli(line.split(' ').filter(Boolean))).toBe(code)
    expect(said.err).toMatch(sentence)
    expect(said.out).toBe('')
  })

  test.each(['admin --help', 'help admin', 'audit -h'])(
    '`caliper %s` lists the commands that begin so',
    async (line) => {
      expect(await cli(line.split(' '))).toBe(0)
      expect(said.out).toMatch(/^Usage: caliper (admin|audit) <command>[^]*^  (admin create|audit verify) +\w/m)
      expect(said.err).toBe('')
    },
  )

  test('service prints the unit that is shipped: it waits for the disk of the data and until it can serve, and a wrong setting is not tried again', async () => {
    expect(await cli(['service'])).toBe(0)
    expect(said.out).toBe(await Bun.file(join(import.meta.dir, '../../packaging/caliper.service')).text())
    expect(said.out).toMatch(/^RequiresMountsFor=\/var\/lib\/caliper$/m)
    expect(said.out).toMatch(/^Type=notify\nNotifyAccess=all\nTimeoutStartSec=infinity$/m)
    expect(said.out).toMatch(/^RestartPreventExitStatus=2$/m)
    process.env['CALIPER_PORT'] = '-5'
    expect(await cli(['serve'])).toBe(2)
    delete process.env['CALIPER_PORT']
    expect(said.err).toMatch(/Settings are not valid/)
  })

  test('version says of what this is made, for programs too', async () => {
    expect(await cli(['version', '--json'])).toBe(0)
    expect(JSON.parse(said.out)).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      commit: null,
      schema: expect.stringMatching(/^\d{4}_[\w-]+$/),
      bun: Bun.version,
      sqlite: expect.stringMatching(/^3\.\d+\.\d+$/),
    })
  })
})

describe('the manual', async () => {
  const root = join(import.meta.dir, '../..')
  const manual = await Bun.file(join(root, 'docs/operations.md')).text()

  test.each(Object.keys(commands))('has the command %s', (name) => {
    expect(manual).toContain(`\`caliper ${name}`)
  })

  test.each(settingNames)('has the setting %s, with what it is without being set', (name) => {
    expect(manual).toMatch(new RegExp(`^\\| \`${name}\` +\\| +[^|\\s][^|]*\\|[^|]+\\|$`, 'm'))
  })

  const exposition = await Bun.file(join(import.meta.dir, '../../server/admin/watch/exposition.ts')).text()
  const figures = [...exposition.matchAll(/'((?:caliper|process)_[a-z_0-9]+)'/g)].map(([, name]) => name!)

  test.each(figures)('has the figure %s, whole or the end of it behind an ellipsis', (name) => {
    const ends = [...name.matchAll(/_/g)].map(({ index }) => `\`…${name.slice(index)}\``)
    expect([`\`${name}\``, ...ends].some((told) => manual.includes(told))).toBe(true)
  })

  test.each(['operations.md', 'operations.zh.md'])('%s types no command that there is not', async (name) => {
    const typed = (await Bun.file(join(import.meta.dir, '../../docs', name)).text()).matchAll(
      /(?:^|`|\/|caliper )caliper ([a-z]+)( [a-z-]+)?/gm,
    )
    const lines = [...typed].map(([, first, second = '']) => [first, first + second])
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.filter((names) => !names.some((one) => Object.hasOwn(commands, one!)))).toEqual([])
  })

  test.each([adminRole, ...workingRoles].map(({ roleKey }) => roleKey))('tells what the role %s may do', (roleKey) => {
    expect(manual).toMatch(new RegExp(`^\\| [^|]+ \\| \`${roleKey}\` +\\| [^|]{9}`, 'm'))
  })

  test('has no setting that there is not', () => {
    const named = new Set(manual.match(/CALIPER_[A-Z_]*[A-Z]/g))
    expect([...named].filter((name) => !settingNames.includes(name))).toEqual([])
  })

  const sectionOf = (title: string) => manual.split(`\n### ${title}\n`)[1]!.split(/\n##+ /)[0]!

  test('quotes the messages of the screen as they are, in both languages', () => {
    const rows = sectionOf('It runs, and people see a message').matchAll(/^\| ([^|]+?) · ([^|]+?)(?: \(\d+\))? +\|/gm)
    const quoted = [...rows].flatMap(([, english, chinese]) => [english!, chinese!])
    const texts = Object.values(allTexts).flat()
    expect(quoted.length).toBeGreaterThan(10)
    expect(quoted.filter((quote) => !texts.some((text) => text.startsWith(quote.replace(/ ?…$/, ''))))).toEqual([])
  })

  test('quotes the sentences of a failed start as they are', async () => {
    const files = await Array.fromAsync(new Glob('server/**/*.ts').scan(root), (path) =>
      Bun.file(join(root, path)).text(),
    )
    const source = files.join('\n')
    const cells = [...sectionOf('It does not start').matchAll(/^\| (.+?) +\|/gm)].map(([, cell]) => cell!)
    const quoted = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, quote]) => quote!))
    const ofSystemd = /\.service|of the service|Start request|emergency mode/
    const pieces = quoted
      .filter((quote) => !ofSystemd.test(quote))
      .flatMap((quote) => quote.split(/…|\d+|\/tmp|[().]/)) // gaps that are filled in
      .map((piece) => piece.trim())
    expect(pieces.filter((piece) => !source.includes(piece))).toEqual([])
    expect(pieces.length).toBeGreaterThan(20)
  })
})

describe('the settings of the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'caliper-service-'))
  const file = join(folder, 'caliper.env')
  writeFileSync(
    file,
    `# CALIPER_PORT=1
 CALIPER_PORT=8080
CALIPER_HTTPS = on
CALIPER_DATABASE_URL="postgres://caliper:a b&$c@127.0.0.1/caliper"
CALIPER_LOG_DIR='/var/log'
TMPDIR=/var/tmp
OTHER=1
`,
  )
  afterAll(() => rmSync(folder, { recursive: true }))
  const ofFile = {
    CALIPER_DATA_DIR: '/var/lib/caliper',
    CALIPER_PORT: '8080',
    CALIPER_DATABASE_URL: 'postgres://caliper:a b&$c@127.0.0.1/caliper',
    CALIPER_LOG_DIR: '/var/log',
    TMPDIR: '/var/tmp',
  }
  test.each([
    ['are what root means by a command', true, {}, file, ofFile],
    ['are not those of somebody else', false, {}, file, {}],
    ['do not count where a folder is named', true, { CALIPER_DATA_DIR: 'x' }, file, {}],
    ['are none where there is no service', true, {}, join(folder, 'none'), {}],
  ])('%s', (_, isRoot, environment, from, expected) => {
    expect(serviceSettings({ environment, isRoot, file: from })).toEqual(expected)
  })
})

describe('the data of a server that runs as another user', () => {
  test.each([
    [
      'root, whose files that server could not open',
      0,
      10001,
      /^The data in .* systemctl start caliper, or sudo -u '#10001' env CALIPER_DATA_DIR=/,
    ],
    ['root, where they are its own', 0, 0, undefined],
    ['that user', 10001, 10001, undefined],
  ])('are refused to a server of %s, if at all', (_who, self, owner, sentence) => {
    const act = () => refuseOthersFolder('/somewhere', self, owner)
    if (sentence) expect(act).toThrow(sentence)
    else expect(act).not.toThrow()
  })
})

describe('migrate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'caliper-migrate-'))
  const all = migrationsOf('sqlite')
  const last = all.at(-1)!.name
  const before = process.env['CALIPER_DATA_DIR']
  beforeAll(() => (process.env['CALIPER_DATA_DIR'] = folder))
  afterAll(() => {
    if (before === undefined) delete process.env['CALIPER_DATA_DIR']
    else process.env['CALIPER_DATA_DIR'] = before
    rmSync(folder, { recursive: true })
  })

  test('makes no database where there is none', async () => {
    expect(await cli(['migrate'])).toBe(1)
    expect(said.err).toStartWith(`There is no database in ${folder}`)
    expect(readdirSync(folder)).toEqual([])
  })

  test('beside a database that is empty, a command says so', async () => {
    writeFileSync(databasePath(folder), '')
    expect(await cli(['audit', 'verify'])).toBe(2)
    expect(said.err).toContain('is empty; restore a backup, or start the server once')
    rmSync(databasePath(folder))
  })

  test('says what is pending and changes nothing, then does it and says where the copy is (S96, S97)', async () => {
    createDatabase(databasePath(folder))
    const database = new Database(databasePath(folder))
    database.exec(createJournal)
    for (const { hash, statements } of all.slice(0, -1)) {
      for (const statement of statements) database.exec(statement)
      database.prepare(`insert into ${JOURNAL} values (?, 0)`).run(hash)
    }
    database.close()

    expect(await cli(['migrate', '--check'])).toBe(1)
    expect(said.out).toBe(`1 of ${all.length} steps are pending: ${last}.\n`)
    said.out = ''
    expect(await cli(['audit', 'verify'])).toBe(2)
    expect(said.err).toContain('was written by an older version of Caliper')
    expect(await cli(['migrate', '--check'])).toBe(1) // verifying has changed nothing
    said.out = ''
    expect(await cli(['migrate'])).toBe(0)
    const [, copy] = said.out.match(/^The database as it was is kept in (.+)\.\n/) ?? []
    expect(existsSync(copy!)).toBe(true)
    expect(said.out).toEndWith(`Done: ${last}.\n`)
    said.out = ''
    expect(await cli(['migrate', '--check'])).toBe(0)
    expect(said.out).toBe(`Nothing is pending: the database has all ${all.length} steps of this version.\n`)
  })

  test('refuses data that a newer version wrote (S98)', async () => {
    const database = new Database(databasePath(folder))
    database.prepare(`insert into ${JOURNAL} values ('of a newer version', 0)`).run()
    database.close()
    expect(await cli(['migrate', '--check'])).toBe(1)
    expect(said.err).toMatch(/was written by a newer version of Caliper/)
  })
})
