import { expect, test } from 'bun:test'
import { countsIn, failuresIn } from '../verify'

test.each([
  [
    'bun test',
    '(pass) a [1ms]\n\n 12 pass\n 2 skip\n 1 todo\n 3 fail\n 40 expect() calls\nRan 18 tests across 2 files.',
    [12, 3, 3],
  ],
  [
    'Playwright',
    '  2 failed\n    a.e2e.ts:1:1 › signs in ─────\n  1 flaky\n    b.e2e.ts:1:1 › signs out\n  1 interrupted\n  4 did not run\n  2 skipped\n  30 passed (1.2m)\n',
    [30, 8, 2],
  ],
  ['Playwright when all is well', 'Running 6 tests using 2 workers\n  6 passed (7.9s)\n', [6, 0, 0]],
  ['words of a test that only look like sums', 'log: 7 passed by\n(pass) 3 fail [1ms]\n', [0, 0, 0]],
])('the sums of %s are added up', (_runner, said, [passed, failed, skipped]) => {
  expect(countsIn(said)).toEqual({ passed: passed!, failed: failed!, skipped: skipped! })
})

test.each([
  [
    'of bun test',
    '(pass) a > b [2ms]\n3 | expect(1).toBe(2)\nerror: expect(received).toBe(expected)\n\nExpected: 2\n(fail) a > c [3.10ms]\n(skip) d\n\n1 tests failed:\n(fail) a > c [3.10ms]\n',
    ['a > c', '  error: expect(received).toBe(expected)', '  Expected: 2'],
  ],
  ['of bun test, one of which is out of time', '(fail) a [100ms]\n  ^ this test timed out after 100ms.', ['a']],
  [
    'of Playwright',
    '  ✓  11 [desk] › a.e2e.ts:3:1 › b (1.9s)\n  ✘  12 [phone] › a.e2e.ts:9:1 › c (2.0s)\n  ✘  13 [desk] › a.e2e.ts:12:1 › d (1.0m)\n\n\n  1) [phone] › a.e2e.ts:9:1 › c \n\n    Error: The page was not quiet:\n      thrown: a\n\n      at b.ts:1:2\n      at c.ts:3:4\n      at d.ts:5:6\n      at e.ts:7:8\n      at f.ts:9:1\n\n  1 failed\n',
    [
      '[phone] › a.e2e.ts:9:1 › c',
      '  Error: The page was not quiet:',
      '  thrown: a',
      '  at b.ts:1:2',
      '  at c.ts:3:4',
      '  at d.ts:5:6',
      '  at e.ts:7:8',
      '[desk] › a.e2e.ts:12:1 › d',
    ],
  ],
  ['where none failed', '(pass) a > b\n 1 pass\n 0 fail', []],
])('names the tests that failed, %s, and how their errors begin', (_, said, failed) => {
  expect(failuresIn(said)).toEqual(failed)
})
