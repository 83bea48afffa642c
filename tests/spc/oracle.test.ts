import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { oracleCases } from '#shared/spc/oracles/cases'
import { checksOf } from '#shared/spc/oracles/check'
import type { OracleCase } from '#shared/spc/oracles/oracle-case'
import { proveCase } from '#shared/spc/oracles/prove'
import { selfcheck } from '#shared/spc/oracles/selfcheck'
import { oracleTables } from '#shared/spc/oracles/tables'
import { spawnCommand } from '../support/commands'

const root = join(import.meta.dir, '../..')
const folder = join(root, 'shared/spc/oracles')
const missesOf = (oracle: OracleCase) => proveCase(oracle).checks.filter(({ isHeld }) => !isHeld)
const caseOf = (id: string) => oracleCases.find((one) => one.id === id)!

describe('the engine comes to the reference figures', () => {
  test.each(oracleCases.map((oracle) => [oracle.id, oracle] as const))('%s', (_, oracle) => {
    expect(missesOf(oracle)).toEqual([])
    expect(proveCase(oracle).isHeld).toBe(true)
  })

  test('no case and no list of the folder is left out', () => {
    const cases = [...new Bun.Glob('**/*.json').scanSync(join(folder, 'cases'))].map((path) => basename(path))
    expect(oracleCases.map(({ id }) => `${id}.json`).sort()).toEqual(cases.sort())
    const lists = readdirSync(join(folder, 'data')).map((name) => `data/${name}`)
    expect([...oracleTables.keys()].sort()).toEqual(lists.sort())
  })
})

/** A figure that is off by four times what its case allows, a list that lacks its last, the opposite, another word. */
function spoilt(value: unknown, { rel, abs }: OracleCase['tolerance']): unknown {
  if (typeof value === 'number') return value + 4 * (abs + rel * Math.abs(value))
  if (Array.isArray(value)) {
    const last = spoilt(value.at(-1), { rel, abs })
    return value.length === 0 ? [0] : [...value.slice(0, -1), last]
  }
  if (value === null) return 0
  if (typeof value === 'object') {
    const [name, first] = Object.entries(value!)[0]!
    return { ...value, [name]: spoilt(first, { rel, abs }) }
  }
  return typeof value === 'boolean' ? !value : `${value}?`
}

describe('what is not as expected is missed', () => {
  const withFigures = oracleCases.filter(({ expected }) => !('inTable' in expected))
  test.each(withFigures.map((oracle) => [oracle.id, oracle] as const))('%s, each figure', (_, oracle) => {
    for (const [name, value] of Object.entries(oracle.expected)) {
      const expected = { ...oracle.expected, [name]: spoilt(value, oracle.tolerance) }
      expect([name, missesOf({ ...oracle, expected }).length]).toEqual([name, 1])
    }
  })

  test.each([
    ['judgement', 'result'],
    ['rounding', 'rounded'],
    ['sampling-plans', 'ac'],
  ])('%s, each row', (id, column) => {
    const oracle = caseOf(id)
    const rows = oracle.data.inline as Record<string, unknown>[]
    const inline = rows.map((row) => ({ ...row, [column]: spoilt(row[column], oracle.tolerance) }))
    const misses = missesOf({ ...oracle, data: { ...oracle.data, inline } })
    expect(misses).toHaveLength(id === 'sampling-plans' ? 1 : rows.length)
  })

  test('formula, each row', () => {
    const oracle = caseOf('formula')
    const table = oracle.data.inline as { cases: Record<string, unknown>[] }
    const cases = table.cases.map((row) => ({ ...row, expected: spoilt(row['expected'], oracle.tolerance) }))
    const spoiltCase = { ...oracle, data: { ...oracle.data, inline: { ...table, cases } } }
    expect(missesOf(spoiltCase)).toHaveLength(cases.length)
  })

  test('a kind that nobody can prove, and figures that the engine does not give', () => {
    const oracle = caseOf('imr-nile')
    expect(proveCase({ ...oracle, kind: 'tarot' }).isHeld).toBe(false)
    expect(proveCase({ ...oracle, kind: 'constructor' }).isHeld).toBe(false)
    expect(proveCase({ ...oracle, expected: {} }).isHeld).toBe(false)
    expect(missesOf({ ...oracle, expected: { fortune: null, luck: [1], fate: { a: 1 } } })).toMatchObject([
      { name: 'fortune', expected: null, computed: undefined },
      { name: 'luck', expected: '1 in all', computed: undefined },
      { name: 'fate.a', expected: 1, computed: undefined },
    ])
  })
})

test.each<[string, unknown, unknown, object]>([
  ['one that is off', [1, 2, 3], [1, 2.1, 3], { name: 'a[1]', expected: 2, computed: 2.1, isHeld: false }],
  ['none where one is expected', [1, 2], [1, null], { name: 'a[1]', computed: null, isHeld: false }],
  ['one where none is expected', [1, null], [1, 2], { name: 'a[1]', expected: null, isHeld: false }],
  ['NaN', [1, 2, 3], [1, NaN, 3], { name: 'a[1]', isHeld: false }],
  ['one that is furthest off, all within', [10, 10], [10.001, 10.004], { name: 'a[1]', isHeld: true, figures: 2 }],
  ['one too many', [1], [1, 2], { expected: '1 in all', computed: '2 in all', isHeld: false }],
  [
    'hits that are all there',
    [{ index: 3, side: 'upper' }],
    [{ index: 3, side: 'upper' }],
    { expected: '3', isHeld: true },
  ],
  [
    'a hit on the other side',
    [{ index: 3, side: 'upper' }],
    [{ index: 3, side: 'lower' }],
    { name: 'a[0].side', isHeld: false },
  ],
  ['a level line with a gap', 5, [5, null, 5], { isHeld: true, figures: 2 }],
  ['a level line with a step', 5, [5, null, 6], { computed: 6, isHeld: false }],
  ['a level line that is not there', 5, [null, null], { expected: 5, computed: undefined, isHeld: false }],
])('a list is told by %s', (_, expected, computed, check) => {
  expect(checksOf('a', expected, computed, { rel: 0, abs: 0.01 })).toMatchObject([check])
})

test('the self-check tells what holds, and figures that are sent are finite', () => {
  const { held, missed, figures, cases, engineVersion } = selfcheck()
  expect([held, missed, cases.length]).toEqual([oracleCases.length, 0, oracleCases.length])
  expect(figures).toBeGreaterThan(10_000)
  expect(engineVersion).toMatch(/^\d+\.\d+\.\d+$/)
  const computed = cases.flatMap(({ checks }) => checks.map((check) => check.computed))
  expect(computed.filter((value) => typeof value === 'number' && !Number.isFinite(value))).toEqual([])
})

test('`bun run spc:report` says of each case what was expected and computed, and ends with 0', async () => {
  const command = spawnCommand([process.execPath, 'run', 'spc:report'])
  expect(await command.ended()).toBe(0)
  for (const { id } of oracleCases) expect(command.written.out).toContain(`ok    ${id}: `)
  expect(command.written.out).toMatch(/sigma: expected 118\.0919757633539, computed 118\.09\d+, ± 1\.2e-7/)
  expect(command.written.out).toContain(`${oracleCases.length} of ${oracleCases.length} cases held`)
})

test('nothing that a browser loads imports the cases', async () => {
  const files = new Bun.Glob('{client,shared}/**/*.{ts,tsx}').scan({ cwd: root })
  for await (const file of files) {
    if (file.startsWith('shared/spc/oracles/')) continue
    expect([file, (await Bun.file(join(root, file)).text()).includes('/oracles/')]).toEqual([file, false])
  }
})
