import { expect, test } from 'bun:test'
import { Glob } from 'bun'

/**
 * An expectation of a promise that nobody waits for proves nothing: its test is over before it fails. Bun types what it
 * answers as void, so that the linter cannot tell.
 */
const tests = await Array.fromAsync(new Glob('tests/**/*.ts').scan('.'))

/** Where the call begins whose closing bracket stands at `end`. */
function openingOf(code: string, end: number): number {
  let depth = 0
  for (let index = end; index >= 0; index--) {
    if (code[index] === ')') depth++
    if (code[index] === '(' && --depth === 0) return index
  }
  return 0
}

const isAwaited = (before: string) => /(?:await|return|=>)\s+expect$/.test(before)

/** The lines, from 1, of expectations of promises that are not awaited. */
const forgottenIn = (code: string): number[] =>
  [...code.matchAll(/\)\s*\.(?:rejects|resolves)\b/g)]
    .filter(({ index }) => !isAwaited(code.slice(0, openingOf(code, index))))
    .map(({ index }) => code.slice(0, index).split('\n').length)

test.each<[what: string, code: string, lines: number[]]>([
  ['one that is awaited', "await expect(read()).rejects.toThrow('no')", []],
  ['one over several lines', "await expect(\n  read({ a: (1) }),\n).rejects.toThrow('no')", []],
  ['one that is answered', '() => expect(read()).resolves.toBe(1)', []],
  ['one that is forgotten', "const a = 1\nexpect(read()).rejects.toThrow('no')", [2]],
  [
    'one that is forgotten, over several lines',
    'expect(\n  read(),\n)\n  .not.toBe(1)\nexpect(b())\n  .resolves.toBe(1)',
    [5],
  ],
])('%s', (_, code, lines) => {
  expect(forgottenIn(code)).toEqual(lines)
})

test('every expectation of a promise is awaited', async () => {
  const found = await Promise.all(
    tests.map(async (file) => forgottenIn(await Bun.file(file).text()).map((line) => `${file}:${line}`)),
  )
  const own = 'tests/repository/awaited-expectations.test.ts'
  expect(found.flat().filter((place) => !place.startsWith(own))).toEqual([])
})
