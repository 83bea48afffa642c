import { afterAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { DatabaseAway } from '#server/platform/store/silence'
import type { Store } from '#server/platform/store/index'
import { startApp } from '../../support/app'
import { qcPlant } from '../../support/qc/plant'
import { CENTRE, chartOf, SIGMA } from '../../support/qc/charts'
import { openTestStore } from '../../support/store'

/** What is done before each of the next transactions. */
let before: (() => Promise<unknown>)[] = []
const opened = await openTestStore()
const store: Store = {
  ...opened,
  tx: async (work) => {
    await before.shift()?.()
    return opened.tx(work)
  },
}
const NOW = Date.parse('2026-05-20T12:00:00Z')
const app = await startApp({ store, now: () => NOW })
const plant = await qcPlant(app)
afterAll(app.close)

test('limits that were overtaken, and then failed, may be sent again with the same key', async () => {
  const { template, itemKey } = await chartOf(plant, { begin: NOW - 86_400_000 })
  const { templates } = store.t
  const overtaking = () =>
    opened.tx((db) =>
      db.update(templates).set({ chartFrom: 'approved' }).where(eq(templates.templateId, template.templateId)),
    )
  const failing = () => Promise.reject(new DatabaseAway('The connection was cut.'))
  const validFrom = new Date(NOW - 86_400_000).toISOString()
  const rules = { rules: ['1'] }
  const body = { itemKey, chart: 'imr', centre: CENTRE, sigma: SIGMA, validFrom, rules, reason: '首件合格后冻结' }
  const freeze = () =>
    plant.engineer.send('POST', '/qc/limit-set', { body, headers: { 'idempotency-key': 'a-key-of-the-limits' } })
  before = [overtaking, failing]
  expect((await freeze()).code).toBe(503)
  expect(await freeze()).toMatchObject({ code: 200, data: { itemKey } })
})
