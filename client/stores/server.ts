import { proxy } from 'valtio'
import type { StartProgress } from '../api/failure'
import { getReadiness } from '../api/health'

const POLL_MS = 700

/** How far the server's start has come while we wait for it; null when there is nothing to wait for. */
export const server = proxy({ starting: null as StartProgress | null })

let waiting: Promise<void> | undefined

/** Resolves when the server is ready. Whoever waits meanwhile waits for the same. */
export function untilReady(progress: StartProgress): Promise<void> {
  server.starting = progress
  waiting ??= poll().finally(() => {
    waiting = undefined
    server.starting = null
  })
  return waiting
}

async function poll(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const state = await getReadiness()
    if (state === 'ready') return
    if (state !== 'away') server.starting = state
  }
}
