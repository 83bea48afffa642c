import { afterAll, describe, expect, spyOn, test } from 'bun:test'
import Database from 'better-sqlite3'
import { copyFileSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBackup } from '#server/platform/backup/open'
import { takeBackup } from '#server/platform/backup/take'
import { cli } from '#server/commands/cli'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { openStore, StartError } from '#server/platform/store/index'
import { readyName } from '#server/platform/store/replace'
import { DATABASE_NAME, databasePath } from '#server/platform/store/sqlite/file'
import { isFirstPass, ownSettings } from '../../support/environment'
import { testFolder } from '../../support/folder'

/**
 * A database out of a backup is in rollback-journal mode, which is changed at the first start. A kill or power cut at that
 * moment leaves a journal that has to be undone, and data that are whole.
 */
const fixture = join(import.meta.dir, '../../fixtures/0.2.0.tar.gz')
const open = (dataDir: string) => openStore({ dataDir, databaseUrl: undefined })
const SETTINGS = 'update sys_config set remark = hex(randomblob(4000))'

/** The database of the fixture, as it lies in its archive. */
async function unpacked(): Promise<string> {
  const dataDir = testFolder()
  await (await openBackup(fixture, 'fixture')).read(databasePath(dataDir), () => {})
  return dataDir
}

/** The same, as a power cut in the middle of a write leaves it: pages half written, and the journal beside them. */
async function interrupted(): Promise<string> {
  const dataDir = await unpacked()
  const path = databasePath(dataDir)
  const before = join(testFolder(), DATABASE_NAME)
  copyFileSync(path, before)
  const writer = new Database(before)
  writer.pragma('cache_size = 1') // what is not committed yet is written all the same
  writer.exec(`begin; ${SETTINGS}; ${SETTINGS}`)
  for (const end of ['', '-journal']) copyFileSync(before + end, path + end)
  writer.exec('rollback')
  writer.close()
  expect(statSync(`${path}-journal`).size).toBeGreaterThan(0)
  return dataDir
}

const journalsIn = (dataDir: string) => readdirSync(dataDir).filter((name) => name.endsWith('-journal'))

function remarksIn(path: string): unknown[] {
  const database = new Database(path, { readonly: true })
  const remarks = database.prepare('select remark from sys_config order by 1').pluck().all()
  const verdict = database.pragma('integrity_check', { simple: true })
  database.close()
  return [verdict, ...remarks]
}

describe('an interrupted write in rollback-journal mode', () => {
  test('is undone by the next start: every row is as before, and the audit trail is whole (S82, S85)', async () => {
    const [dataDir, same] = [await interrupted(), await unpacked()]
    const store = await open(dataDir)
    expect((await verifyAudit(store)).isWhole).toBe(true)
    await store.close()
    await (await open(same)).close()
    expect(remarksIn(databasePath(dataDir))).toEqual(remarksIn(databasePath(same)))
    expect(journalsIn(dataDir)).toEqual([])
  })

  test('is undone before a backup is made of it', async () => {
    const dataDir = await interrupted()
    const { path } = await takeBackup({ dataDir, to: { folder: testFolder() }, now: Date.now() })
    const copy = join(testFolder(), DATABASE_NAME)
    await (await openBackup(path, 'copy')).read(copy, () => {})
    expect(remarksIn(copy)).toEqual(remarksIn(databasePath(await unpacked())))
  })

  test('a damaged file beside it is called damaged, and the sentence names the journal', async () => {
    const dataDir = await interrupted()
    writeFileSync(`${databasePath(dataDir)}-journal`, 'not a journal')
    const error: unknown = await open(dataDir).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(StartError)
    expect((error as Error).message).toMatch(/caliper\.sqlite is damaged \([^]+\)\. Restore a backup.* -journal/)
  })
})

describe('a journal that is left over', () => {
  test('does not get into a new database: it is kept under another name', async () => {
    const dataDir = await interrupted()
    rmSync(databasePath(dataDir))
    const store = await open(dataDir)
    expect(await store.db.select().from(store.t.configs)).toEqual([])
    await store.close()
    expect(remarksIn(databasePath(dataDir))).toEqual(['ok'])
    expect(journalsIn(dataDir)).toEqual([expect.stringMatching(/^caliper\.sqlite\.left-\d+-journal$/)])
  })

  test('moves away with the database that a restore replaces', async () => {
    const dataDir = await interrupted()
    await (await openBackup(fixture, '')).read(join(dataDir, readyName('20261121-101500')), () => {})
    await (await open(dataDir)).close()
    expect(journalsIn(dataDir)).toEqual([])
    const kept = join(dataDir, 'replaced-20261121-101500')
    expect(existsSync(join(kept, `${DATABASE_NAME}-journal`))).toBe(true)
    const back = testFolder()
    await (await openBackup(join(kept, DATABASE_NAME), '')).read(databasePath(back), () => {})
    expect(remarksIn(databasePath(back))).toEqual(remarksIn(databasePath(await unpacked())))
  })
})

describe.skipIf(!isFirstPass)('caliper doctor', () => {
  let dataDir = ''
  const shown: string[] = []
  const log = spyOn(console, 'log').mockImplementation((text) => void shown.push(String(text)))
  afterAll(() => log.mockRestore())
  ownSettings(async () => ({ CALIPER_DATA_DIR: (dataDir = await interrupted()) }))

  test('tells an interrupted write from damage, names the remedy, and changes nothing (S85)', async () => {
    const code = await cli(['doctor'])
    const said = shown.join('\n')
    expect(said).toMatch(/^FAILURE database: .*caliper\.sqlite has an interrupted write.*\n.*[Ss]tart the server/m)
    expect(said).not.toContain('damaged')
    expect(code).toBe(1)
    expect(journalsIn(dataDir)).toEqual([`${DATABASE_NAME}-journal`])
  })
})
