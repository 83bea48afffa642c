import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { startApp } from '../../support/app'
import { done, draftBy, qcPlant, stepped, type PlantTemplate } from '../../support/qc/plant'

const app = await startApp()
afterAll(app.close)
const plant = await qcPlant(app)
const { engineer, inspector } = plant

const gap = { code: 'gap', name: '间隙', type: 'numeric' as const, unit: 'mm', decimals: 2, lsl: '0.9', usl: '1.1' }
const look = {
  code: 'look',
  name: '外观',
  type: 'choice' as const,
  choices: [
    { code: 'ok', name: '好', judgement: 'OK' as const },
    { code: 'bad', name: '坏', judgement: 'NG' as const },
  ],
}
const inMicrons = { unit: 'µm', decimals: 0, lsl: '900', usl: '1100' }

let template: PlantTemplate
beforeEach(async () => {
  template = await plant.template({ signLevels: 0 }, [gap, look])
})

const submit = async (raw: string, more: object = {}) =>
  stepped(inspector, 'submit', await draftBy(inspector, template, { gap: [raw], look: ['ok'] }, more))

/** Saves the next version, under the keys that the items have. */
async function saveNext(items: object[]) {
  const at = `/qc/template/${template.templateId}`
  const { draft } = done(await engineer.post(`${at}/draft`, {}))
  return done(await engineer.put(`${at}/draft`, { lockVersion: draft.lockVersion, items })).draft
}

const publishing = ({ lockVersion }: { lockVersion: number }, headers = {}) =>
  engineer.send('POST', `/qc/template/${template.templateId}/publish`, {
    body: { lockVersion, changeNote: '下一版' },
    headers,
  })

const publishNext = async (items: object[]) => publishing(await saveNext(items))

const keyed = <Item extends { code: string }>(item: Item, change: object = {}) => ({
  ...item,
  itemKey: template.keys[item.code],
  ...change,
})

describe('an item with recorded values is measured as before: one chart has all of its values', () => {
  test('a draft with another unit is not published, and says the way on', async () => {
    await submit('1.00')
    const draft = await saveNext([keyed(look), keyed(gap, inMicrons)])
    expect(await publishing(draft)).toMatchObject({
      code: 400,
      errors: {
        'items.1.unit':
          'Values of this item are recorded in “mm”. For another unit, add a new item, which begins its own chart, and remove this one',
      },
    })
    const chinese = await publishing(draft, { 'accept-language': 'zh' })
    expect(chinese.errors).toEqual({
      'items.1.unit': '该项目已有以“mm”记录的数值。如需改用其他单位，请新增一个项目（另成一张控制图），并删除本项目',
    })
    const { data } = await engineer.get(`/qc/template/${template.templateId}`)
    expect(data).toMatchObject({ publishedVersion: 1, draft })
  })

  test('nor is one with another type', async () => {
    await submit('1.00')
    const { choices } = look
    const answer = await publishNext([keyed(gap, { type: 'choice', unit: '', choices }), keyed(look)])
    expect(answer.code).toBe(400)
    expect(answer.errors).toEqual({
      'items.0.type':
        'Values of this item are recorded. For another type, add a new item, which begins its own chart, and remove this one',
    })
  })

  test('a new item takes its place, also under the same code, and is a new characteristic', async () => {
    await submit('1.00')
    const { data } = await publishNext([{ ...gap, ...inMicrons }, keyed(look)])
    const [first, second] = data.version.items
    expect(first).toMatchObject({ code: 'gap', unit: 'µm' })
    expect(first.itemKey).not.toBe(template.keys['gap'])
    expect(second.itemKey).toBe(template.keys['look'])
  })

  test('what else it says may change', async () => {
    await submit('1.00')
    const answer = await publishNext([keyed(gap, { code: 'd1', name: '槽宽', usl: '1.2', decimals: 3 }), keyed(look)])
    expect(answer.code).toBe(200)
  })

  test('before there are values all of it may change', async () => {
    expect((await publishNext([keyed(gap, inMicrons), keyed(look)])).code).toBe(200)
    const { data } = await publishNext([keyed(gap, { type: 'text', unit: '' }), keyed(look)])
    expect(data.version.items[0]).toMatchObject({ type: 'text', itemKey: template.keys['gap'] })
  })

  test('values that are not yet submitted count, because their record stays with its version', async () => {
    await draftBy(inspector, template, { gap: ['1.00'] })
    const answer = await publishNext([keyed(gap, inMicrons), keyed(look)])
    expect(answer).toMatchObject({ code: 400, errors: { 'items.0.unit': expect.stringContaining('“mm”') } })
  })

  test('an item that was removed and comes back under its key is the same item', async () => {
    await submit('1.00')
    expect((await publishNext([keyed(look)])).code).toBe(200)
    const answer = await publishNext([keyed(look), keyed(gap, inMicrons)])
    expect(answer).toMatchObject({ code: 400, errors: { 'items.1.unit': expect.stringContaining('“mm”') } })
    const { templateId } = template
    const { data } = await engineer.get(`/qc/template/${templateId}`)
    const { draft } = done(
      await engineer.put(`/qc/template/${templateId}/draft`, {
        lockVersion: data.draft.lockVersion,
        items: [keyed(look), keyed(gap)],
      }),
    )
    expect((await publishing(draft)).code).toBe(200)
  })

  test('where two units are mixed already, that of the newest recorded version stays', async () => {
    const inspectedAt = new Date().toISOString()
    expect((await publishNext([keyed(gap, inMicrons), keyed(look)])).code).toBe(200)
    await submit('1.00', { versionNo: 1, inspectedAt })
    await submit('1000')
    expect((await publishNext([keyed(gap, { ...inMicrons, usl: '1200' }), keyed(look)])).code).toBe(200)
    const answer = await publishNext([keyed(gap), keyed(look)])
    expect(answer).toMatchObject({ code: 400, errors: { 'items.0.unit': expect.stringContaining('“µm”') } })
  })
})
