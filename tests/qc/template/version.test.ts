import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { currentVersion, numberedItems } from '#server/qc/template/version'
import type { Store } from '#server/platform/store/index'
import { at, codesOf, diameter, NOW, spread, surface, templateBench } from '../../support/qc/template'

const { app, store, engineer, head, create, get, save, publish, begin, published, audited } = await templateBench()
afterAll(app.close)

describe('the life of a template (qc-domain 4, 5.1)', () => {
  let id: number
  beforeAll(async () => {
    id = await create({ code: 'SHAFT-01', signLevels: 2, isLotRequired: true })
  })

  test('it begins with an empty draft, which nothing can be recorded against', async () => {
    expect(await get(id)).toMatchObject({
      templateId: id,
      product: 'c21',
      code: 'SHAFT-01',
      status: 'active',
      signLevels: 2,
      isLotRequired: true,
      chartFrom: 'submitted',
      ownerName: engineer.roleKey,
      publishedVersion: null,
      hasDraft: true,
      version: null,
      draft: { versionNo: 1, status: 'draft', lockVersion: 0, items: [], contentSha256: null },
    })
    expect(await currentVersion(store, store.db, id)).toBeUndefined()
    expect((await engineer.get(`${at}/option-select`)).data).toEqual([])
  })

  test('items are saved whole, and each gets a key of its own', async () => {
    const { data } = await save(id, [diameter, spread])
    expect(data.draft).toMatchObject({ lockVersion: 1, itemCount: 2 })
    const [first, second] = data.draft.items
    expect(first).toMatchObject({ ...diameter, seq: 1, required: 'always', severity: 'major', rules: [1, 2, 5] })
    expect(second).toMatchObject({ ...spread, seq: 2, nominal: null, choices: [] })
    expect(first.itemKey).not.toBe(second.itemKey)
  })

  test('saved again with their keys they are the same items; a key that is not theirs is none', async () => {
    const before = (await get(id)).draft.items
    const foreign = (await get(await published())).version.items[0].itemKey
    const change = [
      before[1],
      { ...before[0], unit: 'μm' },
      { ...surface, itemKey: foreign },
      { ...surface, code: 'again', itemKey: before[0].itemKey },
    ]
    const { items } = (await save(id, change)).data.draft
    expect(items.map(({ code }: { code: string }) => code)).toEqual(['r1', 'd1', 'face', 'again'])
    expect(items[0].itemKey).toBe(before[1].itemKey)
    expect(items[1]).toMatchObject({ itemKey: before[0].itemKey, unit: 'μm' })
    expect(items[2].itemKey).not.toBe(foreign)
    expect(items[3].itemKey).not.toBe(before[0].itemKey)
    await save(id, before)
  })

  test('published it is in force at once, under who published it, and sealed', async () => {
    const { data } = await publish(id, '首次发布')
    expect(data).toMatchObject({ publishedVersion: 1, hasDraft: false, draft: null })
    expect(data.version).toMatchObject({
      versionNo: 1,
      status: 'published',
      changeNote: '首次发布',
      publishedByName: engineer.roleKey,
      publishedAt: new Date(NOW).toISOString(),
      effectiveFrom: new Date(NOW).toISOString(),
      contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const option = (await engineer.get(`${at}/option-select?product=c21&keyword=shaft`)).data
    expect(option).toEqual([
      { templateId: id, code: 'SHAFT-01', name: '轴径检验', nameEn: '', stage: 'ipqc', product: 'c21', versionNo: 1 },
    ])
    expect((await engineer.get(`${at}/option-select?product=pouch`)).data).toEqual([])
    const current = await numberedItems(store, store.db, id)
    expect(current?.items.map(({ code }) => code)).toEqual(['d1', 'r1'])
  })

  test('the next version begins with what the published one says, and its items keep their keys', async () => {
    const { data } = await begin(id)
    expect(data).toMatchObject({ publishedVersion: 1, hasDraft: true, draft: { versionNo: 2, itemCount: 2 } })
    const keys = (items: { itemKey: string }[]) => items.map(({ itemKey }) => itemKey)
    expect(keys(data.draft.items)).toEqual(keys(data.version.items))
    const again = await begin(id)
    expect(again).toMatchObject({ code: 409, data: { templateId: id, draft: { versionNo: 2 } } })
  })

  test('a draft that says what is published already is not published', async () => {
    expect(await publish(id)).toMatchObject({
      code: 409,
      msg: 'The draft is identical to the published version',
      data: null,
    })
  })

  test('publishing supersedes the version before, which stays as it was and can be read', async () => {
    const { draft, version: first } = await get(id)
    await save(id, [{ ...draft.items[0], usl: '20.015' }, draft.items[1]])
    const { data } = await publish(id, '公差收窄')
    expect(data.versions).toMatchObject([
      { versionNo: 2, status: 'published', changeNote: '公差收窄' },
      { versionNo: 1, status: 'superseded', changeNote: '首次发布' },
    ])
    expect((await engineer.get(`${at}/${id}/versions`)).data).toEqual(data.versions)
    const old = (await get(id, '?versionNo=1')).version
    expect(old).toMatchObject({ status: 'superseded', contentSha256: first.contentSha256, items: first.items })
    expect((await numberedItems(store, store.db, id, 1))?.items[0]?.usl).toBe('20.020')
    expect((await engineer.get(`${at}/${id}?versionNo=3`)).code).toBe(404)
  })

  test('a draft can be discarded, and its number is free again; the only version cannot', async () => {
    await begin(id)
    expect(await engineer.delete(`${at}/${id}/draft`, {})).toMatchObject({ code: 200, data: id })
    expect(await engineer.delete(`${at}/${id}/draft`, {})).toMatchObject({ code: 409, data: { templateId: id } })
    expect((await begin(id)).data.draft.versionNo).toBe(3)
    expect(await engineer.delete(`${at}/${await create()}/draft`, {})).toMatchObject({
      code: 409,
      msg: 'This is the only version of the template and cannot be discarded. Retire the template instead',
    })
  })

  test('a draft that somebody else has saved meanwhile is not discarded unawares (S42)', async () => {
    const other = await published()
    const seen = (await begin(other)).data.draft
    const items = [...seen.items, { code: 'new', name: 'Two hours of work', type: 'boolean', required: 'never' }]
    const { draft } = (await save(other, items)).data
    const discard = (lockVersion: number) =>
      engineer.send('DELETE', `${at}/${other}/draft?lockVersion=${lockVersion}`, { body: {} })
    expect(await discard(seen.lockVersion)).toMatchObject({
      code: 409,
      msg: 'Somebody else has changed the draft',
      data: { templateId: other, draft },
    })
    expect((await get(other)).draft).toEqual(draft)
    expect(await discard(draft.lockVersion)).toMatchObject({ code: 200, data: other })
  })

  test('retired it is out of use until it is reactivated', async () => {
    await save(id, [diameter])
    for (const unexplained of [{}, { reason: null }, { reason: ' ' }]) {
      const errors = { reason: 'Required' }
      expect(await engineer.delete(`${at}/${id}`, unexplained)).toMatchObject({ code: 400, errors })
    }
    expect(await engineer.delete(`${at}/${id}`, { reason: '产线停产' })).toMatchObject({ code: 200, data: id })
    const msg = 'The template SHAFT-01 is retired. Reactivate it first'
    expect(await engineer.delete(`${at}/${id}`, { reason: 'x' })).toMatchObject({ code: 409, msg })
    expect(await engineer.put(`${at}/${id}`, head({ code: 'SHAFT-01' }))).toMatchObject({ code: 409, msg })
    expect(await save(id, [])).toMatchObject({ code: 409, msg })
    expect(await publish(id)).toMatchObject({ code: 409, msg })
    expect(await engineer.delete(`${at}/${id}/draft`, {})).toMatchObject({ code: 409, msg })
    expect(await begin(id)).toMatchObject({ code: 409, msg })
    expect((await engineer.get(`${at}/option-select?keyword=SHAFT`)).data).toEqual([])
    expect((await currentVersion(store, store.db, id))?.template.status).toBe('retired')

    expect((await engineer.post(`${at}/${id}/reactivate`, {})).code).toBe(200)
    expect((await engineer.post(`${at}/${id}/reactivate`, {})).code).toBe(409)
    expect((await engineer.get(`${at}/option-select?keyword=SHAFT`)).data).toHaveLength(1)
  })

  test('every act stands in the audit trail, a publication with its note and hash (S69, S71)', async () => {
    const entries = await audited(id)
    expect(entries.map(({ action, field }) => `${action} ${field ?? ''}`.trim())).toEqual([
      'create',
      ...Array(3).fill('saveDraft version/1'),
      'publish version/1',
      'openDraft version/2',
      'saveDraft version/2',
      'publish version/2',
      'openDraft version/3',
      'discardDraft version/3',
      'openDraft version/3',
      'saveDraft version/3',
      'retire status',
      'reactivate status',
    ])
    const { versions } = await get(id)
    const second = entries.find(({ action, field }) => action === 'publish' && field === 'version/2')
    const [newest, oldest] = [versions[1].contentSha256, versions[2].contentSha256]
    expect(second).toMatchObject({ new: newest, old: oldest, reason: '公差收窄', actorName: engineer.roleKey })
    expect(entries.at(-2)).toMatchObject({ old: 'active', new: 'retired', reason: '产线停产' })
  })
})

describe('several at once (S42)', () => {
  test('of ten who save what they have seen one does; the others get what is there by now', async () => {
    const id = await create()
    await save(id, [diameter])
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => save(id, [{ ...diameter, name: `第 ${index} 人` }], 1)),
    )
    expect(codesOf(answers)).toEqual([200, ...Array(9).fill(409)])
    const saved = (await get(id)).draft
    expect(saved.lockVersion).toBe(2)
    const refused = answers.filter(({ code }) => code === 409)
    for (const { msg, data } of refused) {
      expect([msg, data.draft]).toEqual(['Somebody else has changed the draft', saved])
    }
  })

  test('of ten who publish one does; the others get the template as it is by now', async () => {
    const id = await create()
    await save(id, [diameter])
    const answers = await Promise.all(Array.from({ length: 10 }, () => publish(id, 'x', 1)))
    expect(codesOf(answers)).toEqual([200, ...Array(9).fill(409)])
    for (const { data } of answers) expect(data).toMatchObject({ publishedVersion: 1, draft: null })
    expect((await audited(id)).filter(({ action }) => action === 'publish')).toHaveLength(1)
  })

  test('who publishes a draft that was saved meanwhile is told so, and nothing is published', async () => {
    const id = await create()
    await save(id, [diameter])
    await save(id, [diameter, surface])
    const answer = await publish(id, 'x', 1)
    expect(answer).toMatchObject({ code: 409, msg: 'Somebody else has changed the draft' })
    expect(answer.data).toMatchObject({ publishedVersion: null, draft: { lockVersion: 2, itemCount: 2 } })
  })

  test('who still has a discarded draft open cannot save it over the next one', async () => {
    const id = await published()
    const { lockVersion } = (await begin(id)).data.draft
    await engineer.delete(`${at}/${id}/draft`, {})
    await begin(id)
    expect(await save(id, [diameter], lockVersion)).toMatchObject({ code: 409, data: { draft: { itemCount: 3 } } })
  })

  test('of ten who begin the next version one does, and all have the same draft', async () => {
    const id = await published()
    const answers = await Promise.all(Array.from({ length: 10 }, () => begin(id)))
    expect(codesOf(answers)).toEqual([200, ...Array(9).fill(409)])
    expect(new Set(answers.map(({ data }) => data.draft.versionId)).size).toBe(1)
  })
})

