import { DAY_MS } from '#shared/durations'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, asc, count, desc, eq } from 'drizzle-orm'
import { seedDemo } from '#seed/index'
import { calendarUpTo } from '#seed/qc/calendar'
import { seedYear } from '#seed/qc/index'
import { inspectionsOf, pauseAfter } from '#server/commands/simulator/line'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { statuses } from '#shared/constants'
import { startApp, type App } from '../../support/app'
import { findsPlanted } from '../../support/qc/planted-events'
import { isPostgres } from '../../support/store'

const TIMEOUT_MS = 120_000
/** The end of a Friday at work. */
const END = Date.UTC(2026, 10, 21)
const { startOf } = calendarUpTo(END)

/** A demo with the last days of the year, or all of it. */
async function demoWith(days?: number) {
  const app = await startApp({ now: () => END })
  const passwordOf = () => 'a password of the demo'
  await seedDemo(app.store, passwordOf, () => {}, { now: END, year: { end: END, ...(days && { days }) } })
  return app
}

describe('a year that is cut short', () => {
  const DAYS = 9

  /** What can be taken out of it, without when and by which request that was done. */
  async function taken(app: App) {
    const { get } = await app.signedIn('*:*:*')
    const [trail, sheet] = [await get('/qc/audit/export?format=csv&action=approve'), await get('/qc/export?format=csv')]
    expect([trail.http, sheet.http]).toEqual([200, 200])
    return [sheet.data as string, trail.data as string] as const
  }

  test(
    'gives byte for byte the same exports each time, also where a start was interrupted',
    async () => {
      const first = await demoWith(DAYS)
      const [sheet, trail] = await taken(first)
      expect([sheet.split('\n').length > 1500, trail.split('\n').length > 150]).toEqual([true, true])

      const second = await startApp({ now: () => END })
      await seedDemo(
        second.store,
        () => 'a password of the demo',
        () => {},
        { now: END },
      )
      const interrupted = seedYear(second.store, { end: END, days: DAYS }, ({ done }) => {
        if (done > 0) throw new Error('somebody pressed Ctrl-C')
      })
      await expect(interrupted).rejects.toThrow('Ctrl-C')
      await seedYear(second.store, { end: END + 90_000_000, days: DAYS }) // the next day
      expect(await taken(second)).toEqual([sheet, trail])
      expect(await auditHead(second)).toEqual(await auditHead(first))
      await Promise.all([first.close(), second.close()])
    },
    TIMEOUT_MS,
  )

  test('is not made in a plant that has product lines of its own', async () => {
    const app = await startApp({ now: () => END })
    const { products, valueBases } = app.store.t
    const stamps = { createdAt: 0, updatedAt: 0 }
    const own = { code: 'own', name: 'Own', tz: 'UTC', dayStartMin: 0, status: statuses.on, ...stamps }
    await app.store.tx((db) => db.insert(products).values(own))
    await seedYear(app.store, { end: END, days: 2 })
    expect(await app.store.db.select().from(valueBases)).toEqual([])
    await app.close()
  })
})

/** The seal of the last entry of the seed: all that came before is in it. */
async function auditHead({ store: { db, t } }: App) {
  const rows = await db.select().from(t.audits).where(eq(t.audits.action, 'approve')).orderBy(asc(t.audits.id))
  return rows.at(-1)!.hash
}

// Some seconds: once, on the database that demos have.
const isOnce = !isPostgres && process.env['CALIPER_TEST_ENVELOPE'] !== '200'

