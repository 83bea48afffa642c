import { afterAll, describe, expect, test } from 'bun:test'
import type { AllCharts } from '#shared/qc/analysis/all-charts'
import type { AnalysisItem } from '#shared/qc/analysis/schema'
import type { Hit } from '#shared/qc/search'
import { done } from '../../support/qc/plant'
import { analysedPlant } from '../../support/qc/analysis'
import { diameter } from '../../support/qc/charts'

/** What is recorded of an item stays in reach when a new version of its template no longer has the item. */
const { app, plant, chart, spc } = await analysedPlant()
afterAll(app.close)
const { engineer } = plant

const width = { ...diameter, code: 'width', name: '宽度', nameEn: 'Width' }

/** A charted item, with three values unless another number is given, and the next version without it. */
async function replaced(values = [1, 2, 3], item = {}) {
  const made = await chart(item)
  await made.records(values)
  await plant.publish(made.template.templateId, [width])
  return made
}
type Removed = Awaited<ReturnType<typeof replaced>>

const items = async (product = ''): Promise<AnalysisItem[]> =>
  done(await engineer.get(`/qc/analysis/item${product && `?product=${product}`}`))

const ofTemplate = async ({ template }: Removed, product?: string) =>
  (await items(product))
    .filter(({ templateId }) => templateId === template.templateId)
    .map(({ name, isRemoved }) => [name, isRemoved])

describe('an item that was removed from its template', () => {
  test('is listed after the present ones, marked as removed, as long as it has values', async () => {
    const made = await replaced()
    expect(await ofTemplate(made)).toEqual([
      ['宽度', false],
      ['直径', true],
    ])
    expect(await ofTemplate(made, 'C21')).toHaveLength(2)
    expect(await ofTemplate(made, 'nonesuch')).toEqual([])
    const all = await items()
    expect(all.map(({ isRemoved }) => isRemoved)).toEqual(all.map(({ isRemoved }) => isRemoved).toSorted())
  })

  test('is not listed if nothing was ever recorded of it', async () => {
    expect(await ofTemplate(await replaced([]))).toEqual([['宽度', false]])
  })

  test('is listed once, as its newest version has it', async () => {
    const made = await chart()
    await made.record(1)
    const { templateId } = made.template
    await plant.publish(templateId, [{ ...diameter, itemKey: made.itemKey, name: '外径' }])
    await made.record(2)
    await plant.publish(templateId, [width])
    await plant.publish(templateId, [{ ...width, name: '槽宽' }])
    expect(await ofTemplate(made)).toEqual([
      ['槽宽', false],
      ['外径', true],
    ])
  })

  test('is present again once it comes back under its key', async () => {
    const made = await replaced()
    await plant.publish(made.template.templateId, [{ ...diameter, itemKey: made.itemKey }])
    expect(await ofTemplate(made)).toEqual([['直径', false]])
  })

  test('keeps its chart, which says the same', async () => {
    const made = await replaced()
    const { item, total } = await spc(made)
    expect([item.isRemoved, total]).toEqual([true, 3])
  })

  test('stands after the present ones among all charts, and not on the wall', async () => {
    const made = await replaced()
    const { charts }: AllCharts = done(await engineer.get('/qc/analysis/charts?product=c21'))
    expect(charts.find(({ item }) => item.itemKey === made.itemKey)?.item.isRemoved).toBe(true)
    const removed = charts.map(({ item }) => item.isRemoved)
    expect(removed).toEqual(removed.toSorted())
    const wall = done(await plant.admin.get('/qc/bigscreen?product=c21'))
    expect(JSON.stringify(wall)).not.toContain(made.itemKey)
  })

  test('is found by the search, marked as removed', async () => {
    await replaced([1], { name: '内孔直径' })
    await chart({ name: '内孔直径公差' })
    const { groups } = done(await engineer.get(`/search?q=${encodeURIComponent('内孔')}&kind=characteristic`))
    expect((groups[0].hits as Hit[]).map(({ name, isRemoved }) => [name, isRemoved])).toEqual([
      ['内孔直径公差', undefined],
      ['内孔直径', true],
    ])
  })
})