test('the difference of two versions: what came, went, changed and moved', async () => {
  const id = await published([diameter, spread, surface, { ...diameter, code: 'd2' }])
  const { draft } = (await begin(id)).data
  const [d1, , face, d2] = draft.items
  await save(id, [{ ...diameter, code: 'd3', name: '内径' }, d2, { ...d1, usl: '20.015', warnHigh: '20.010' }, face])
  const { data } = await engineer.get(`${at}/${id}/diff?from=1&to=2`)
  expect(data).toMatchObject({ from: 1, to: 2 })
  expect(data.items.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)).toEqual([
    'added 内径',
    'moved 外径',
    'changed 外径',
    'removed 极差',
  ])
  expect(data.items[2].fields).toEqual([
    { field: 'usl', old: '20.020', new: '20.015' },
    { field: 'warnHigh', old: null, new: '20.010' },
  ])
  const back = (await engineer.get(`${at}/${id}/diff?from=2&to=1`)).data.items
  expect(back.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['added', 'changed', 'moved', 'removed'])
  expect((await engineer.get(`${at}/${id}/diff?from=1&to=1`)).data.items).toEqual([])
  expect((await engineer.get(`${at}/${id}/diff?from=1&to=3`)).code).toBe(404)
  expect((await engineer.get(`${at}/${id}/diff?from=1`)).code).toBe(400)
})

