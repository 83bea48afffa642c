import { afterAll, expect, test } from 'bun:test'
import type { Compiled, Query } from '#server/platform/store/store'
import type { Store } from '#server/platform/store/index'
import { startApp } from '../../support/app'
import { rowsIn } from '../../support/sheets'
import { done, draftBy, good, qcPlant, stepped, valuesOf, type Entered } from '../../support/qc/plant'
import { openTestStore } from '../../support/store'
import { until } from '../../support/until'

/** What is read in several statements while somebody else writes between two of them. */
const opened = await openTestStore()
let hold: { statement: RegExp; isHeld: PromiseWithResolvers<void>; goOn: PromiseWithResolvers<void> } | undefined

/** Statements that are held after the database has answered them, when it is their turn. */
function holding<Rows>({ prepared }: Pick<Store, 'prepared'>, query: Query<Rows>): Compiled<Rows> {
  const run = prepared(query)
  const { sql } = (query as unknown as { toSQL(): { sql: string } }).toSQL()
  return async (values, on) => {
    const rows = await run(values, on)
    if (!hold?.statement.test(sql)) return rows
    const { isHeld, goOn } = hold
    hold = undefined
    isHeld.resolve()
    await goOn.promise
    return rows
  }
}

/** What `read` answers when `write` is done right after the first statement in it that matches. */
async function between<Answer>(statement: RegExp, read: () => Promise<Answer>, write: () => Promise<unknown>) {
  const [isHeld, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  hold = { statement, isHeld, goOn }
  const answer = read()
  await Promise.race([isHeld.promise, answer.then(() => Promise.reject(new Error(`${statement} was not run`)))])
  await write().finally(goOn.resolve)
  return answer
}

const prepared: Store['prepared'] = (query) => holding(opened, query)
const store: Store = {
  ...opened,
  prepared,
  snapshot: (work) => opened.snapshot((at) => work({ ...at, prepared })),
  async openSnapshot() {
    const at = await opened.openSnapshot()
    openSnapshots += 1
    return { ...at, prepared, close: () => at.close().finally(() => (openSnapshots -= 1)) }
  },
}
let openSnapshots = 0
const app = await startApp({ store })
afterAll(app.close)
const plant = await qcPlant(app)
const { engineer, inspector, approver, admin } = plant

const bad: Entered = { ...good, thickness: ['10.00', '12.00', '9.99'] }
const ofRecord = /content_sha256.* from "qc_value_base"/
const at = ({ qcValueBaseId }: { qcValueBaseId: number }) => `/qc/value-base/${qcValueBaseId}`
const submitted = async () =>
  stepped(inspector, 'submit', await draftBy(inspector, await plant.template({ signLevels: 1 })))

test('a record that is approved while it is read is shown as it was before, and its signature is not called broken', async () => {
  const record = await submitted()
  const approval = () => stepped(approver, 'approve', record)
  const seen = done(await between(ofRecord, () => approver.get(at(record)), approval))
  expect(seen).toMatchObject({ status: 'submitted', signatures: [], approvedAt: null })
  const after = done(await approver.get(at(record)))
  expect(after).toMatchObject({ status: 'approved', signatures: [{ meaning: 'approved', state: 'valid' }] })
})

test('a print names the end of the audit trail that its record belongs to', async () => {
  const record = await submitted()
  const { headId } = done(await approver.get(`${at(record)}/print`))
  const approval = () => stepped(approver, 'approve', record)
  const printed = done(await between(ofRecord, () => approver.get(`${at(record)}/print`), approval))
  expect(printed).toMatchObject({ status: 'submitted', headId })
})

test('a characteristic is shown with the judgement of its record, also while that is corrected', async () => {
  const template = await plant.template({ signLevels: 1 })
  const draft = await draftBy(inspector, template)
  const change = { lockVersion: draft.lockVersion, values: valuesOf(template, bad) }
  const itemKey = template.keys['thickness']!
  const seen = done(
    await between(
      /"client_uid".* from "qc_value_base"/,
      () => engineer.get(`/qc/value-item?qcValueBaseId=${draft.qcValueBaseId}&itemKey=${itemKey}`),
      async () => done(await inspector.put(at(draft), change)),
    ),
  )
  expect(seen).toMatchObject({ record: { judgement: 'OK' }, judgement: 'OK' })
})

test('a template is shown with as many items as it says to have, also while its draft is saved', async () => {
  const { templateId, items } = await plant.template()
  const { draft } = done(await engineer.post(`/qc/template/${templateId}/draft`, {}))
  const change = { lockVersion: draft.lockVersion, items: [items[0]] }
  const seen = done(
    await between(
      /"item_count"|count\(.* from "qc_template_version"/,
      () => engineer.get(`/qc/template/${templateId}`),
      async () => done(await engineer.put(`/qc/template/${templateId}/draft`, change)),
    ),
  )
  expect(seen.draft.items).toHaveLength(seen.draft.itemCount)
})

const exportOf = (search: string) =>
  app.app.request(`/api/v1/qc/export?${search}`, {
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
  })

async function exported(search: string) {
  const response = await exportOf(search)
  const [header, ...rows] = (await rowsIn(new Uint8Array(await response.arrayBuffer()))).map(({ cells }) => cells)
  return rows.map((row) => Object.fromEntries(header!.map((title, index) => [title, row[index]])))
}

const told = (rows: readonly Record<string, unknown>[], ...titles: string[]) => [
  ...new Set(rows.map((row) => titles.map((title) => row[title]).join(', '))),
]

test('an export has the values that its records were judged by, also when they are changed meanwhile', async () => {
  const template = await plant.template()
  const draft = await draftBy(inspector, template)
  const change = { lockVersion: draft.lockVersion, values: valuesOf(template, bad) }
  const rows = await between(
    /"originals"/,
    () => exported(`templateId=${template.templateId}`),
    async () => done(await inspector.put(at(draft), change)),
  )
  expect(told(rows, 'Record judgement', 'Value judgement')).toEqual(['OK, OK'])
})

test('an export has what its filters ask for, also when a record is approved meanwhile', async () => {
  const record = await submitted()
  const rows = await between(
    /select "qc_value_base_id" from "qc_value_base"/,
    () => exported(`templateId=${record.templateId}&status=submitted`),
    () => stepped(approver, 'approve', record),
  )
  expect(told(rows, 'Status', 'Approved by')).toEqual(['Awaiting approval, '])
})

test('an export gives its connection back when it is complete, and when nobody reads on', async () => {
  const search = `templateId=${(await submitted()).templateId}`
  await exported(search)
  expect(openSnapshots).toBe(0)
  const response = await exportOf(search)
  expect(openSnapshots).toBe(1)
  await response.body!.cancel()
  await until(() => openSnapshots === 0)
})
