import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { PermissionTag } from '#shared/permissions'
import { at, codesOf, DAY, diameter, NOW, spread, surface, templateBench, withoutIds } from '../../support/qc/template'

const { app, engineer, lines, freshCode, head, create, get, save, publish, begin, published, record, audited } =
  await templateBench()
afterAll(app.close)

describe('the head of a template', () => {
  test('is changed field by field, each told in the audit trail; what is left out stays', async () => {
    const id = await create({ signLevels: 0, remark: '一号线' })
    const change = { code: 'NEW-CODE', name: '轴径', stage: 'fqc', isLotRequired: true }
    expect(await engineer.put(`${at}/${id}`, change)).toMatchObject({ code: 200, data: id, msg: 'Updated' })
    expect(await get(id)).toMatchObject({ ...change, signLevels: 0, remark: '一号线' })
    const updates = (await audited(id)).filter(({ action }) => action === 'update')
    expect(updates.map(({ field, old, new: now }) => [field, old, now])).toEqual([
      ['code', expect.any(String), 'NEW-CODE'],
      ['name', '轴径检验', '轴径'],
      ['stage', 'ipqc', 'fqc'],
      ['isLotRequired', 'false', 'true'],
    ])
  })

  test('a code is taken within its product line, in any letter case; asked for ten times at once there is one (S49)', async () => {
    const id = await create({ code: 'ONCE' })
    const msg = 'The code once is already in use in this product line'
    expect(await engineer.post(at, head({ code: 'once' }))).toMatchObject({ code: 409, msg, errors: { code: msg } })
    await create({ code: 'once', productId: lines.pouch })
    const change = { code: 'Once', name: 'x', stage: 'iqc' }
    expect((await engineer.put(`${at}/${id}`, change)).code).toBe(200)
    expect(await engineer.put(`${at}/${id}`, { ...change, productId: lines.pouch })).toMatchObject({ code: 409 })
    const twins = await Promise.all(Array.from({ length: 10 }, () => engineer.post(at, head({ code: 'twin' }))))
    expect(codesOf(twins)).toEqual([200, ...Array(9).fill(409)])
  })

  test('it moves to another product line until there are records; its code changes until one was submitted', async () => {
    const id = await published()
    const change = { code: `moved-${id}`, name: 'x', stage: 'iqc' }
    expect((await engineer.put(`${at}/${id}`, { ...change, productId: lines.pouch })).code).toBe(200)
    await record(id, { status: 'draft' })
    expect(await engineer.put(`${at}/${id}`, { ...change, productId: lines.c21 })).toMatchObject({
      code: 409,
      errors: { productId: `The template moved-${id} has records and cannot be moved to another product line` },
    })
    const renamed = { ...change, productId: lines.pouch, code: `renamed-${id}` }
    expect((await engineer.put(`${at}/${id}`, renamed)).code).toBe(200)
    expect(await get(id)).toMatchObject({ code: `renamed-${id}`, product: 'pouch', recordCount: 1 })
    await record(id)
    expect(await engineer.put(`${at}/${id}`, { ...renamed, code: `again-${id}` })).toMatchObject({
      code: 409,
      errors: { code: `Submitted records name the template renamed-${id}, so its code cannot be changed` },
    })
  })

  test.each([
    ['no name', { name: '' }, 'name', 'Required', '必填'],
    ['a code with blanks', { code: 'a b' }, 'code', 'Start with a letter or digit', '以字母或数字开头'],
    ['an unknown stage', { stage: 'later' }, 'stage', 'Not a valid value', '内容不正确'],
    ['three signatures', { signLevels: 3 }, 'signLevels', 'Not a valid value', '内容不正确'],
    ['no product line', { productId: 999_999 }, 'productId', 'This product line does not exist', '没有这条产品线'],
    [
      'one that is closed',
      { productId: lines.closed },
      'productId',
      'This product line does not exist',
      '没有这条产品线',
    ],
    ['a remark too long', { remark: 'x'.repeat(256) }, 'remark', 'At most 255 characters', '最多 255 个字符'],
  ])('refused: %s', async (_, change, field, en, zh) => {
    const body = head(change)
    const { count } = (await engineer.get(at)).data
    expect(await engineer.post(at, body)).toMatchObject({ code: 400, errors: { [field]: expect.stringContaining(en) } })
    const chinese = await engineer.send('POST', at, { body, headers: { 'accept-language': 'zh' } })
    expect(chinese.errors).toEqual({ [field]: expect.stringContaining(zh) })
    expect((await engineer.get(at)).data.count).toBe(count)
  })

  test('there is none of that id', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/copy'],
      ['POST', '/draft'],
      ['PUT', '/draft'],
      ['POST', '/publish'],
      ['GET', '/file'],
      ['GET', '/diff?from=1&to=2'],
    ] as const) {
      const body = { ...head(), lockVersion: 0, items: [], changeNote: 'x', reason: 'x' }
      const sent = method === 'GET' ? {} : { body }
      expect([path, (await engineer.send(method, `${at}/999999${path}`, sent)).code]).toEqual([path, 404])
    }
  })
})

