import { randomBytes } from 'node:crypto'
import { memoryState, type SharedState } from './shared-state'

/**
 * What others may have changed since it was read: `feed`, what is told live; `job`, what is to be done when; `access`, who
 * may do what.
 */
export type Topic = 'feed' | 'job' | 'access'

/** What processes on one database share beside its tables. */
export type Shared = {
  /** Whether other processes may be at work on the same database. */
  readonly isShared: boolean
  readonly board: SharedState
  /** 32 random bytes that these processes have for a purpose; the database by itself does not tell them. */
  keyFor(purpose: string): Promise<Buffer>
  /**
   * Has `hear` called when any process has committed something of a topic, and when that may have been missed; it may not
   * throw. Answers how to stop that. On an embedded database only `access` is told: of the rest, `onCommit` tells.
   */
  onNews(topic: Topic, hear: () => void): () => void
}

/** Shared with nobody: what an embedded database needs. */
export function oneProcess(): Omit<Shared, 'onNews'> {
  const keys = new Map<string, Buffer>()
  return {
    isShared: false,
    board: memoryState(),
    async keyFor(purpose) {
      const key = keys.get(purpose) ?? randomBytes(32)
      keys.set(purpose, key)
      return key
    },
  }
}
