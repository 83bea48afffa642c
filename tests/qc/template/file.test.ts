import { afterAll, expect, test } from 'bun:test'
import { MAX_ITEMS } from '#shared/qc/constants'
import { at, diameter, templateBench, withoutIds } from '../../support/qc/template'

const { app, engineer, lines, freshCode, create, get, save, begin, published, audited } = await templateBench()
afterAll(app.close)

const file = async (id: number, query = '') => JSON.parse((await engineer.get(`${at}/${id}/file${query}`)).data)
const importing = (body: unknown) => engineer.post(`${at}/import`, body)

test('written and read again it says the same; its name is plain, and both are noted', async () => {
  const id = await published(undefined, { nameEn: 'Shaft', signLevels: 2, remark: '=1+1' })
  const answer = await engineer.get(`${at}/${id}/file`)
  const { code, version, ...origin } = await get(id)
  expect(answer.headers.get('content-type')).toBe('application/vnd.caliper.template+json; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="template-c21-${code}-v1.json"`)
  const content = JSON.parse(answer.data)
  expect(content).toMatchObject({ format: 'caliper-template', formatVersion: 1, template: { product: 'c21', code } })
  expect(answer.data).not.toContain(version.items[0].itemKey)

  const made = await importing({ ...content, code: `${code}-B` })
  expect(made).toMatchObject({ code: 200, msg: 'Created' })
  const { draft, ...read } = await get(made.data)
  expect(withoutIds(draft.items)).toEqual(withoutIds(version.items))
  for (const field of ['nameEn', 'stage', 'chartFrom', 'signLevels', 'isLotRequired', 'remark', 'product']) {
    expect([field, read[field]]).toEqual([field, origin[field]])
  }
  expect((await audited(id)).at(-1)).toMatchObject({ action: 'export', new: `template-c21-${code}-v1.json` })
  expect(await audited(made.data)).toMatchObject([{ action: 'import' }])
})

test('an old version and a draft can be written too', async () => {
  const id = await published()
  await begin(id)
  await save(id, [diameter])
  expect((await file(id)).items).toHaveLength(3)
  expect((await file(id, '?versionNo=2')).items).toHaveLength(1)
  expect((await engineer.get(`${at}/${id}/file?versionNo=3`)).code).toBe(404)
  expect((await engineer.get(`${at}/${await create()}/file`)).code).toBe(404)
})

test('a code that is taken is told; for a product line that is not there another is chosen', async () => {
  const content = await file(await published())
  const taken = await importing(content)
  expect(taken).toMatchObject({ code: 409, errors: { code: expect.stringContaining(content.template.code) } })
  const foreign = { ...content, template: { ...content.template, product: 'elsewhere' } }
  expect(await importing(foreign)).toMatchObject({ code: 400, errors: { productId: expect.any(String) } })
  const { data } = await importing({ ...foreign, productId: lines.pouch })
  expect(await get(data)).toMatchObject({ product: 'pouch', code: content.template.code })
  const closed = await importing({ ...foreign, productId: lines.closed })
  expect(closed).toMatchObject({ code: 400, errors: { productId: expect.any(String) } })
})

test.each<[what: string, change: (content: any) => unknown, place: string, en: string, zh: string]>([
  ['another file', () => ({ name: 'caliper', version: '1.0' }), 'format', 'Not a template file', '不是'],
  ['one of later', (it) => ({ ...it, formatVersion: 2 }), 'formatVersion', 'newer version', '更新版本'],
  ['one without head', (it) => ({ ...it, template: null }), 'template', 'Required', '必填'],
  [
    'a head without name',
    (it) => ({ ...it, template: { ...it.template, name: '' } }),
    'template.name',
    'Required',
    '必填',
  ],
  ['no items', (it) => ({ ...it, items: undefined }), 'items', 'Required', '必填'],
  ['an item that is none', (it) => ({ ...it, items: [it.items[0], 'x'] }), 'items.1', 'Not a valid', '不正确'],
  ['a limit in words', (it) => ({ ...it, items: [{ ...it.items[0], lsl: 'low' }] }), 'items.0.lsl', 'a number', '数字'],
  ['a code twice', (it) => ({ ...it, items: [it.items[0], it.items[0]] }), 'items.1.code', 'same code', '编码'],
  [
    'a control character',
    (it) => ({ ...it, items: [{ ...it.items[0], name: 'a\u0000' }] }),
    'items.0.name',
    'Control',
    '控制字符',
  ],
  ['too many items', (it) => ({ ...it, items: Array(MAX_ITEMS + 1).fill(it.items[0]) }), 'items', `${MAX_ITEMS}`, ''],
])('hostile or broken: %s', async (_, change, place, en, zh) => {
  const id = await published()
  const { count } = (await engineer.get(at)).data
  const body = change({ ...(await file(id)), code: freshCode() })
  expect(await importing(body)).toMatchObject({ code: 400, errors: { [place]: expect.stringContaining(en) } })
  const chinese = await engineer.send('POST', `${at}/import`, { body, headers: { 'accept-language': 'zh' } })
  expect(chinese.errors?.[place]).toContain(zh)
  expect((await engineer.get(at)).data.count).toBe(count)
})

test('what no file has is dropped, keys of items and of objects themselves too', async () => {
  const content = await file(await published([diameter]))
  const text = JSON.stringify({ ...content, code: freshCode(), templateId: 1, status: 'retired', ownerId: 9 })
  const body = text.replace('"code":"d1"', '"code":"d1","itemKey":"mine","itemId":1,"__proto__":{"x":1}')
  const { data } = await engineer.send('POST', `${at}/import`, { body })
  const { status, ownerName, draft } = await get(data)
  expect([status, ownerName]).toEqual(['active', engineer.roleKey])
  expect(draft.items[0].itemKey).not.toBe('mine')
})

test.each([
  ['a megabyte of it', (text: string) => text.replace('外径', 'x'.repeat(1_100_000)), 413],
  ['half of it', (text: string) => text.slice(0, 200), 400],
  ['33 lists in each other', (text: string) => text.replace('[1,2,5]', `${'['.repeat(33)}${']'.repeat(33)}`), 400],
])('%s is refused', async (_, change, code) => {
  const body = change(JSON.stringify(await file(await published())))
  expect((await engineer.send('POST', `${at}/import`, { body })).code).toBe(code)
})