describe.skipIf(!isOnce)('the whole year in a database', () => {
  let app: App
  beforeAll(async () => {
    app = await demoWith()
  }, TIMEOUT_MS)
  afterAll(() => app.close())

  const rowsIn = async (table: App['store']['t'][keyof App['store']['t']]) =>
    (await app.store.db.select({ rows: count() }).from(table))[0]!.rows

  test('holds 10,536 records, 52,188 values, 620 lots, 13 templates', async () => {
    const { valueBases, values, lots, templates, equipment, products } = app.store.t
    expect(await Promise.all([valueBases, values, lots, templates, equipment, products].map(rowsIn))).toEqual([
      10_536, 52_188, 620, 13, 20, 3,
    ])
  })

  test(
    'has records in all states that occur: most approved, those of the last two days not yet',
    async () => {
      const { valueBases } = app.store.t
      const all = await app.store.db.select().from(valueBases)
      const part = (isMeant: (record: (typeof all)[number]) => boolean) => all.filter(isMeant).length / all.length
      expect(part(({ status }) => status === 'approved')).toBeWithin(0.96, 0.995)
      expect(part(({ status }) => status === 'voided')).toBeWithin(0.003, 0.009)
      expect(part(({ retestOf }) => retestOf !== null)).toBeWithin(0.01, 0.02)
      expect(part(({ judgement }) => judgement === 'NG')).toBeWithin(0.001, 0.02)
      const recent = all.filter(({ inspectedAt }) => inspectedAt >= END - 2 * DAY_MS)
      expect(new Set(recent.map(({ status }) => status))).toEqual(new Set(['submitted', 'draft']))
      expect(Math.max(...all.map(({ updatedAt }) => updatedAt))).toBeLessThan(END)
      const { audits } = app.store.t
      const rejected = await app.store.db.select().from(audits).where(eq(audits.action, 'reject'))
      expect(rejected.length / all.length).toBeWithin(0.008, 0.016)
    },
    TIMEOUT_MS,
  )

  test(
    'its audit trail is whole, in the order of time, and says what the records say',
    async () => {
      const { isWhole, records: checked, photos, found } = await verifyAudit(app.store)
      expect({ isWhole, checked, photos, found }).toEqual({ isWhole: true, checked: 10_536, photos: 13, found: [] })
      const entries = await app.store.db.select().from(app.store.t.audits).orderBy(asc(app.store.t.audits.id))
      // those of the server tell of the database itself, which is of today
      const [own, others] = [
        entries.filter(({ actorId }) => actorId === 0),
        entries.filter(({ actorId }) => actorId > 0),
      ]
      expect(own).toContainEqual(expect.objectContaining({ action: 'baseline' }))
      expect(others.length).toBeGreaterThan(own.length)
      expect(others.filter(({ at }, index) => at < (others[index - 1]?.at ?? 0))).toEqual([])
    },
    TIMEOUT_MS,
  )

  test('E3: the swapped figures were NG, were corrected for a reason, and are in the audit trail', async () => {
    const { audits, valueBases, values } = app.store.t
    const reason = '小数点后两位数字颠倒 The two figures behind the point were swapped'
    const [correction] = await app.store.db
      .select()
      .from(audits)
      .where(and(eq(audits.reason, reason), eq(audits.field, 'c21-fill-mass/2/raw')))
    expect(correction).toMatchObject({ reasonCode: 'typing' })
    const [was, is] = [correction!.old!, correction!.new!]
    expect(was).toBe(is.replace(/\.(\d)(\d)/, '.$2$1'))
    const [record] = await app.store.db
      .select()
      .from(valueBases)
      .where(eq(valueBases.qcValueBaseId, correction!.entityId))
    expect(record).toMatchObject({ firstJudgement: 'NG', judgement: 'OK', status: 'approved' })
    const marked = await app.store.db
      .select()
      .from(values)
      .where(and(eq(values.qcValueBaseId, correction!.entityId), eq(values.corrected, true)))
    expect(marked.map(({ itemKey, sampleNo, raw }) => [itemKey, sampleNo, raw])).toContainEqual([
      'c21-fill-mass',
      2,
      is,
    ])
  })

  test('E10: from day 180 on records are bound to limits that are narrower by a quarter', async () => {
    const { templates, templateVersions, templateItems, valueBases } = app.store.t
    const versions = await app.store.db
      .select({
        versionId: templateVersions.versionId,
        status: templateVersions.status,
        lsl: templateItems.lsl,
        usl: templateItems.usl,
      })
      .from(templateVersions)
      .innerJoin(templates, eq(templates.templateId, templateVersions.templateId))
      .innerJoin(templateItems, eq(templateItems.versionId, templateVersions.versionId))
      .where(and(eq(templates.code, 'C21-COAT'), eq(templateItems.code, 'density')))
      .orderBy(asc(templateVersions.versionNo))
    const [old, now] = versions.map(({ lsl, usl }) => Number(usl) - Number(lsl))
    expect(now! / old!).toBeCloseTo(0.75, 9)
    expect(versions.map(({ status }) => status)).toEqual(['superseded', 'published'])
    const bound = await app.store.db.select().from(valueBases).where(eq(valueBases.versionId, versions[1]!.versionId))
    expect(Math.min(...bound.map(({ inspectedAt }) => inspectedAt))).toBeGreaterThan(startOf(180))
    expect(bound).toHaveLength(121 * 4)
  })

  test('E18: one weld record is voided, with a reason', async () => {
    const { valueBases } = app.store.t
    const voided = await app.store.db
      .select()
      .from(valueBases)
      .where(eq(valueBases.voidReason, '试样装夹错误，数据无效 Sample clamped wrongly'))
    expect(voided).toHaveLength(1)
    expect(voided[0]).toMatchObject({
      status: 'voided',
      businessDay: new Date(startOf(77)).toISOString().slice(0, 10),
    })
  })

  test('a second start changes nothing', async () => {
    const [records, entries] = [await rowsIn(app.store.t.valueBases), await rowsIn(app.store.t.audits)]
    await seedYear(app.store, { end: END + 10 * DAY_MS })
    expect([await rowsIn(app.store.t.valueBases), await rowsIn(app.store.t.audits)]).toEqual([records, entries])
  })

  describe('what was planted is found by the public calls of the analysis (qc-domain §10)', () => {
    findsPlanted(() => ({ app, end: END }), TIMEOUT_MS)
  })
})

