import { expect, test } from 'bun:test'
import { seen } from '../faults/support/fault'
import { exitCodeOf, verdictOf, type Verdict } from '../faults/support/verdict'

const FAST = false
const SLOW = true

type Row = [
  what: string,
  isSlow: boolean,
  see: (seen: ReturnType<typeof import('../faults/support/fault').seen>) => void,
  lost: number,
  verdict: Verdict,
]
test.each<Row>([
  ['nothing is wrong', SLOW, () => {}, 0, 'held'],
  [
    'a time is missed on a machine that is fast enough',
    FAST,
    ({ expectTime }) => expectTime(false, 'soon'),
    0,
    'FAILED',
  ],
  ['a time is missed on a slow machine', SLOW, ({ expectTime }) => expectTime(false, 'soon'), 0, 'TOO SLOW'],
  ['something is wrong on a slow machine', SLOW, ({ expect: expectSo }) => expectSo(false, 'whole'), 0, 'FAILED'],
  ['a write is lost on a slow machine', SLOW, () => {}, 1, 'FAILED'],
  ['a write is lost and a time is missed', SLOW, ({ expectTime }) => expectTime(false, 'soon'), 1, 'FAILED'],
])('the verdict when %s', (_, isSlow, see, lost, verdict) => {
  const notes = seen()
  see(notes)
  expect(verdictOf(notes.outcome('', lost), isSlow)).toBe(verdict)
})

test.each<[verdicts: Verdict[], code: number]>([
  [['held', 'LEFT OUT'], 0],
  [['held', 'TOO SLOW'], 3],
  [['TOO SLOW', 'FAILED'], 1],
])('%p ends with %i', (verdicts, code) => {
  expect(exitCodeOf(verdicts)).toBe(code as 0 | 1 | 3)
})
