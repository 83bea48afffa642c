import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'bun:test'
import type { Hit } from '#shared/qc/search'
import { searchTags, type HitKind } from '#shared/qc/search-kinds'
import { rankOf } from '#server/qc/search/rank'
import { startApp } from '../support/app'
import { done, draftBy, qcPlant, withScope, type Person } from '../support/qc/plant'

const NOW = Date.UTC(2026, 10, 22, 6)
const app = await startApp({ now: () => NOW })
afterAll(app.close)

const plant = await qcPlant(app)
const { admin, engineer, inspector, productId, lotId } = plant
const coating = await plant.template({ code: 'COAT-IPQC', name: '涂布面密度巡检', nameEn: 'Coating weight patrol' })
const drying = await plant.template({ code: 'DRY', name: '烘烤水分', nameEn: 'Oven moisture' }, [
  { code: 'water', name: '含水率', nameEn: 'Water content', type: 'numeric', decimals: 2, usl: '5', spc: true },
])
const at = (day: string) => ({ inspectedAt: `${day}T04:00:00.000Z` })
const records: { qcValueBaseId: number; recordNo: string }[] = []
for (let n = 0; n < 8; n++) records.push(await draftBy(inspector, coating, undefined, { lotId, ...at('2026-11-21') }))
const dried = await draftBy(inspector, drying, { water: ['1.00'] }, at('2026-11-20'))
const oldLot = done(await engineer.post('/qc/lot', { productId, lotNo: 'A-L-001-B', supplier: '宁德材料' }))
const people = [
  { username: 'wang.wu', nickName: '王五', deptId: plant.deptId },
  { username: 'zhao.liu', nickName: '赵六' },
]
const users = app.store.t.users
const stamps = { status: '2' as const, createdAt: 0, updatedAt: 0 }
await app.store.tx((db) =>
  db.insert(users).values(people.map((one) => ({ ...one, usernameKey: one.username, ...stamps }))),
)

const path = (q: string, kind?: HitKind) => `/search?${new URLSearchParams({ q, ...(kind && { kind }) })}`
/** Names of what is found, by kind. */
async function search(by: Pick<Person, 'get'>, q: string, kind?: HitKind) {
  const { groups } = done(await by.get(path(q, kind))) as { groups: { kind: HitKind; hits: Hit[] }[] }
  return Object.fromEntries(groups.map(({ kind, hits }) => [kind, hits.map(({ name }) => name)]))
}
const numbers = records.map(({ recordNo }) => recordNo)
const newest = numbers.toReversed()

describe('what is found', () => {
  const cases: [how: string, q: string, kind: HitKind, first: string][] = [
    ['a record by its number', 'C21-261121-0003', 'record', 'C21-261121-0003'],
    ['in small letters', 'c21-261121-0003', 'record', 'C21-261121-0003'],
    ['in letters of full width', 'Ｃ２１－２６１１２１－０００３', 'record', 'C21-261121-0003'],
    ['by the beginning of its number', 'C21-261120', 'record', 'C21-261120-0001'],
    ['by its last digits', '0003', 'record', 'C21-261121-0003'],
    ['by its serial without zeros', '3', 'record', 'C21-261121-0003'],
    ['by its day and serial', '261121-0003', 'record', 'C21-261121-0003'],
    ['by the end of its day, and its serial', '21-0003', 'record', 'C21-261121-0003'],
    ['by its day', '261120', 'record', 'C21-261120-0001'],
    ['by its day with dashes', '2026-11-20', 'record', 'C21-261120-0001'],
    ['by its lot', 'L-001', 'record', newest[0]!],
    ['by its template', '烘烤', 'record', 'C21-261120-0001'],
    ['by its template in English', 'oven', 'record', 'C21-261120-0001'],
    ['by the initials of its template', 'hksf', 'record', 'C21-261120-0001'],
    ['a lot by its number', 'L-001', 'lot', 'L-001'],
    ['by a part of it', '01-b', 'lot', 'A-L-001-B'],
    ['by its supplier', '宁德', 'lot', 'A-L-001-B'],
    ['a template by its name', '涂布', 'template', '涂布面密度巡检'],
    ['by its code', 'coat', 'template', '涂布面密度巡检'],
    ['by its English name', 'weight patrol', 'template', '涂布面密度巡检'],
    ['by its initials', 'tbmmd', 'template', '涂布面密度巡检'],
    ['by its pinyin', 'tubumianmidu', 'template', '涂布面密度巡检'],
    ['by its pinyin as an input method parts it', "tu'bu'mian", 'template', '涂布面密度巡检'],
    ['a characteristic by its name', '含水', 'characteristic', '含水率'],
    ['by its initials', 'hsl', 'characteristic', '含水率'],
    ['by its name and its template', '烘烤 含水', 'characteristic', '含水率'],
    ['equipment by its code', 'm1', 'equipment', '涂布机 1 号'],
    ['by its initials with digits', 'tbj1', 'equipment', '涂布机 1 号'],
    ['a product line by its name', '圆柱', 'product', '圆柱电芯 21700'],
    ['by its code', 'c21', 'product', '圆柱电芯 21700'],
    ['a user by the initials of the name', 'ww', 'user', '王五'],
    ['by the user name', 'zhao', 'user', '赵六'],
  ]
  test.each(cases)('%s: %s', async (_how, q, kind, first) => {
    expect((await search(admin, q))[kind]?.[0]).toBe(first)
    expect((await search(admin, q, kind))[kind]?.[0]).toBe(first)
  })

  test('at most six of a kind, the newest first', async () => {
    expect((await search(admin, 'C21-261121')).record).toEqual(newest.slice(0, 6))
    expect((await search(admin, '涂布')).record).toEqual(newest.slice(0, 6))
  })

  test('what is called so, then what begins so, then what contains it', async () => {
    expect((await search(admin, 'L-001')).lot).toEqual(['L-001', 'A-L-001-B'])
    const named = (name: string) => ({ names: [name], context: [], pinyin: [], initials: [], whole: name })
    expect(['面密度', '面密', '单面密度'].map((name) => rankOf(named(name), '面密'))).toEqual([1, 0, 4])
  })

  test('one kind alone, where that is asked for', async () => {
    expect(Object.keys(await search(admin, '涂布'))).toEqual(['record', 'template', 'equipment'])
    expect(Object.keys(await search(admin, '涂布', 'equipment'))).toEqual(['equipment'])
  })

  test('wildcards and what nobody typed on purpose stand for themselves', async () => {
    for (const q of ['%', '_', '\\', "'", '%%%', '99-0003%', '--', '🦆', '0000-99-99']) {
      expect([q, await search(admin, q)]).toEqual([q, {}])
    }
  })

  test('what was renamed, added or deleted a moment ago', async () => {
    const id = done(await engineer.post('/qc/equipment', { code: 'N7', name: '新辊压机', kind: 'machine' }))
    expect((await search(admin, 'xgyj')).equipment).toEqual(['新辊压机'])
    done(await engineer.put(`/qc/equipment/${id}`, { code: 'N7', name: '旧分切机', kind: 'machine' }))
    expect(await search(admin, 'xgyj')).toEqual({})
    expect((await search(admin, 'jfqj')).equipment).toEqual(['旧分切机'])
    done(await admin.delete('/qc/equipment', { ids: [id] }))
    expect(await search(admin, 'jfqj')).toEqual({})
  })

  test('with what leads to it', async () => {
    const { groups } = done(await admin.get(path(dried.recordNo)))
    expect(groups).toEqual([
      {
        kind: 'record',
        hits: [
          {
            id: String(dried.qcValueBaseId),
            name: dried.recordNo,
            nameEn: '',
            code: '',
            about: '烘烤水分',
            aboutEn: 'Oven moisture',
            at: '2026-11-20T04:00:00.000Z',
          },
        ],
      },
    ])
    const found = done(await admin.get(path('hsl', 'characteristic'))).groups[0].hits[0]
    expect(found).toMatchObject({ id: drying.keys['water'], about: '烘烤水分', code: 'water' })
    expect(done(await admin.get(path('A-L-001-B'))).groups[0].hits[0]).toMatchObject({ id: String(oldLot) })
  })
})

