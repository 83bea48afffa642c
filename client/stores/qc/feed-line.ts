import { codes } from '#shared/envelope'
import { Failure, isSessionOver } from '../../api/failure'
import { readStream, type StreamEvent } from '../../api/qc/feed'

/** Between attempts; the last one again and again. */
const PAUSES_MS = [1000, 2000, 5000, 10_000]
/** Two heartbeats have not come: what is shown may be old, and the connection is given up. */
export const STALE_MS = 30_000

/** `refused`: it is of no use to try again as things are. */
export type LineState = 'off' | 'connecting' | 'connected' | 'waiting' | 'refused'

type Line = {
  open(options: { lastId: number | undefined; signal: AbortSignal }): Promise<ReadableStream<Uint8Array>>
  hear(event: StreamEvent): void
  become(state: LineState): void
  /** The session is over, or that of another user. True when there is another one to try again with. */
  sessionEnded(failure: Failure): Promise<boolean>
  staleMs?: number
  pausesMs?: readonly number[]
}

/** Keeps a stream open while it is on: connects again when it breaks off, and goes on after the last event heard. */
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

  /** One connection, until it ends or nothing is heard of it any more. */
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
    /** Connects, or tries again at once. */
    on(): void {
      if (running) hurry?.()
      else begin()
    },
    /** Goes on from an event, where that is earlier than it would: what came since is heard once more. */
    from(after: number): void {
      if (lastId !== undefined && lastId <= after) return
      lastId = after
      if (!running) return
      running.abort()
      begin()
    },
    /** Ends it; what is missed comes when it is on again, unless `isForgotten`. */
    off(isForgotten = false): void {
      running?.abort()
      running = undefined
      if (isForgotten) lastId = undefined
      become('off')
    },
  }
}
