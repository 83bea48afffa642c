import { useEffect, useEffectEvent, useState } from 'react'
import { codes } from '#shared/envelope'
import type { WecomQrCode, QrPurpose } from '#shared/access/wecom'
import { Failure, NO_ANSWER } from '../../api/failure'
import { getQrCode, getQrState } from '../../api/access/wecom'
import { tr } from '../useText'

const POLL_MS = 600
/**
 * The lifetime of the server's codes. The server's end time is used unless this machine's clock makes it impossible.
 */
const LIFE_MS = 3 * 60_000

/**
 * The state of a code. `over`: its time ran out; `finishing`: the phone has agreed; `failed`: `message` has the reason.
 */
type QrStage = 'loading' | 'waiting' | 'unreachable' | 'finishing' | 'refused' | 'over' | 'failed'

export type QrAttempt = {
  stage: QrStage
  code?: WecomQrCode
  /** In Unix milliseconds of this machine's clock. */
  endsAt?: number
  message?: string
}

/**
 * Shows a code and polls its state while the page is visible.
 *
 * @param finish completes the purpose of the code after agreement on the phone; its error is shown
 * @returns the attempt, and a function that begins another
 */
export function useQrCode(purpose: QrPurpose, finish: (code: string, state: string) => Promise<void>) {
  const [attempt, setAttempt] = useState<QrAttempt>({ stage: 'loading' })
  const [round, setRound] = useState(0)
  const onAgreed = useEffectEvent(finish)

  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    const change = (next: Partial<QrAttempt>) => {
      if (!signal.aborted) setAttempt((before) => (before.stage === next.stage ? before : { ...before, ...next }))
    }

    async function follow() {
      const code = await getQrCode(purpose, signal)
      const lifeMs = Date.parse(code.expire) - Date.now()
      const endsAt = Date.now() + (lifeMs > 0 && lifeMs <= LIFE_MS ? lifeMs : LIFE_MS)
      change({ stage: 'waiting', code, endsAt })
      for (;;) {
        await pause(signal)
        if (Date.now() >= endsAt) return change({ stage: 'over' })
        const answer = await stateOf(code.state, signal)
        change({ stage: answer ? 'waiting' : 'unreachable' })
        if (!answer || answer.status === 'waiting') continue
        if (answer.status === 'gone') return change({ stage: 'over' })
        if (answer.status === 'refused') return change({ stage: 'refused' })
        if (answer.code === null) throw new Error(tr('qr.noCookie'))
        change({ stage: 'finishing' })
        return onAgreed(answer.code, code.state)
      }
    }

    follow().catch((error: unknown) => {
      change({ stage: 'failed', message: (error instanceof Error && error.message) || tr('error.unknown') })
    })
    return () => left.abort()
  }, [purpose, round])

  function renew() {
    setAttempt({ stage: 'loading' })
    setRound(round + 1)
  }
  return { attempt, renew }
}

const passing: readonly number[] = [NO_ANSWER, codes.tooMany, codes.fault, codes.busy]

/** The state of the attempt; undefined while the server cannot be reached or is overloaded. */
async function stateOf(state: string, signal: AbortSignal) {
  try {
    return await getQrState(state, signal)
  } catch (error) {
    if (error instanceof Failure && passing.includes(error.code)) return undefined
    throw error
  }
}

/** Waits until the next request: a moment, and as long as the page is hidden. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const { signal: isDone } = ended
    const timer = setTimeout(look, POLL_MS)
    document.addEventListener('visibilitychange', look, { signal: isDone })
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        ended.abort()
        reject(signal.reason)
      },
      { signal: isDone },
    )
    function look() {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
  })
}
