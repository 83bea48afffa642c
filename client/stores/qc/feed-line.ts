import { codes } from '#shared/envelope'
import { Failure, isSessionOver } from '../../api/failure'
import { readStream, type StreamEvent } from '../../api/qc/feed'

/** Pauses between attempts; the last one repeats. */
const PAUSES_MS = [1000, 2000, 5000, 10_000]
/** Two heartbeats are missing: the connection is dropped. */
const STALE_MS = 30_000

/** `refused`: under the present conditions another attempt is useless. */
export type LineState = 'off' | 'connecting' | 'connected' | 'waiting' | 'refused'

type Line = {
  open(options: { lastId: number | undefined; signal: AbortSignal }): Promise<ReadableStream<Uint8Array>>
  hear(event: StreamEvent): void
  become(state: LineState): void
  /** The session is over, or another user's. True if there is another one to try again with. */
  sessionEnded(failure: Failure): Promise<boolean>
  staleMs?: number
  pausesMs?: readonly number[]
}

/** Keeps a stream open while it is on: reconnects after a failure, and continues after the last event. */
export function createLine({ open, hear, become, sessionEnded, staleMs = STALE_MS, pausesMs = PAUSES_MS }: Line) {
  let running: AbortController | undefined
  let hurry: (() => void) | undefined
  let lastId: number | undefined

  async function run({ signal }: AbortController) {
    for (let failures = 0; !signal.aborted; failures += 1) {
      become('connecting')
      let retryMs = 0
      try {
        await once(signal, () => (failures = 0))
      } catch (error) {
        if (signal.aborted) return
        const verdict = error instanceof Failure ? await verdictOf(error) : undefined
        if (signal.aborted) return
        if (verdict === 'refused') return become('refused')
        if (verdict === 'again') continue
        retryMs = (error instanceof Failure && error.retryAfter ? error.retryAfter : 0) * 1000
      }
      if (signal.aborted) return
      become('waiting')
      const pause = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0
      await rest(Math.max(pause, retryMs) * (0.75 + Math.random() / 2), signal) // not all windows at once
    }
  }

  /** One connection, until it ends or falls silent. */
  async function once(signal: AbortSignal, connected: () => void) {
    const silence = new AbortController()
    let quiet = setTimeout(() => silence.abort(), staleMs)
    try {
      const body = await open({ lastId, signal: AbortSignal.any([signal, silence.signal]) })
      await readStream(body, (event) => {
        if (signal.aborted) return
        clearTimeout(quiet)
        quiet = setTimeout(() => silence.abort(), staleMs)
        lastId = event.id ?? lastId
        connected()
        become('connected')
        hear(event)
      })
    } finally {
      clearTimeout(quiet)
    }
  }

  async function verdictOf(failure: Failure): Promise<'refused' | 'again' | undefined> {
    const isOver = isSessionOver(failure) || failure.errors?.['x-user']
    if (isOver) return (await sessionEnded(failure)) ? 'again' : 'refused'
    const isFinal = ([codes.badRequest, codes.forbidden, codes.notFound] as number[]).includes(failure.code)
    return isFinal ? 'refused' : undefined
  }

  function begin() {
    running = new AbortController()
    void run(running)
  }

  const rest = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(goOn, ms)
      function goOn() {
        clearTimeout(timer)
        signal.removeEventListener('abort', goOn)
        resolve()
      }
      hurry = goOn
      signal.addEventListener('abort', goOn)
    })

  return {
    /** Connects, or retries at once. */
    on(): void {
      if (running) hurry?.()
      else begin()
    },
    /** Continues from an event if that is earlier than the present position: later events are repeated. */
    from(after: number): void {
      if (lastId !== undefined && lastId <= after) return
      lastId = after
      if (!running) return
      running.abort()
      begin()
    },
    /** Disconnects; missed events are delivered at the next connection, unless `isForgotten`. */
    off(isForgotten = false): void {
      running?.abort()
      running = undefined
      if (isForgotten) lastId = undefined
      become('off')
    },
  }
}
