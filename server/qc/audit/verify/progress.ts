import type { AuditProgress } from '#shared/qc/audit/schema'
import type { Store } from '../../../platform/store'
import type { Namespace } from '../../../platform/store/shared-state'

/** Called with the progress of a verification, often. It must not throw. */
export type ReportProgress = (progress: AuditProgress) => void
/** Reports each new part at once, and the progress within a part every `ms` milliseconds. */
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

/** Called with the number of checked things of one part. */
export type ReportPart = (done: number) => void

const namespace: Namespace<AuditProgress> = { name: 'audit-progress', maxEntries: 1 }
const key = { namespace, key: 'latest' }
/** A verification without reports for this time has ended without notice. */
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

/** The progress of the running verification; undefined if none is running. */
export const progressOf = ({ sharedState }: Store): Promise<AuditProgress | undefined> => sharedState.get(key)
