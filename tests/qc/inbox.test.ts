import { afterAll, describe, expect, test } from 'bun:test'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Operator } from '#server/access/session/queries'
import type { Store } from '#server/platform/store/index'
import { inboxOf as inboxIn } from '#server/qc/inbox/queries'
import type { Inbox, InboxKind } from '#shared/qc/inbox'
import { startApp } from '../support/app'
import { isPostgres } from '../support/store'
import {
  done,
  draftBy,
  good,
  PASSWORD,
  qcPlant,
  step,
  stepped,
  withScope,
  type Entered,
  type Person,
  type PlantTemplate,
} from '../support/qc/plant'

const app = await startApp()
const plant = await qcPlant(app)
const { admin, engineer, inspector, colleague, reviewer, approver, viewer } = plant
afterAll(app.close)
const one = await plant.template({ signLevels: 1 })
const two = await plant.template({ signLevels: 2 })

const bad: Entered = { thickness: ['10.50', '10.01', '9.99'], look: ['ok'] }

const submitted = async (template: PlantTemplate, entered: Entered = good, by: Person = inspector) =>
  stepped(by, 'submit', await draftBy(by, template, entered, { remark: 'seen' }))

const inboxOf = async (person: Person, query = ''): Promise<Inbox> => done(await person.get(`/qc/inbox${query}`))
const ids = ({ list }: Inbox, kind: InboxKind) => list.filter((item) => item.kind === kind).map(({ id }) => id)

/** Within the specification, and beyond control limits of 10 ± 0.017. */
const drifted: Entered = { thickness: ['10.04', '10.04', '10.04'], look: ['ok'] }

describe('what waits for whom', () => {
  test('each record comes to those who can take it on, for that', async () => {
    const toApprove = await submitted(one)
    const toReview = await submitted(two)
    const reviewed = await stepped(reviewer, 'review', await submitted(two))
    const returned = await stepped(approver, 'reject', await submitted(one), { reason: 'again' })
    const expected: [Person, Partial<Record<InboxKind, number[]>>][] = [
      [approver, { approve: [toApprove.qcValueBaseId, reviewed.qcValueBaseId] }],
      [reviewer, { review: [toReview.qcValueBaseId] }],
      [inspector, { returned: [returned.qcValueBaseId] }],
      [colleague, {}],
    ]
    for (const [person, kinds] of expected) {
      const inbox = await inboxOf(person)
      for (const kind of ['review', 'approve', 'returned'] as const) {
        expect(ids(inbox, kind).toSorted()).toEqual((kinds[kind] ?? []).toSorted())
      }
    }
  })

  test('the kinds are counted, and the count is the same alone', async () => {
    const inbox = await inboxOf(approver)
    expect(inbox.counts).toEqual({ approve: 2, signal: 0, assigned: 0, mention: 0 })
    expect(inbox.count).toBe(2)
    expect(done(await approver.get('/qc/inbox/count'))).toEqual({
      count: 2,
      counts: { approve: 2, signal: 0, assigned: 0, mention: 0 },
    })
  })

  test('a kind can be asked for alone, which leaves the counts as they are', async () => {
    const inbox = await inboxOf(reviewer, '?kind=signal')
    expect(inbox.list).toEqual([])
    expect(inbox.counts).toEqual({ review: 1, signal: 0, assigned: 0, mention: 0 })
  })

  test('records of the list `waiting=1` are those of the inbox', async () => {
    for (const person of [approver, reviewer, inspector, admin]) {
      const { list } = done(await person.get('/qc/value-base?waiting=1&pageSize=50'))
      const listed = list.map(({ qcValueBaseId }: { qcValueBaseId: number }) => qcValueBaseId)
      const inbox = await inboxOf(person)
      const found = (['review', 'approve', 'returned'] as const).flatMap((kind) => ids(inbox, kind))
      expect(found.toSorted()).toEqual(listed.toSorted())
    }
  })

  test('equipment whose calibration is due within a week waits for those who may change it', async () => {
    const now = Date.now()
    const day = (ahead: number) => new Date(now + ahead * 86_400_000).toISOString().slice(0, 10)
    const make = async (code: string, ahead: number, status = '2'): Promise<number> =>
      done(
        await engineer.post('/qc/equipment', {
          productId: plant.productId,
          code,
          name: code,
          kind: 'gauge',
          calibrationDue: day(ahead),
          status,
        }),
      )
    const soon = await make('DUE-SOON', 5)
    const over = await make('DUE-OVER', -3)
    await make('DUE-LATER', 30)
    await make('DUE-UNUSED', -3, '1')
    const inbox = await inboxOf(engineer)
    expect(ids(inbox, 'calibration')).toEqual([over, soon])
    expect(inbox.list.find(({ id, kind }) => kind === 'calibration' && id === over)).toMatchObject({
      number: 'DUE-OVER',
      product: 'c21',
      dueOn: day(-3),
    })
    expect((await inboxOf(approver)).counts).not.toHaveProperty('calibration')
  })
})

