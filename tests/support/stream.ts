import type { FeedEvent } from '#server/qc/feed/queries'
import { PATIENCE_MS } from './until'

type Heard = { event: string; id?: number; data: any }

/** What is read of an event stream: what came so far, and what comes next. */
export function listening(response: Response) {
  const heard: Heard[] = []
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let isOver = false
  let told = Promise.withResolvers<void>()
  const over = (async () => {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (done) break
      rest += value
      const frames = rest.split('\n\n')
      rest = frames.pop()!
      heard.push(...frames.map(eventOf))
      told.resolve()
      told = Promise.withResolvers()
    }
    isOver = true
    told.resolve()
  })()

  /** Waits for what fits; throws when the stream ends before, or it does not come. */
  async function until(fits: (one: Heard) => boolean): Promise<Heard> {
    const late = performance.now() + PATIENCE_MS
    for (;;) {
      const found = heard.find(fits)
      if (found) return found
      if (isOver || performance.now() > late) {
        const events = heard.filter(({ event }) => event !== 'heartbeat')
        throw new Error(
          `${isOver ? 'the stream ended' : 'not heard'}: ${fits.toString()}; heard ${JSON.stringify(events).slice(0, 500)}`,
        )
      }
      await Promise.race([told.promise, Bun.sleep(100)])
    }
  }
  return {
    heard,
    /** Resolves when the server has ended it. */
    over,
    until,
    /** Resolves when all that came before was told. */
    begun: () => until(({ event }) => event === 'heartbeat'),
    /** The numbers of the records heard of so far. */
    records: () => heard.flatMap(({ data }) => data.recordNo ?? []) as string[],
    leave: () => reader.cancel(),
  }
}
export type Listening = ReturnType<typeof listening>

function eventOf(frame: string): Heard {
  const fields = Object.fromEntries(frame.split('\n').map((line) => line.split(/: (.*)/s, 2)))
  return { event: fields.event, ...(fields.id && { id: Number(fields.id) }), data: JSON.parse(fields.data) }
}

let numbers = 0

/** A record of somebody that came in. */
export const recordOf = (
  recordNo: string,
  {
    productId = 1,
    deptId = null,
    operatorId = 1,
  }: Partial<Pick<FeedEvent, 'productId' | 'deptId' | 'operatorId'>> = {},
): FeedEvent => ({
  productId,
  deptId,
  operatorId,
  type: 'record',
  payload: {
    qcValueBaseId: ++numbers,
    recordNo,
    product: `p${productId}`,
    templateId: 1,
    status: 'submitted',
    judgement: 'OK',
  },
})

/** A rule that its values broke. */
export const signalOf = (event: FeedEvent): FeedEvent => ({
  ...event,
  type: 'signal',
  payload: { signalId: ++numbers, product: 'p', itemKey: 'k', rule: 'we1', state: 'open', qcValueBaseId: 1 },
})