describe('who finds what', () => {
  /** Found by everybody who may list its kind. */
  const known: Record<HitKind, string> = {
    record: numbers[0]!,
    lot: 'L-001',
    template: '涂布',
    characteristic: '含水率',
    equipment: '涂布机',
    product: '圆柱',
    user: '王五',
  }
  test.each(Object.entries(searchTags))('%s only with the permission to list it', async (name, tag) => {
    const kind = name as HitKind
    const holder = await withScope(app, await app.signedIn(tag), '1')
    for (const q of Object.values(known)) {
      const found = await search(holder, q)
      expect(Object.keys(found).filter((other) => other !== kind)).toEqual([])
    }
    expect((await search(holder, known[kind]))[kind]).not.toBeEmpty()
    const others = Object.values(searchTags).filter((other) => other !== tag)
    const lacking = await withScope(app, await app.signedIn(...others), '1')
    expect((await search(lacking, known[kind]))[kind]).toBeUndefined()
    expect(await search(lacking, known[kind], kind)).toEqual({})
  })

  test('nobody without any of the permissions, or without a session', async () => {
    const nobody = await app.signedIn('qc:signal:list')
    expect(await nobody.get(path('L-001'))).toMatchObject({ code: 403 })
    expect((await app.anyone.get(path('L-001'))).http).toBe(401)
  })

  test('records and users within the data scope: a user of another line finds none, however they look', async () => {
    const dept = done(await admin.post('/dept', { parentId: 0, deptName: '另一车间' }))
    const reader = async (deptId: number, scope: string) =>
      withScope(app, await app.signedIn('qc:record:list', 'admin:sysUser:list'), scope, deptId)
    const other = await reader(dept, '3')
    const same = await reader(plant.deptId, '3')
    for (const q of [numbers[0]!, 'C21', '0003', '261121', 'L-001', '涂布', 'tbmmd', '王五', 'ww']) {
      expect([q, await search(other, q)]).toEqual([q, {}])
      expect([q, Object.values(await search(same, q)).flat()]).not.toEqual([q, []])
    }
    expect((await search(same, 'zhao')).user).toBeUndefined()
    expect((await search(other, 'tester')).user).not.toBeEmpty() // themselves
    await app.store.tx((db) => db.update(users).set({ deptId: dept }).where(eq(users.username, 'wang.wu')))
    expect((await search(other, '王五')).user).toEqual(['王五'])
    expect(await search(same, '王五')).toEqual({})
  })
})

describe('what is asked', () => {
  test.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['more than a hundred letters', 'x'.repeat(101)],
    ['control characters', 'a\u0000b'],
  ])('%s is refused', async (_what, q) => {
    expect(await admin.get(path(q))).toMatchObject({ code: 400, errors: { q: expect.any(String) } })
  })
  test('an unknown kind is refused', async () => {
    expect(await admin.get('/search?q=a&kind=secret')).toMatchObject({ code: 400 })
  })
})