describe('who may what (S28, S30)', () => {
  const acts: [act: string, tag: PermissionTag, call: (id: number) => [method: string, path: string, body?: object]][] =
    [
      ['read the list', 'qc:template:list', () => ['GET', '']],
      ['read one', 'qc:template:list', (id) => ['GET', `/${id}`]],
      ['compare versions', 'qc:template:list', (id) => ['GET', `/${id}/diff?from=1&to=1`]],
      ['make one', 'qc:template:add', () => ['POST', '', head()]],
      ['copy one', 'qc:template:add', (id) => ['POST', `/${id}/copy`, { code: freshCode(), name: 'x' }]],
      ['begin a draft', 'qc:template:edit', (id) => ['POST', `/${id}/draft`, {}]],
      ['save it', 'qc:template:edit', (id) => ['PUT', `/${id}/draft`, { lockVersion: 2, items: [diameter] }]],
      ['publish it', 'qc:template:publish', (id) => ['POST', `/${id}/publish`, { lockVersion: 3, changeNote: 'x' }]],
      ['retire it', 'qc:template:retire', (id) => ['DELETE', `/${id}`, { reason: 'x' }]],
      ['take it into use again', 'qc:template:retire', (id) => ['POST', `/${id}/reactivate`, {}]],
      ['write it to a file', 'qc:template:export', (id) => ['GET', `/${id}/file`]],
    ]
  test('each act needs its own permission', async () => {
    const id = await published()
    for (const [act, tag, call] of acts) {
      const [method, path, body] = call(id)
      const sent = body ? { body } : {}
      const others = await app.signedIn(
        ...acts.flatMap(([, other]) => (other === tag || tag === 'qc:template:list' ? [] : [other])),
      )
      expect([act, (await others.send(method, at + path, sent)).code]).toEqual([act, 403])
      const able = await app.signedIn(tag)
      expect([act, (await able.send(method, at + path, sent)).code]).toEqual([act, 200])
    }
  })

  test('who makes records reads what is published, but no draft, not even by its number', async () => {
    const id = await published()
    await begin(id)
    const inspector = await app.signedIn('qc:record:add')
    const { data } = await inspector.get(`${at}/${id}`)
    expect(data).toMatchObject({ version: { versionNo: 1 }, draft: null, hasDraft: false })
    expect(data.versions.map(({ versionNo }: { versionNo: number }) => versionNo)).toEqual([1])
    expect((await inspector.get(`${at}/${id}?versionNo=2`)).code).toBe(404)
    expect((await inspector.get(`${at}/${id}?versionNo=1`)).code).toBe(200)
    expect((await inspector.get(`${at}/option-select`)).code).toBe(200)
    expect((await inspector.get(at)).code).toBe(403)
  })
})

test('a copy has the English name that it is given, never that of the original', async () => {
  const id = await published([diameter], { nameEn: 'Shaft diameter' })
  const copied = async (names: object) => {
    const { data } = await engineer.post(`${at}/${id}/copy`, { code: freshCode(), ...names })
    return get(data)
  }
  expect(await copied({ name: '另一种轴', nameEn: 'Other shaft' })).toMatchObject({ nameEn: 'Other shaft' })
  expect(await copied({ name: '第三种轴' })).toMatchObject({ name: '第三种轴', nameEn: '' })
})

test('a copy says the same with characteristics of its own, in a draft', async () => {
  const id = await published()
  const { data: copyId } = await engineer.post(`${at}/${id}/copy`, { code: 'COPY-1', name: '另一种轴' })
  const [origin, copy] = [await get(id), await get(copyId)]
  expect(copy).toMatchObject({ code: 'COPY-1', name: '另一种轴', stage: 'ipqc', version: null, recordCount: 0 })
  expect(withoutIds(copy.draft.items)).toEqual(withoutIds(origin.version.items))
  const keys = new Set(origin.version.items.map(({ itemKey }: { itemKey: string }) => itemKey))
  expect(copy.draft.items.filter(({ itemKey }: { itemKey: string }) => keys.has(itemKey))).toEqual([])
  expect((await publish(copyId)).code).toBe(200)
  expect(await audited(copyId)).toMatchObject([{ action: 'copy', old: expect.stringContaining(`${id} `) }, {}])
  expect((await engineer.post(`${at}/${id}/copy`, { code: 'copy-1', name: 'x' })).code).toBe(409)
})

