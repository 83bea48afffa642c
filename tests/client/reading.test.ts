import { expect, test } from 'bun:test'
import { followReading } from '../../client/ui/qc/entry/reading'

type Typed = [key: string, afterMs: number]

/** The reading at each key, each so long after the one before. */
function followed(keys: Typed[]) {
  const follow = followReading(60)
  let timeStamp = 0
  return keys.map(([key, afterMs]) => follow({ key, timeStamp: (timeStamp += afterMs) }))
}
const burst = (text: string): Typed[] => [...text].map((key) => [key, 10])

test.each<[typed: string, keys: Typed[], readings: string[]]>([
  ['a burst ended by Enter', [...burst('2.61'), ['Enter', 10]], ['2', '2.', '2.6', '2.61', '2.61']],
  ['a burst ended by Tab', [...burst('7'), ['Tab', 10]], ['7', '7']],
  ['a sign, for which a gauge holds Shift', [['Shift', 10], ...burst('+7')], ['', '+', '+7']],
  ['a reading with its unit', [...burst('7 mm'), ['Enter', 10]], ['7', '7', '7 m', '7 mm', '7 mm']],
  ['digits by hand', burst('12').map(([key]) => [key, 200]), ['1', '2']],
  ['Enter after a moment', [...burst('7'), ['Enter', 200]], ['7', '']],
  ['another reading', [...burst('7'), ['Enter', 10], ...burst('8')], ['7', '7', '8']],
  ['a blank by itself', [[' ', 200]], ['']],
])('%s', (_typed, keys, readings) => expect(followed(keys)).toEqual(readings))
