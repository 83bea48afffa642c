import { describe, expect, test } from 'bun:test'
import { sql, type SQL } from 'drizzle-orm'
import { appendAudit } from '#server/qc/audit/append'
import { auditBatches, listAudit } from '#server/qc/audit/list'
import type { Store } from '#server/platform/store/index'
import type { QcAuditEntry } from '#shared/qc/audit/schema'
import { auditedPlant } from '../../support/qc/audited-plant'
import { done } from '../../support/qc/plant'
import { rowsIn } from '../../support/sheets'
import { isPostgres } from '../../support/store'

const { app, store, plant, auditor, approved, corrected, voided, correctedOne, thickness, entries, entryOf, numberOf } =
  await auditedPlant()
const { inspector } = plant

describe('the trail can be read by who may', () => {
  const listed = async (query: string): Promise<QcAuditEntry[]> =>
    done(await auditor.get(`/qc/audit?pageSize=50&${query}`)).list

  async function exported(search: string, language = 'en') {
    const headers = { authorization: `Bearer ${auditor.token}`, 'accept-language': language }
    const response = await app.app.request(`/api/v1/qc/audit/export?${search}`, { headers })
    return Buffer.from(await response.arrayBuffer())
  }

  test.skipIf(isPostgres)('those of one thing are found by their index, however long the trail is (S94)', async () => {
    const asked: string[] = []
    const { prepared } = store
    const watched: Store = {
      ...store,
      prepared(query) {
        asked.push((query as unknown as { toSQL(): { sql: string } }).toSQL().sql) // every query that is built can tell
        return prepared(query)
      },
    }
    await listAudit(watched, { pageIndex: 1, pageSize: 20, orders: [], entity: 'record', entityId: 1, action: 'void' })
    const ofOne = asked.filter((query) => query.includes('"entity_id" ='))
    expect(ofOne).toHaveLength(2)
    for (const query of ofOne) {
      const explained = sql.raw(`explain query plan ${query.replaceAll('?', '1')}`)
      const plan = await store.tx(async (db) => (db as unknown as { all(query: SQL): unknown }).all(explained))
      expect(JSON.stringify(plan)).toContain('qc_audit_entity (entity=? AND entity_id=?)')
    }
  })

  test('the newest entries come first, with what they are about', async () => {
    const list = await listed('')
    expect(list.map(({ auditId }) => auditId)).toEqual(list.map(({ auditId }) => auditId).toSorted((a, b) => b - a))
    const change = list.find(({ action }) => action === 'correct')!
    expect(change).toMatchObject({ entity: 'record', subject: await numberOf(corrected), reasonCode: 'typing' })
    expect(list.find(({ field }) => field === `${thickness()}/2/raw`)).toMatchObject({
      itemName: '厚度',
      itemNameEn: 'Thickness',
      old: '10.01',
      new: '10.02',
    })
  })

  test.each<[string, () => Promise<string> | string, (entry: QcAuditEntry) => boolean | Promise<boolean>]>([
    ['kind', () => 'entity=template', ({ entity }) => entity === 'template'],
    [
      'record by its id',
      () => `entityId=${approved}`,
      ({ entity, entityId }) => entity === 'record' && entityId === approved,
    ],
    ['record by its number', async () => `recordNo=${await numberOf(voided)}`, ({ entityId }) => entityId === voided],
    ['who', () => `actor=${plant.reviewer.roleKey.slice(2)}`, ({ actorId }) => actorId === plant.reviewer.userId],
    ['action', () => 'action=approve', ({ action }) => action === 'approve'],
    [
      'kind and action',
      () => 'entity=record&action=void',
      ({ action, entity }) => action === 'void' && entity === 'record',
    ],
    ['time that has not come', () => 'beginTime=2999-01-01', () => false],
    ['time since the beginning', () => 'beginTime=2020-01-01&endTime=2999-01-01', () => true],
  ])('by %s', async (_, query, matches) => {
    const given = await query()
    const list = await listed(given)
    const all = await listed('')
    const expected = []
    for (const entry of all) if (await matches(entry)) expected.push(entry.auditId)
    expect(list.map(({ auditId }) => auditId).filter((id) => all.some(({ auditId }) => auditId === id))).toEqual(
      expected,
    )
  })

  test.each([
    ['an unknown kind', '?entity=user'],
    ['an id that is none', '?entityId=x'],
    ['a day that is none', '?beginTime=2026-02-30'],
    ['a zone that is none', '/export?tz=Mars/Olympus'],
  ])('%s is refused', async (_, asked) => {
    expect((await auditor.get(`/qc/audit${asked}`)).code).toBe(400)
  })

  test('numbers that follow from what was typed and seals of rows are not listed, and leave no gap in the pages', async () => {
    const hidden = (list: { action: string; field: string | null }[]) =>
      list.filter(({ action, field }) => action === 'seal' || field?.endsWith('/num'))
    async function pages(query: string) {
      const read: QcAuditEntry[][] = []
      let count: number
      do {
        const { data } = await auditor.get(`/qc/audit?pageSize=10&pageIndex=${read.length + 1}${query}`)
        count = data.count
        read.push(data.list)
      } while (read.length * 10 < count)
      expect(read.slice(0, -1).every(({ length }) => length === 10)).toBe(true)
      expect(hidden(read.flat())).toEqual([])
      expect(read.flat()).toHaveLength(count)
      return read.flat().map(({ auditId }) => auditId)
    }
    const reviewed = await plant.template({ signLevels: 2 })
    for (let round = 0; round < 2; round++) {
      const all = await entries()
      expect(hidden(all).length).toBeGreaterThan(round)
      const told = all.filter((entry) => hidden([entry]).length === 0)
      const idsOf = (some: typeof all) => some.map(({ id }) => id).toReversed()
      const ofRecord = told.filter(({ entity }) => entity === 'record')
      expect(await pages('')).toEqual(idsOf(told))
      expect(await pages('&auditIdOrder=asc')).toEqual(idsOf(told).toReversed())
      expect(await pages('&entity=record')).toEqual(idsOf(ofRecord))
      expect(await pages(`&entityId=${corrected}`)).toEqual(idsOf(ofRecord.filter((row) => row.entityId === corrected)))
      expect(await pages('&action=correct')).toEqual(idsOf(told.filter(({ action }) => action === 'correct')))
      const tab = done(await inspector.get(`/qc/value-base/${corrected}/audit?pageSize=50`))
      expect(hidden(tab.list)).toEqual([])
      expect(tab.list).toHaveLength(tab.count)
      await correctedOne(reviewed) // what comes later is left out as well
    }
    expect((await auditor.get('/qc/audit?pageIndex=1000')).data.list).toEqual([])
    const { data } = await auditor.get('/qc/audit/export?format=csv&action=correct')
    expect(data).toContain('/num')
  })

  test.each([
    ['America/New_York', 'Jan 15 2026 12:00:00 UTC', '2026-01-15 07:00:00', '-05:00'],
    ['America/New_York', 'Jul 15 2026 12:00:00 UTC', '2026-07-15 08:00:00', '-04:00'],
    ['Asia/Kathmandu', 'Jan 15 2026 12:00:00 UTC', '2026-01-15 17:45:00', '+05:45'],
  ])('an export in %s writes %s as %s, %s', async (tz, time, shown, offset) => {
    const by = { userId: 1, name: tz, now: Date.parse(time), requestId: 'test' }
    await store.tx((db) => appendAudit(store, db, by, [{ entity: 'audit', entityId: 0, action: 'verify' }]))
    const { id } = (await entries()).at(-1)!
    const { data } = await auditor.get(`/qc/audit/export?format=csv&action=verify&tz=${tz}`)
    expect(data).toContain(`\r\n${id},${shown},${offset},${tz},`)
  })

  test('one entry has all of what was written, and names the items of a submission', async () => {
    const { id } = await entryOf(approved, 'submit')
    const { data } = await auditor.get(`/qc/audit/${id}`)
    expect(JSON.parse(data.new).values).toHaveLength(5)
    expect(data.itemNames[thickness()]).toEqual({ name: '厚度', nameEn: 'Thickness' })
    expect((await listed('action=submit')).every((entry) => entry.new!.length <= 300)).toBe(true)
    expect((await auditor.get('/qc/audit/999999')).code).toBe(404)
  })

  test.each([
    ['reads it', '/qc/audit'],
    ['takes it out', '/qc/audit/export'],
    ['reads an entry', '/qc/audit/1'],
    ['verifies it', '/qc/audit/verify'],
  ])('nobody without the right %s', async (_, path) => {
    expect((await plant.inspector.get(path)).code).toBe(403)
  })

  test('an export has every entry with its seal, and stands in the trail itself (S66, S67, S74)', async () => {
    const before = (await entries()).length
    const { data } = await auditor.get('/qc/audit/export?format=csv')
    const all = await entries()
    expect(all.length).toBe(before + 1)
    expect(all.at(-1)).toMatchObject({ entity: 'audit', action: 'export', actorId: auditor.userId })
    for (const { hash } of all) expect(data).toContain(hash)
    const [entry] = await listed('action=correct')
    expect(data).toContain(`changed`)
    expect(entry!.subject && data.includes(entry!.subject)).toBe(true)
    const filtered: string = (await auditor.get('/qc/audit/export?format=csv&action=void')).data
    expect(filtered.trim().split('\r\n')).toHaveLength(1 + (await listed('action=void')).length)
  })

  test.each([
    ['en', 'to “Concession”', 'Typing error'],
    ['zh', '改为“让步接收”', '录入错误'],
  ])(
    'an export in %s has the words of the page for codes, and the stored values beside',
    async (language, sentence, reason) => {
      const by = { userId: 1, name: 'x', now: Date.now(), requestId: 'words' }
      const decided = { action: 'approve', field: 'disposition', old: null, new: 'concession', reasonCode: 'typing' }
      await store.tx((db) => appendAudit(store, db, by, [{ entity: 'record', entityId: approved, ...decided }]))
      const { id } = (await entries()).findLast(({ field }) => field === 'disposition')!
      const rows = await rowsIn(await exported(`format=csv&entityId=${approved}`, language))
      const { cells } = rows.find(({ cells }) => cells[0] === String(id))!
      expect(cells[6]).toContain(sentence)
      expect(cells.slice(11, 13)).toEqual(['concession', reason])
    },
  )

  describe('what was written is exported as it was', () => {
    /** An entry with this as its new value. */
    async function written(text: string): Promise<number> {
      const by = { userId: 1, name: 'x', now: Date.now(), requestId: 'long' }
      await store.tx((db) => appendAudit(store, db, by, [{ entity: 'audit', entityId: 0, action: 'run', new: text }]))
      return (await entries()).at(-1)!.id
    }
    /** The new value of an entry in a workbook. */
    const cellOf = async (id: number, language?: string) =>
      (await rowsIn(await exported('format=xlsx', language))).find(({ cells }) => cells[0] === String(id))!.cells[11]!

    test('a whole submission, in both formats', async () => {
      const { id, new: submission } = await entryOf(approved, 'submit')
      expect(submission!.length).toBeGreaterThan(300)
      expect((await exported('format=csv&action=submit')).toString()).toContain(submission!.replaceAll('"', '""'))
      expect(await cellOf(id)).toBe(submission!)
    })

    test('up to the last character that a cell of a workbook holds; a longer one says what it leaves out', async () => {
      const fits = 'y'.repeat(32_767)
      expect(await cellOf(await written(fits))).toBe(fits)
      const long = `${'x'.repeat(60_000)}end`
      const id = await written(long)
      const cell = await cellOf(id)
      const [, start, left] = /^(x+)… (\d+) more characters, see entry (\d+)$/.exec(cell)!
      expect(cell).toEndWith(`see entry ${id}`)
      expect(start!.length + Number(left)).toBe(long.length)
      expect(cell.length).toBeWithin(32_700, 32_768)
      expect(await cellOf(id, 'zh')).toMatch(new RegExp(`x… 余下 \\d+ 个字符见条目 ${id}$`))
      expect((await exported('format=csv&action=run')).includes(`,${long},`)).toBe(true)
    })

    test('as many long entries as there are, a few at a time', async () => {
      const text = '测'.repeat(200_000)
      for (let entry = 0; entry < 12; entry++) await written(text)
      let full = 0
      for await (const batch of auditBatches(store, { orders: [], action: 'run' })) {
        expect(batch.reduce((sum, entry) => sum + (entry.new?.length ?? 0), 0)).toBeLessThanOrEqual(1_000_000)
        full += batch.filter((entry) => entry.new === text).length
      }
      expect(full).toBe(12)
    })
  })
})