test(
  'the live line enters readings on lots of today, and opens few signals in 26 minutes',
  async () => {
    let now = END + DAY_MS / 2
    const app = await startApp({ now: () => now })
    await seedDemo(
      app.store,
      () => 'a password of the demo',
      () => {},
      { year: { end: END, days: 60 } },
    )
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => app.app.fetch(request) })
    const { token, get } = await app.signedIn('*:*:*')
    const inspectOnce = inspectionsOf({
      url: server.url.origin,
      tokenOf: async () => token,
      today: () => new Date(now).toISOString().slice(0, 10),
      seed: 1,
    })
    const openSignals = async () => ((await get('/qc/signal?pageSize=1&state=open')).data as { count: number }).count
    const { records: before } = await newestOf(app)
    const opened = await openSignals()
    let readings = 0
    const begun = now
    for (now += pauseAfter(0); now < begun + 26 * 60_000; now += pauseAfter(now - begun)) {
      await inspectOnce()
      readings += 1
    }
    expect(readings).toBeGreaterThan(10)
    const { records: after, lots } = await newestOf(app)
    expect(after - before).toBe(readings)
    expect(new Set(lots.slice(0, readings))).toEqual(new Set(['C261121', 'P261121', 'K261121']))
    expect((await openSignals()) - opened).toBeLessThanOrEqual(3)
    await server.stop(true)
    await app.close()
  },
  TIMEOUT_MS,
)

/** How many records there are, and their lots, the newest first. */
async function newestOf({ store: { db, t } }: App) {
  const rows = await db
    .select({ lotNo: t.lots.lotNo })
    .from(t.valueBases)
    .leftJoin(t.lots, eq(t.lots.lotId, t.valueBases.lotId))
    .orderBy(desc(t.valueBases.qcValueBaseId))
  return { records: rows.length, lots: rows.map(({ lotNo }) => lotNo) }
}