describe('the list', () => {
  let busy: number
  beforeAll(async () => {
    busy = await published([diameter, spread, surface], { code: 'LIST-A', name: '辊压厚度', stage: 'iqc' })
    await record(busy)
    await record(busy, { judgement: 'NG' })
    await record(busy, { status: 'voided', judgement: 'NG' })
    await record(busy, { inspectedAt: NOW - 31 * DAY, judgement: 'NG' })
    const drafted = await create({ code: 'LIST-B', name: '焊接拉力', stage: 'fqc', productId: lines.pouch })
    await save(drafted, [surface])
    await engineer.delete(`${at}/${await create({ code: 'LIST-C', name: '旧模板' })}`, { reason: '不再使用' })
  })
  const rows = async (query: string) => (await engineer.get(`${at}?codeOrder=asc&${query}`)).data.list

  test('says of each how much it asks for, and how its records of 30 days went', async () => {
    const [first, second, third] = await rows('keyword=list-')
    expect(first).toMatchObject({
      code: 'LIST-A',
      publishedVersion: 1,
      hasDraft: false,
      itemCount: 3,
      spcItemCount: 1,
      recentRecords: 2,
      recentNgRate: 0.5,
    })
    expect(second).toMatchObject({
      code: 'LIST-B',
      publishedVersion: null,
      hasDraft: true,
      itemCount: 1,
      spcItemCount: 0,
    })
    expect(third).toMatchObject({
      code: 'LIST-C',
      status: 'retired',
      itemCount: 0,
      recentRecords: 0,
      recentNgRate: null,
    })
    expect((await get(busy)).versions).toMatchObject([{ recordCount: 4 }])
  })

  test('has the NG rate of what the wall and the analysis count: first tests that were submitted, not drafts, not retests', async () => {
    const rated = await published([diameter], { code: 'RATED', name: '焊点' })
    const first = await record(rated, { judgement: 'NG' })
    await record(rated, { judgement: 'NG', retestOf: first })
    await record(rated, { status: 'draft', judgement: 'NG' })
    const [row] = await rows('keyword=RATED')
    expect(row).toMatchObject({ recentRecords: 3, recentNgRate: 1 })
    await record(rated, { status: 'draft', firstJudgement: 'OK' }) // came back to be put right
    for (let more = 0; more < 2; more++) await record(rated)
    const [later] = await rows('keyword=RATED')
    expect(later).toMatchObject({ recentRecords: 6, recentNgRate: 0.25 })
    const drafted = await published([diameter], { code: 'UNRATED', name: '焊点' })
    await record(drafted, { status: 'draft', judgement: 'NG' })
    expect(await rows('keyword=UNRATED')).toMatchObject([{ recentRecords: 1, recentNgRate: null }])
  })

  test('counts the records in the data scope of who asks, and no others (S34)', async () => {
    const own = await app.signedIn('qc:template:list') // whose role sees its own records
    const counts = async () => {
      const [row] = (await own.get(`${at}?keyword=LIST-A`)).data.list
      const { recordCount } = (await own.get(`${at}/${busy}`)).data
      return [row.recentRecords, row.recentNgRate, recordCount]
    }
    expect(await counts()).toEqual([0, null, 0])
    await record(busy, { operatorId: own.userId, judgement: 'NG', inspectedAt: NOW - 29 * DAY })
    expect(await counts()).toEqual([1, 1, 1])
  })

  test.each([
    ['keyword=list-', 'A B C'],
    ['keyword=LIST-&product=pouch', 'B'],
    ['keyword=LIST-&product=POUCH', 'B'],
    ['keyword=list-&product=pack', ''],
    ['keyword=list-&stage=iqc', 'A'],
    ['keyword=list-&status=retired', 'C'],
    ['keyword=list-&status=active&pageSize=1&pageIndex=2', 'B'],
    ['keyword=焊接', 'B'],
    ['keyword=%25', ''],
    ['keyword=list-&codeOrder=desc', 'A B C'],
  ])('%s finds %s', async (query, expected) => {
    const found = await rows(query)
    expect(found.map(({ code }: { code: string }) => code.replace('LIST-', '')).join(' ')).toBe(expected)
  })
})

test('the operation log tells of each act, under the code and name of the template (S69)', async () => {
  const id = await published(undefined, { code: 'LOGGED', name: '轴' })
  await engineer.delete(`${at}/${id}`, { reason: '停产' })
  const { data } = await engineer.get('/sys-opera-log?stem=qc-template&name=LOGGED&pageSize=100')
  const told = data.list.map(({ action, name, switchedTo }: Record<string, string>) => [action, name, switchedTo])
  expect(told).toEqual([
    ['status', 'LOGGED 轴', '1'],
    ['update', 'LOGGED 轴 v1', ''],
    ['update', 'LOGGED 轴 v1', ''],
    ['create', 'LOGGED 轴', ''],
  ])
})
