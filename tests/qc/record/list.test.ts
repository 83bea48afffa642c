import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '#shared/durations'
import { done, draftBy, good, PASSWORD, stepped, valuesOf, type Person } from '../../support/qc/plant'
import { at, change, get, iso, recordBench } from '../../support/qc/records'
import { isPostgres } from '../../support/store'

/** What is read of records: the list, one characteristic among its neighbours, and by whom. */
const { app, plant, one, clock } = await recordBench()
const { admin, engineer, inspector, colleague, reviewer, approver } = plant
const { t } = app.store
/** Another line, of which nothing is recorded. */
done(await admin.post('/qc/product', { code: 'pouch', name: '软包', tz: 'Asia/Shanghai' }))

describe('one characteristic in one record', () => {
  type Numbered = { recordNo: string }
  const numbersOf = (records: Numbered[]) => records.map(({ recordNo }) => recordNo)

  test('stands among those before and after it; what is voided, and has no value, is not among them', async () => {
    const template = await plant.template({ signLevels: 1 })
    const records: any[] = []
    for (let minute = 0; minute < 60; minute++) {
      const inspectedAt = iso(clock.now() - 2 * HOUR_MS + minute * 60_000)
      const thickness = [(10 + minute / 1000).toFixed(2), '10.00', '10.00']
      const draft = await draftBy(inspector, template, { ...good, thickness }, { inspectedAt })
      records.push(await stepped(inspector, 'submit', draft))
    }
    const here = records[30]
    await stepped(engineer, 'void', records[31], { reason: 'x' })
    const back = await stepped(reviewer, 'reject', records[29], { reason: 'x' })
    done(await change(inspector, back, { values: valuesOf(template, { look: ['ok'] }), reasonCode: 'typing' }))
    const query = `/qc/value-item?qcValueBaseId=${here.qcValueBaseId}&itemKey=${template.keys['thickness']}`
    const info = done(await inspector.get(query))
    expect(info.item.code).toBe('thickness')
    expect(info.record.recordNo).toBe(here.recordNo)
    expect(info.values).toMatchObject([
      { sampleNo: 1, raw: '10.03', enteredByName: inspector.roleKey, gaugeName: null },
      {},
      {},
    ])
    expect(numbersOf(info.history)).toEqual(numbersOf([...records.slice(4, 29), here, ...records.slice(32, 57)]))
    expect(info.history[25]).toMatchObject({ n: 3, judgement: 'OK' })
    expect(info.history[25].mean).toBeCloseTo(10.01, 10)
    expect(info).toMatchObject({
      previousItem: null,
      nextItem: template.keys['mean'],
      previousRecord: { recordNo: records[28].recordNo },
      nextRecord: { recordNo: records[32].recordNo },
    })
    expect((await inspector.get(`/qc/value-item?qcValueBaseId=${here.qcValueBaseId}&itemKey=nothing`)).code).toBe(404)
    expect((await inspector.get('/qc/value-item?qcValueBaseId=999999&itemKey=x')).code).toBe(404)
  })

  test('a draft that was never submitted is in no chart; what came back to be corrected stays in it (2.3)', async () => {
    const template = await plant.template({ signLevels: 1 })
    const submit = async () => stepped(inspector, 'submit', await draftBy(inspector, template))
    const submitted = await submit()
    const rejected = await stepped(reviewer, 'reject', await submit(), { reason: 'x' })
    const withdrawn = await stepped(inspector, 'withdraw', await submit())
    const reopened = await stepped(approver, 'reopen', await stepped(approver, 'approve', await submit()), {
      reason: 'x',
    })
    const voided = await stepped(engineer, 'void', await submit(), { reason: 'x' })
    const draft = await draftBy(inspector, template)
    for (const { qcValueBaseId } of [submitted, voided, draft]) {
      const path = `/qc/value-item?qcValueBaseId=${qcValueBaseId}&itemKey=${template.keys['thickness']}`
      const { history, judgement, mean } = done(await inspector.get(path))
      expect(numbersOf(history)).toEqual(numbersOf([submitted, rejected, withdrawn, reopened]))
      expect([judgement, mean]).toEqual(['OK', 10])
    }
  })

  test('where charts begin at approval, what was never approved is a neighbour but no point (2.3)', async () => {
    const template = await plant.template({ chartFrom: 'approved', signLevels: 1 })
    const submit = async () => stepped(inspector, 'submit', await draftBy(inspector, template))
    const approved = await stepped(approver, 'approve', await submit())
    const submitted = await submit()
    const reopened = await stepped(approver, 'reopen', await stepped(approver, 'approve', await submit()), {
      reason: 'x',
    })
    const path = `/qc/value-item?qcValueBaseId=${submitted.qcValueBaseId}&itemKey=${template.keys['thickness']}`
    const { history, previousRecord, nextRecord } = done(await inspector.get(path))
    expect(numbersOf(history)).toEqual(numbersOf([approved, reopened]))
    expect(numbersOf([previousRecord, nextRecord])).toEqual(numbersOf([approved, reopened]))
  })
})

