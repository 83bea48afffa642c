import { anchorText, type Anchor } from '#shared/qc/audit/anchor'
import { errorFields, log } from '../../platform/log/index'
import type { Store } from '../../platform/store'

/** The last entry of the audit trail. `at` is Unix milliseconds. */
export type AuditHead = Anchor & { at: number }
export type HeadReader = (store: Store) => Promise<AuditHead | undefined>

/** Interval of the check for a new day. */
const LOOK_MS = 10 * 60_000

/**
 * Takes the last entry of the audit trail out of the database, at the start and once a day: into the log and into the
 * metrics. The comparison with such an anchor reveals a rewritten or shortened trail.
 */
export function createHeadWatch(read: () => Promise<AuditHead | undefined>, now: () => number) {
  let day = ''
  let head: AuditHead | undefined
  let timer: Timer | undefined

  async function look({ isTold = true } = {}) {
    const today = new Date(now()).toDateString() // by the clock of the server, as jobs
    if (today === day) return
    try {
      head = await read()
      day = today
      if (!head || !isTold) return
      const { id, at, hash } = head
      log('info', 'audit-anchor', { anchor: anchorText(head), number: id, hash, entryAt: new Date(at).toISOString() })
    } catch (error) {
      log('error', 'audit-anchor', errorFields(error)) // the next look tries again
    }
  }

  return {
    /** The head at the start of this day, or of the server. */
    latest: () => head,
    look,
    /** @param isTold whether it is logged now; it is logged from the next day on */
    start(how?: { isTold: boolean }) {
      timer = setInterval(() => void look(), LOOK_MS)
      timer.unref()
      void look(how)
    },
    stop: () => clearInterval(timer),
  }
}
