import { afterAll, beforeEach, expect, test } from 'bun:test'
import { codes } from '#shared/envelope'
import { Refusal } from '#server/platform/http/refusal'
import { rowsBy } from '#server/platform/list/rows-by'
import { rowById } from '#server/platform/list/statement'
import type { Store } from '#server/platform/store/index'
import { storeFault } from '#server/platform/store/fault'
import { gatherer } from '#server/platform/store/gather'
import type { Dialect, Gathering, Part, Reader } from '#server/platform/store/store'
import { openTestStore } from '../../support/store'

let store: Store
beforeEach(async () => {
  await store?.close()
  store = await openTestStore()
  sizes = []
})
afterAll(() => store.close())

/** Of the gatherings so far. */
let sizes: number[] = []

/** Writes parameters by their keys, in one statement. */
const writeConfigs: Gathering<string, string> = async ({ t }, db, keys) => {
  sizes.push(keys.length)
  await db.insert(t.configs).values(keys.map(config))
  return keys.map((key) => `${key} is written`)
}
const config = (configKey: string) => ({ configKey, configName: '', configValue: '', createdAt: 0, updatedAt: 0 })
const keys = async () => {
  const rows = await store.db.select().from(store.t.configs)
  return rows
    .map(({ configKey }) => configKey)
    .filter((key) => /^[kw]\d/.test(key))
    .toSorted()
}
const numbers = Array.from({ length: 20 }, (_, index) => index)
const write = (key: string, part: Partial<Part<string>> = {}) =>
  store.gather(writeConfigs, { prepare: async () => key, ...part })

/** What came of it: the answer, or the message of the error. */
const outcomes = async (answers: Promise<string>[]) =>
  (await Promise.allSettled(answers)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message,
  )

test('callers who wait share a transaction, and each gets the answer to their own question', async () => {
  expect(await outcomes(numbers.map((number) => write(`k${number}`)))).toEqual(
    numbers.map((number) => `k${number} is written`),
  )
  expect(sizes).toEqual([20])
  expect(await keys()).toHaveLength(20)
})

test('one who is refused is refused alone, and writes nothing', async () => {
  const refuse = async () => {
    throw new Refusal(codes.conflict, 'error.duplicate')
  }
  const own = (number: number): Part<string>['write'] => {
    return (db) => db.insert(store.t.configs).values(config(`w${number}`))
  }
  const answers = numbers.map((number) =>
    write(`k${number}`, { write: own(number), ...(number === 7 && { prepare: refuse }) }),
  )
  const told = await outcomes(answers)
  expect(told[7]).toBe('error.duplicate')
  expect(told.filter((text) => text.endsWith('is written'))).toHaveLength(19)
  expect(sizes).toEqual([19])
  expect((await keys()).filter((key) => key.endsWith('7'))).toEqual(['k17', 'w17'])
})

test.each<[what: string, part: () => Partial<Part<string>>]>([
  ['what is written together fails for one', () => ({ prepare: async () => 'k1' })],
  ['what one writes alone fails', () => ({ write: (db) => db.insert(store.t.configs).values(config('k1')) })],
  [
    'looking fails for one',
    () => ({
      prepare: async (db) => {
        await db.select().from(store.t.configs).groupBy(store.t.menus.menuId) // no such column here
        return 'k0'
      },
    }),
  ],
])('where %s, everybody is done in a transaction of their own', async (_, part) => {
  await write('k1')
  const answers = [write('k2'), write('k3', part()), write('k4')]
  const [second, third, fourth] = await Promise.allSettled(answers)
  expect([second, fourth]).toMatchObject([{ value: 'k2 is written' }, { value: 'k4 is written' }])
  expect(third?.status).toBe('rejected')
  expect(await keys()).toEqual(['k1', 'k2', 'k4'])
})

test('nobody is answered, and nothing done again, when the commit cannot be done', async () => {
  const busy = Object.assign(new Error('read-only'), { code: '25006' })
  let attempts = 0
  const failing = { ...store, tx: (async () => Promise.reject(((attempts += 1), busy))) as Store['tx'] }
  const gather = gatherer(failing)
  const answers = numbers.map(() => gather(writeConfigs, { prepare: async () => 'k1' }))
  const told = await Promise.allSettled(answers)
  expect(told.every((outcome) => outcome.status === 'rejected' && storeFault(outcome.reason) === 'busy')).toBe(true)
  expect(attempts).toBe(1)
})

const configsByKey = rowsBy('configs', 'configKey')

test('what several look up is looked up once, and anew in the next transaction', async () => {
  const found: unknown[] = []
  const look: Part<string>['prepare'] = async (db) => {
    found.push(await configsByKey(store, db, 'k0'))
    return `k${found.length + 10}`
  }
  await write('k0')
  await Promise.all([write('', { prepare: look }), write('', { prepare: look })])
  expect(found[0]).toEqual([expect.objectContaining({ configKey: 'k0' })])
  expect(found[1]).toBe(found[0])
  await store.tx((db) => db.delete(store.t.configs))
  await write('', { prepare: look })
  expect(found[2]).toEqual([])
})

test('what several look up by ids of their own is looked up at once, for each of them', async () => {
  let lookups = 0
  const menuById = rowById(({ t: { menus }, among, bind }, db) => {
    const { menuId, title } = menus
    return db
      .select({ menuId, title })
      .from(menus)
      .where(among(menuId, bind('ids'), 'ids'))
  }, 'menuId')
  const counting = (db: Reader): Dialect => ({
    ...store,
    builderFor: (reader) => {
      lookups += Number(reader === (db as unknown))
      return store.builderFor(reader)
    },
  })
  const menus = await store.db.select().from(store.t.menus).limit(3)
  const found: unknown[] = []
  const ids = [...menus.map(({ menuId }) => menuId), 987_654]
  const looks = ids.map((id, index) =>
    write(`k${index}`, {
      prepare: async (db) => {
        found[index] = (await menuById(counting(db), db, id))?.title
        return `k${index}`
      },
    }),
  )
  await Promise.all(looks)
  expect(found).toEqual([...menus.map(({ title }) => title), undefined])
  expect(lookups).toBe(1)
})