describe('the list', () => {
  const find = async (person: Person, search: string): Promise<string[]> =>
    done(await person.get(`/qc/value-base?pageSize=100&${search}`)).list.map(
      ({ recordNo }: { recordNo: string }) => recordNo,
    )

  test('is filtered by all that a record is made of', async () => {
    const template = await plant.template({ signLevels: 1, stage: 'fqc' })
    const { templateId } = template
    const lotId: number = done(await admin.post('/qc/lot', { productId: plant.productId, lotNo: 'listed' }))
    const day = 3 * DAY_MS
    const ok = await draftBy(inspector, template, good, { lotId, inspectedAt: iso(clock.now() - day) })
    const ng = await draftBy(colleague, template, { ...good, look: ['crack'] }, { equipmentId: plant.equipmentId })
    const both = [ng.recordNo, ok.recordNo]
    const { equipmentId } = plant
    const other: number = done(
      await admin.post('/qc/equipment', { productId: plant.productId, code: 'M7', name: 'M7', kind: 'machine' }),
    )
    for (const [search, expected] of [
      [`templateId=${templateId}`, both],
      ['stage=fqc', both],
      [`templateId=${templateId}&product=C21`, both],
      [`templateId=${templateId}&product=pouch`, []],
      ['product=nothing', []],
      [`lotId=${lotId}`, [ok.recordNo]],
      ['lotNo=listed', [ok.recordNo]],
      [`templateId=${templateId}&equipmentId=${plant.equipmentId}`, [ng.recordNo]],
      [`templateId=${templateId}&operatorId=${colleague.userId}`, [ng.recordNo]],
      // repeated names: whatever is of one of them
      [`templateId=${templateId}&equipmentId=${other}`, []],
      [`templateId=${templateId}&equipmentId=${other}&equipmentId=${equipmentId}`, [ng.recordNo]],
      [`templateId=${templateId}&equipmentId=${equipmentId}&equipmentId=${equipmentId}`, [ng.recordNo]],
      [`templateId=${templateId}&operatorId=${colleague.userId}&operatorId=${inspector.userId}`, both],
      [`lotId=${lotId}&lotId=${plant.lotId}&templateId=${templateId}`, [ok.recordNo]],
      [`templateId=${templateId}&shiftId=${ok.shiftId}&shiftId=2147483647`, both],
      [`templateId=${templateId}&judgement=NG`, [ng.recordNo]],
      [`templateId=${templateId}&status=draft`, both],
      [`templateId=${templateId}&status=approved`, []],
      [`templateId=${templateId}&status=approved&status=draft`, both],
      [`templateId=${templateId}&status=draft&status=draft`, both],
      [`templateId=${templateId}&status=approved&status=rejected`, []],
      [`templateId=${templateId}&businessDay=${ok.businessDay}`, [ok.recordNo]],
      [`templateId=${templateId}&beginTime=${iso(clock.now() - DAY_MS)}`, [ng.recordNo]],
      [`templateId=${templateId}&endTime=${iso(clock.now() - DAY_MS)}`, [ok.recordNo]],
      [`templateId=${templateId}&mine=1`, [ok.recordNo]],
      [`recordNo=${ok.recordNo.toLowerCase()}`, [ok.recordNo]],
      [`templateId=${templateId}&recordNo=${ok.recordNo.slice(0, 10).toLowerCase()}`, [ok.recordNo]],
      [`templateId=${templateId}&recordNo=c21`, both],
      [`templateId=${templateId}&recordNo=%25`, []],
      [`templateId=${templateId}&recordNoOrder=asc`, both.toSorted()],
      [`templateId=${templateId}&shiftId=${ok.shiftId}`, both],
    ] as const) {
      expect([search, await find(inspector, search)]).toEqual([search, [...expected]])
    }
    expect((await inspector.get('/qc/value-base?judgement=GOOD')).code).toBe(400)
    expect((await inspector.get('/qc/value-base?lotId=1&lotId=x')).code).toBe(400)
    expect((await inspector.get('/qc/value-base?status=draft&status=lost')).code).toBe(400)
    const sheet = await admin.get(`/qc/export?equipmentId=${other}&equipmentId=${equipmentId}`)
    expect([String(sheet.data).includes(ng.recordNo), String(sheet.data).includes(ok.recordNo)]).toEqual([true, false])
    expect((await inspector.get('/qc/value-base?beginTime=soon')).code).toBe(400)
  })

  test('tells whose signature a record waits for, and since when', async () => {
    const [single, double] = [await plant.template({ signLevels: 1 }), await plant.template({ signLevels: 2 })]
    const submitted = await stepped(inspector, 'submit', await draftBy(inspector, single))
    const toReview = await stepped(inspector, 'submit', await draftBy(inspector, double))
    const reviewed = await stepped(
      admin,
      'review',
      await stepped(inspector, 'submit', await draftBy(inspector, double)),
    )
    const own = await stepped(admin, 'submit', await draftBy(admin, single))
    const draft = await draftBy(inspector, single)
    const rejected = await stepped(
      admin,
      'reject',
      await stepped(inspector, 'submit', await draftBy(inspector, single)),
      { reason: 'x' },
    )
    const reopened = await stepped(
      admin,
      'reopen',
      await stepped(approver, 'approve', await stepped(inspector, 'submit', await draftBy(inspector, single))),
      { reason: 'x' },
    )
    const ours = [submitted, toReview, reviewed, own, draft, rejected, reopened].map(({ recordNo }) => recordNo)
    const waiting = async (person: Person, more = '') =>
      (await find(person, `waiting=1${more}`)).filter((recordNo) => ours.includes(recordNo)).toSorted()
    expect(await waiting(approver)).toEqual([submitted.recordNo, reviewed.recordNo, own.recordNo].toSorted())
    expect(await waiting(reviewer)).toEqual([toReview.recordNo])
    expect(await waiting(admin)).toEqual([submitted.recordNo, toReview.recordNo].toSorted())
    // what came back waits for whom it is by, not what was never submitted
    expect(await waiting(inspector)).toEqual([rejected.recordNo, reopened.recordNo].toSorted())
    expect(await waiting(colleague)).toEqual([])
    expect(await waiting(approver, '&overdue=1')).toEqual([])
    expect(submitted.waitingSince).toBe(submitted.submittedAt)
    clock.later(DAY_MS + 1000)
    expect(await waiting(approver, '&overdue=1')).toEqual(
      [submitted.recordNo, reviewed.recordNo, own.recordNo].toSorted(),
    )
    clock.later(-(DAY_MS + 1000))
  })
})

