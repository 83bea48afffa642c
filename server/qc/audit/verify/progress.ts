import type { AuditProgress } from '#shared/qc/audit/schema'
import type { Store } from '../../../platform/store'
import type { Namespace } from '../../../platform/store/shared-state'

/** Hears how far a verification is; called often, and may not throw. */
export type ReportProgress = (progress: AuditProgress) => void
/** Hears of each part, and within a part after so many milliseconds again. */
export function atMostEvery(ms: number, report: ReportProgress): ReportProgress {
  let last = -Infinity
  let part = ''
  return (progress) => {
    const now = performance.now()
    if (progress.part === part && now - last < ms) return
    last = now
    part = progress.part
    report(progress)
  }
}

/** The same of one part of it: how many of them are done. */
export type ReportPart = (done: number) => void

const namespace: Namespace<AuditProgress> = { name: 'audit-progress', maxEntries: 1 }
const key = { namespace, key: 'latest' }
/** One that tells nothing for so long has ended without saying so. */
const SILENT_MS = 60_000
const TELL_MS = 500

/** Reports the progress of a verification to all processes, in the shared state. */
export function shareProgress({ sharedState }: Store) {
  const report = atMostEvery(TELL_MS, (progress) => {
    const now = Date.now()
    sharedState.change([], now, (entries) => entries.set(key, progress, now + SILENT_MS)).catch(() => {}) // then the page shows none
  })
  const end = () => sharedState.change([], Date.now(), (entries) => entries.delete(key)).catch(() => {})
  return { report, end }
}

/** How far the verification is that is under way; undefined where none is. */
export const progressOf = ({ sharedState }: Store): Promise<AuditProgress | undefined> => sharedState.get(key)