describe('the database itself keeps what is published', () => {
  let id: number
  beforeAll(async () => {
    id = await published()
  })

  test.each<[what: string, change: (store: Store, versionId: number) => Promise<unknown>]>([
    [
      'a limit is changed',
      ({ t, tx }, versionId) =>
        tx((db) => db.update(t.templateItems).set({ usl: '99' }).where(eq(t.templateItems.versionId, versionId))),
    ],
    [
      'an item is deleted',
      ({ t, tx }, versionId) => tx((db) => db.delete(t.templateItems).where(eq(t.templateItems.versionId, versionId))),
    ],
    [
      'an item is added',
      ({ t, tx }, versionId) =>
        tx(async (db) => {
          const [{ itemId: _id, ...item } = {} as never] = await db
            .select()
            .from(t.templateItems)
            .where(eq(t.templateItems.versionId, versionId))
          await db.insert(t.templateItems).values({ ...item, code: 'new', itemKey: 'new' })
        }),
    ],
    [
      'a second version is published',
      ({ t, tx }) =>
        tx((db) =>
          db
            .insert(t.templateVersions)
            .values({ templateId: id, versionNo: 9, status: 'published', createdAt: 0, updatedAt: 0 }),
        ),
    ],
  ])('refused: %s', async (_, change) => {
    const { version } = await get(id)
    const failure = await change(store, version.versionId).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(causesOf(failure)).toMatch(/the version is published|unique/i)
    expect((await get(id)).version).toEqual(version)
  })
})

/** What a database said, behind what was made of it. */
function causesOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${causesOf(error.cause)}` : ''
}