describe('the data scope (S33, S34)', () => {
  test('what lies outside is not there, whatever is asked', async () => {
    const elsewhere: number = done(await admin.post('/dept', { parentId: 0, deptName: '另一部门' }))
    const outsider = await app.signedIn(
      ...(['add', 'edit', 'submit', 'review', 'approve', 'reject', 'reopen', 'void', 'export'] as const).map(
        (verb) => `qc:record:${verb}` as const,
      ),
    )
    await app.store.tx(async (db) => {
      await db.update(t.roles).set({ dataScope: '3' }).where(eq(t.roles.roleKey, outsider.roleKey))
      await db.update(t.users).set({ deptId: elsewhere }).where(eq(t.users.userId, outsider.userId))
    })
    const theirs = await stepped(inspector, 'submit', await draftBy(inspector, one, good, { remark: 'theirs' }))
    const id = theirs.qcValueBaseId
    const said = { lockVersion: theirs.lockVersion, reason: 'x', password: PASSWORD, text: 'x' }
    const own = await draftBy(outsider, one)
    for (const [method, path] of [
      ['GET', at(id)],
      ['PUT', at(id)],
      ...['audit', 'signature', 'print'].map((part) => ['GET', `${at(id)}/${part}`]),
      ...['submit', 'withdraw', 'review', 'approve', 'reject', 'reopen', 'void', 'retest', 'comment'].map((action) => [
        'POST',
        `${at(id)}/${action}`,
      ]),
      ['GET', `/qc/value-item?qcValueBaseId=${id}&itemKey=${one.keys['look']}`],
    ] as [string, string][]) {
      const { code, data } = await outsider.send(method, path, method === 'GET' ? {} : { body: said })
      expect([method, path, code, data]).toEqual([method, path, 404, null])
    }
    const records = [{ qcValueBaseId: id, lockVersion: theirs.lockVersion }]
    expect((await outsider.post('/qc/value-base/approve', { records, ...said })).code).toBe(403) // no password of theirs
    const relate = (record: number, retestOf: number | null) =>
      app.store.tx((db) => db.update(t.valueBases).set({ retestOf }).where(eq(t.valueBases.qcValueBaseId, record)))
    await relate(own.qcValueBaseId, id)
    expect((await get(admin, own.qcValueBaseId)).retestOf.recordNo).toBe(theirs.recordNo)
    expect((await get(outsider, own.qcValueBaseId)).retestOf).toBe(null)
    await relate(own.qcValueBaseId, null)
    await relate(id, own.qcValueBaseId)
    expect((await get(admin, own.qcValueBaseId)).retests.length).toBe(1)
    expect((await get(outsider, own.qcValueBaseId)).retests).toEqual([])
    await relate(id, null)
    const retest = { templateId: one.templateId, retestOf: id }
    expect(await outsider.post('/qc/value-base', retest)).toMatchObject({
      code: 400,
      errors: { retestOf: expect.any(String) },
    })
    const { count, list } = done(await outsider.get('/qc/value-base'))
    expect([count, list.map(({ recordNo }: { recordNo: string }) => recordNo)]).toEqual([1, [own.recordNo]])
    expect(done(await outsider.get(`/qc/value-base?recordNo=${theirs.recordNo}`)).count).toBe(0)
    const item = `/qc/value-item?qcValueBaseId=${own.qcValueBaseId}&itemKey=${one.keys['look']}`
    expect(done(await outsider.get(item)).history).toEqual([])
    const sheet = String((await outsider.get('/qc/export')).data)
    expect([sheet.includes(own.recordNo), sheet.includes(theirs.recordNo)]).toEqual([true, false])
    expect(await get(admin, id)).toEqual(theirs)
  })

  test('nobody makes a record that they would not see; who sees their own rows alone makes them', async () => {
    const blind = await app.signedIn('qc:record:add')
    const deptId: number = done(await admin.post('/dept', { parentId: 0, deptName: '第三部门' }))
    const [role] = await app.store.db.select().from(t.roles).where(eq(t.roles.roleKey, blind.roleKey))
    await app.store.tx(async (db) => {
      await db.update(t.roles).set({ dataScope: '2' }).where(eq(t.roles.roleKey, blind.roleKey))
      await db.insert(t.roleDepts).values({ roleId: role!.roleId, deptId })
      await db.update(t.users).set({ deptId: plant.deptId }).where(eq(t.users.userId, blind.userId))
    })
    expect((await blind.post('/qc/value-base', { templateId: one.templateId })).code).toBe(403)
    await app.store.tx((db) => db.update(t.roles).set({ dataScope: '5' }).where(eq(t.roles.roleKey, blind.roleKey)))
    expect((await blind.post('/qc/value-base', { templateId: one.templateId })).code).toBe(200)
  })
})

test.skipIf(isPostgres)('no query is built for a list, a record or an item that was read before', async () => {
  const { qcValueBaseId: id } = await draftBy(inspector, one)
  const paths = [
    '/qc/value-base',
    '/qc/value-base?product=c21&judgement=OK&waiting=1',
    '/qc/value-base?recordNo=c21&stage=ipqc&lotNo=L-001',
    at(id),
    `${at(id)}/print`,
    `/qc/value-item?qcValueBaseId=${id}&itemKey=${one.keys['look']}`,
  ]
  const { select } = app.store.db
  let built = 0
  const visit = async () => {
    for (const path of paths) done(await inspector.get(path))
  }
  await visit()
  app.store.db.select = ((...columns: Parameters<typeof select>) => {
    built++
    return select.apply(app.store.db, columns)
  }) as typeof select
  await visit().finally(() => (app.store.db.select = select))
  expect(built).toBe(0)
})