describe('the order: NG and open signals first, then what has waited longest', () => {
  test('an NG record and one with an open signal stand before older ones', async () => {
    const older = ids(await inboxOf(approver, '?kind=approve'), 'approve')
    const ng = await submitted(one, bad)
    done(
      await engineer.post('/qc/limit-set', {
        itemKey: one.keys['thickness'],
        chart: 'xbar-r',
        centre: 10,
        sigma: 0.01,
        rules: { rules: ['1'] },
        reason: 'for a test',
        validFrom: new Date().toISOString(),
      }),
    )
    const signalled = await submitted(one, drifted)
    const last = await submitted(one)
    const { list: signals } = done(await approver.get('/qc/signal?state=open'))
    const [signal] = signals
    expect(signals).toMatchObject([{ qcValueBaseId: signalled.qcValueBaseId }])
    const inbox = await inboxOf(approver)
    expect(inbox.list.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      `approve ${ng.qcValueBaseId}`,
      `approve ${signalled.qcValueBaseId}`,
      `signal ${signal.signalId}`,
      ...older.map((id) => `approve ${id}`),
      `approve ${last.qcValueBaseId}`,
    ])
    expect(inbox.list[0]).toMatchObject({ judgement: 'NG', openSignals: 0, number: ng.recordNo, product: 'c21' })
    expect(inbox.list[1]).toMatchObject({ judgement: 'OK', openSignals: 1 })
    // inspectors only acknowledge, and viewers do nothing about signals
    expect((await inboxOf(inspector)).counts.signal).toBe(1)
    done(await inspector.post(`/qc/signal/${signal.signalId}/ack`, { lockVersion: signal.lockVersion }))
    expect((await inboxOf(inspector)).counts.signal).toBe(0)
    expect((await inboxOf(approver)).counts.signal).toBe(1)
    expect((await inboxOf(approver)).list.find(({ kind }) => kind === 'signal')).toMatchObject({ openSignals: 0 })
  })
})

test.skipIf(isPostgres)('records and signals are found by indexes', async () => {
  const asked: string[] = []
  const { store } = app
  const watched: Store = {
    ...store,
    prepared(query) {
      asked.push((query as unknown as { toSQL(): { sql: string } }).toSQL().sql) // every query that is built can tell
      return store.prepared(query)
    },
  }
  const operator = { ...admin, permissions: ['*:*:*'], roleIds: [], deptId: null } as unknown as Operator // as far as it is read
  await inboxIn(watched, { operator, now: Date.now(), isSelfAllowed: false }, undefined)
  const plans = await Promise.all(
    asked.map((query) =>
      store.tx(async (db) => {
        const explained = sql.raw(`explain query plan ${query.replaceAll('?', '1')}`)
        return JSON.stringify(await (db as unknown as { all(query: SQL): unknown }).all(explained))
      }),
    ),
  )
  const plansOf = (table: string) => plans.filter((_, index) => asked[index]!.includes(`from "${table}"`))
  expect(plansOf('qc_value_base').length).toBeGreaterThan(0)
  expect(plansOf('qc_signal').length).toBeGreaterThan(0)
  for (const plan of plansOf('qc_value_base')) expect(plan).not.toMatch(/SCAN qc_value_base(?! USING)/)
  for (const plan of plansOf('qc_signal')) expect(plan).not.toMatch(/SCAN qc_signal(?! USING)/)
})

