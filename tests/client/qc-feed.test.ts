import { describe, expect, test } from 'bun:test'
import { Failure } from '../../client/api/failure'
import type { StreamEvent } from '../../client/api/qc/feed'
import { createLine, type LineState } from '../../client/stores/qc/feed-line'
import { until } from '../support/until'

/** The client's end of the live feed: when it connects, from where it goes on, and when it gives up. */
type Given = Failure | string[] | 'no network' | 'silence'
const event = (id: number) => `id: ${id}\nevent: record\ndata: {"n":${id}}\n\n`
const pausesMs = [20, 40]

/** A line whose attempts are answered one after the other; after the last it stays open. */
function lineOn(answers: Given[], sessionEnded = async () => false) {
  const asked: (number | undefined)[] = []
  const states: LineState[] = []
  const heard: StreamEvent[] = []
  const line = createLine({
    pausesMs,
    staleMs: 60,
    sessionEnded,
    become: (state) => void (states.at(-1) !== state && states.push(state)),
    hear: (one) => void heard.push(one),
    async open({ lastId, signal }) {
      asked.push(lastId)
      const given = answers.shift() ?? 'silence'
      if (given === 'no network') throw new TypeError('fetch failed')
      if (given instanceof Failure) throw given
      return new ReadableStream({
        start(controller) {
          signal.addEventListener('abort', () => controller.error(signal.reason))
          if (given === 'silence') return
          for (const piece of given) controller.enqueue(new TextEncoder().encode(piece))
          controller.close()
        },
      })
    },
  })
  const comesTo = (fits: () => boolean) => until(fits, () => ({ asked, states, heard }))
  return { line, asked, states, heard, comesTo }
}

describe('the live feed in the browser', () => {
  test('goes on after the last event it heard, each time it connects again', async () => {
    const { line, asked, heard, comesTo } = lineOn([[event(1), event(2)], 'no network', [event(3)]])
    line.on()
    await comesTo(() => asked.length === 4)
    line.off()
    expect(asked).toEqual([undefined, 2, 2, 3])
    expect(heard.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  test('begins after what is shown already', async () => {
    const { line, asked, comesTo } = lineOn([[]])
    line.from(41)
    line.on()
    await comesTo(() => asked.length === 2)
    line.off()
    expect(asked).toEqual([41, 41])
  })

  test.each<[what: string, given: Given[], after: number, asked: (number | undefined)[]]>([
    ['what others heard while somebody came, who hears it too', [[event(41), event(43)]], 41, [undefined, 43, 41]],
    ['what was told before the first connection stood', ['silence'], 41, [undefined, 41]],
    ['nothing to go back for', [[event(41)]], 41, [undefined, 41]],
  ])('goes back to an earlier event: %s', async (_, given, after, expected) => {
    const { line, asked, comesTo } = lineOn([...given, 'silence'])
    line.on()
    await comesTo(() => asked.length === (given[0] === 'silence' ? 1 : 2))
    line.from(after)
    await comesTo(() => asked.length === expected.length)
    line.off()
    expect(asked).toEqual(expected)
  })

  test('reads events however they are cut, and those without an id leave the place where it is', async () => {
    const whole = `${event(7)}event: kpi\ndata: {"a":"b: c"}\n\n: a comment\n\n`
    const { line, asked, heard, comesTo } = lineOn([[...whole]])
    line.on()
    await comesTo(() => asked.length === 2)
    line.off()
    expect(heard.slice(0, 2)).toEqual([
      { event: 'record', data: '{"n":7}', id: 7 },
      { event: 'kpi', data: '{"a":"b: c"}', id: undefined },
    ])
    expect(asked).toEqual([undefined, 7])
  })

  test('takes silence for a broken connection', async () => {
    const { line, asked, states, comesTo } = lineOn(['silence', [event(1)]])
    line.on()
    await comesTo(() => asked.length === 3)
    line.off()
    expect(states).toEqual(['connecting', 'waiting', 'connecting', 'connected', 'waiting', 'connecting', 'off'])
  })

  test.each<[what: string, code: number, isAgain: boolean, expected: LineState]>([
    ['without the right: it gives up', 403, false, 'refused'],
    ['of a line that there is not: it gives up', 404, false, 'refused'],
    ['signed out, and nobody signs in: it gives up', 401, false, 'refused'],
    ['signed out, and somebody signs in again: it goes on', 6401, true, 'off'],
    ['with too many others: it waits its turn', 429, false, 'off'],
    ['while the server starts: it waits', 503, false, 'off'],
  ])('%s', async (_, code, isAgain, expected) => {
    const { line, asked, states, comesTo } = lineOn([new Failure(code, 'no')], async () => isAgain)
    line.on()
    if (expected === 'refused') await comesTo(() => states.includes('refused'))
    else {
      await comesTo(() => asked.length === 2)
      line.off()
    }
    expect(states.at(-1)).toBe(expected)
  })

  test('does not wait when it is told that it need not', async () => {
    const { line, asked, comesTo, states } = lineOn([new Failure(429, 'no', { retryAfter: 3600 })])
    line.on()
    await comesTo(() => states.includes('waiting'))
    line.on()
    await comesTo(() => asked.length === 2)
    line.off()
  })

  test('that was off goes on where it was, unless that is to be forgotten', async () => {
    const { line, asked, heard, comesTo } = lineOn([[event(5)]])
    line.on()
    await comesTo(() => heard.length === 1)
    line.off()
    line.on()
    await comesTo(() => asked.length === 2)
    line.off(true)
    line.on()
    await comesTo(() => asked.length === 3)
    line.off()
    expect(asked).toEqual([undefined, 5, undefined])
  })
})
