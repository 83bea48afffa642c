import { afterAll, expect, test } from 'bun:test'
import type { Group } from '#shared/list/page'
import { startApp } from '../../support/app'
import { done, draftBy, good, qcPlant, withScope } from '../../support/qc/plant'

/** 06:30 on a Friday in Shanghai: the day of a line that begins at 08:00 is still Thursday. */
const NOW = Date.parse('2026-11-27T06:30:00+08:00')
const app = await startApp({ now: () => NOW })
afterAll(app.close)
const plant = await qcPlant(app)
const { admin, inspector } = plant
const template = await plant.template({})

test('a period that moves with the clock goes by the clock of the line, of lists and exports alike', async () => {
  const line = done(await admin.get('/qc/product')).list.find(({ code }: { code: string }) => code === 'c21')
  done(await admin.put(`/qc/product/${line.productId}`, { tz: 'Asia/Shanghai', dayStartMin: '08:00' }))
  const times = ['2026-11-25T09:00', '2026-11-26T07:59', '2026-11-26T08:00', '2026-11-27T06:00'] as const
  const numbers = new Map<string, (typeof times)[number]>()
  for (const time of times) {
    const record = await draftBy(inspector, template, good, { inspectedAt: `${time}:00+08:00` })
    numbers.set(record.recordNo, time)
  }
  const listed = async (search: string) => {
    const { list } = done(await admin.get(`/qc/value-base?${search}`))
    return list.map(({ recordNo }: { recordNo: string }) => numbers.get(recordNo)).toReversed()
  }
  const [wednesday, beforeShift, shift, morning] = times
  const of = (period: string) => `beginTime=${period}&endTime=${period}`
  expect(await listed(`product=c21&${of('today')}`)).toEqual([shift, morning])
  expect(await listed(of('yesterday'))).toEqual([wednesday, beforeShift]) // there is one line
  expect(await listed(`product=C21&${of('this-week')}`)).toEqual([...times])
  expect(await listed(`product=c21&${of('last-month')}`)).toEqual([])
  expect(await listed('beginTime=yesterday&endTime=2026-11-25T12:00:00Z')).toEqual([wednesday])
  const sheet = await admin.send('GET', `/qc/export?product=c21&${of('today')}`)
  const exported = [...numbers].filter(([recordNo]) => String(sheet.data).includes(recordNo)).map(([, time]) => time)
  expect(exported).toEqual([shift, morning])
  expect((await admin.get(`/qc/value-base?${of('next-week')}`)).errors).toHaveProperty('beginTime')
})

test('records are grouped over the filter of the list, within the data scope of the reader (S33)', async () => {
  const counts = async (search: string, person = admin) => {
    const groups: Group[] = done(await person.get(`/qc/value-base/group?${search}`))
    return Object.fromEntries(groups.map(({ value, count }) => [value, count]))
  }
  expect(await counts('by=status&product=c21&beginTime=today&endTime=today')).toEqual({ draft: 2 })
  expect(await counts('by=templateId')).toEqual({ [template.templateId]: 4 })
  expect(await counts('by=judgement&recordNo=nowhere')).toEqual({})
  const stranger = await withScope(app, await app.signedIn('qc:record:list'), '5')
  expect(await counts('by=status', stranger)).toEqual({})
  expect((await admin.get('/qc/value-base/group?by=remark')).code).toBe(400)
})

test('the lists without a line take periods by the clock of the server', async () => {
  const rows = async (period: string) =>
    done(await admin.get(`/sys-opera-log?beginTime=${period}&endTime=${period}`)).count as number
  const { operations } = app.store.t
  await app.store.tx((db) => db.update(operations).set({ at: Date.now() }))
  expect(await rows('today')).toBeGreaterThan(0)
  expect(await rows('last-week')).toBe(0)
})