describe('rights (S28, S30, S33, S34)', () => {
  test('without the permission it is refused', async () => {
    expect((await viewer.get('/qc/inbox')).code).toBe(403)
    expect((await viewer.get('/qc/inbox/count')).code).toBe(403)
  })

  test('it lists nothing that the single lists would refuse', async () => {
    const blind = await app.signedIn('qc:inbox:list', 'qc:record:approve', 'qc:signal:close', 'qc:equipment:edit')
    const { t } = app.store
    // these actions bring their pages with them: take the pages away again
    await app.store.tx(async (db) => {
      const pages = await db.select().from(t.menus).where(eq(t.menus.menuType, 'C'))
      for (const { menuId, permission } of pages) {
        if (permission !== 'qc:inbox:list') await db.delete(t.roleMenus).where(eq(t.roleMenus.menuId, menuId))
      }
    })
    const inbox: Inbox = done(await blind.get('/qc/inbox'))
    const lists = ['/qc/value-base', '/qc/signal', '/qc/equipment']
    for (const [index, kind] of (['approve', 'signal', 'calibration'] as const).entries()) {
      const isRefused = (await blind.get(lists[index]!)).code === 403
      expect(kind in inbox.counts).toBe(!isRefused)
    }
  })

  test('records and signals outside of the data scope are neither listed nor counted', async () => {
    const elsewhere: number = done(await admin.post('/dept', { parentId: 0, deptName: '仓库' }))
    const outsider = await withScope(app, await plant.person('approver', elsewhere), '3', elsewhere)
    expect(done(await outsider.get('/qc/inbox'))).toEqual({
      count: 0,
      counts: { approve: 0, signal: 0, assigned: 0, mention: 0 },
      list: [],
    })
  })
})

describe('approving several', () => {
  test('the summary says of each what would be signed, and what stands in the way', async () => {
    const [ok, ng, unreviewed] = [await submitted(one), await submitted(one, bad), await submitted(two)]
    const query = [ok, ng, unreviewed].map(({ qcValueBaseId }) => `qcValueBaseId=${qcValueBaseId}`).join('&')
    const summary = done(await approver.get(`/qc/value-base/approval?${query}&qcValueBaseId=2000000000`))
    expect(summary).toMatchObject({
      isPasswordAsked: true,
      records: [
        { recordNo: ok.recordNo, judgement: 'OK', lockVersion: ok.lockVersion, hindrance: null },
        { recordNo: ng.recordNo, judgement: 'NG', lockVersion: ng.lockVersion, hindrance: null },
        { recordNo: unreviewed.recordNo, hindrance: expect.stringContaining('not reviewed') },
      ],
    })
    expect(summary.records).toHaveLength(3)
    expect((await inspector.get(`/qc/value-base/approval?${query}`)).code).toBe(403)
  })

  test('each NG record needs a disposition of its own, and gets its own signature and audit entry', async () => {
    const [ok, ng, other] = [await submitted(one), await submitted(one, bad), await submitted(one, bad)]
    const at = ({ qcValueBaseId, lockVersion }: typeof ok, disposition?: string) => ({
      qcValueBaseId,
      lockVersion,
      ...(disposition && { disposition }),
    })
    const approve = (records: object[]) => approver.post('/qc/value-base/approve', { records, password: PASSWORD })
    const refused = await approve([at(ok), at(ng, 'rework'), at(other)])
    expect(refused).toMatchObject({ code: 409, data: { faults: [{ qcValueBaseId: other.qcValueBaseId }] } })
    expect((await approve([at(ok), at(ng, 'rework'), at(other, 'no such code')])).code).toBe(400)
    done(await approve([at(ok), at(ng, 'rework'), at(other, 'scrap')]))
    for (const [record, disposition] of [
      [ok, null],
      [ng, 'rework'],
      [other, 'scrap'],
    ] as const) {
      const after = done(await approver.get(`/qc/value-base/${record.qcValueBaseId}`))
      expect(after).toMatchObject({ status: 'approved', disposition })
      expect(after.signatures).toMatchObject([{ meaning: 'approved', signerId: approver.userId, state: 'valid' }])
      const audit = done(await admin.get(`/qc/value-base/${record.qcValueBaseId}/audit`))
      expect(audit.list.filter(({ action }: { action: string }) => action === 'approve').length).toBeGreaterThan(0)
    }
  })

  test('a record that was changed since it was seen is approved neither alone nor among others (S42)', async () => {
    const [seen, other] = [await submitted(one), await submitted(one)]
    const withdrawn = await stepped(inspector, 'withdraw', seen)
    const resubmitted = await stepped(inspector, 'submit', withdrawn)
    expect((await step(approver, 'approve', seen)).code).toBe(409)
    const records = [seen, other].map(({ qcValueBaseId, lockVersion }) => ({ qcValueBaseId, lockVersion }))
    const refused = await approver.post('/qc/value-base/approve', { records, password: PASSWORD })
    expect(refused).toMatchObject({ code: 409, data: { faults: [{ qcValueBaseId: seen.qcValueBaseId }] } })
    for (const { qcValueBaseId } of [resubmitted, other]) {
      expect(done(await approver.get(`/qc/value-base/${qcValueBaseId}`)).status).toBe('submitted')
    }
  })
})
