import { HOUR_MS } from '#shared/durations'
import { renderMessage } from '../../platform/message/index'
import type { Settings } from '../../env'
import { megabytes } from '../../platform/http/megabytes'
import { sizeOf } from '../../platform/store/disk'
import { databasePath } from '../../platform/store/sqlite/file'
import { newestBackupAt } from '../../admin/watch/backup'
import { conditionsOf, type Condition, type Facts } from '../../admin/watch/conditions'
import { diskRoom } from '../../admin/watch/machine'

type Verdict = 'ok' | 'warning' | 'failure'

/** The result of one check, with advice. */
export type Finding = { check: string; verdict: Verdict; message: string; advice?: string }

/** Findings of one check. */
export const findingsOf = (check: string) => ({
  ok: (message: string): Finding => ({ check, verdict: 'ok', message }),
  warning: (message: string, advice: string): Finding => ({ check, verdict: 'warning', message, advice }),
  failure: (message: string, advice: string): Finding => ({ check, verdict: 'failure', message, advice }),
})

/** `4.2 GB`, `37 MB`. */
export function sizeWord(bytes: number): string {
  const size = megabytes(bytes)
  return size < 1024 ? `${size} MB` : `${(size / 1024).toFixed(1)} GB`
}

/** `3 hours`, `12 days`. */
export function timeWord(ms: number): string {
  const hours = Math.round(ms / HOUR_MS)
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}

type Rows = NonNullable<Facts['rows']> & { backedUpAt: number | undefined }

/** The facts that a running server also checks. `rows` are from the database, if it is readable. */
export function factsOf({ dataDir, databaseUrl, backupLateMs }: Settings, now: number, rows?: Rows): Facts {
  const path = databasePath(dataDir)
  return {
    now,
    dialect: databaseUrl ? 'postgres' : 'sqlite',
    failing: undefined,
    disk: diskRoom(dataDir),
    databaseBytes: databaseUrl ? 0 : sizeOf(path) + sizeOf(`${path}-wal`),
    backupAt: newestBackupAt(dataDir, now) ?? rows?.backedUpAt,
    isBackingUp: false,
    backupLateMs,
    rows,
    jump: undefined,
  }
}

type Watched = { check: string; kind: Condition['kind']; fine: string; advice: string }

/** A condition of which the server warns is a warning here, in the same words; an urgent one is a failure. */
export function watched(facts: Facts, { check, kind, fine, advice }: Watched): Finding {
  const { ok, warning, failure } = findingsOf(check)
  const condition = conditionsOf(facts).find((one) => one.kind === kind)
  if (!condition) return ok(fine)
  const message = `${renderMessage('en', condition.message)}.`
  return condition.isUrgent ? failure(message, advice) : warning(message, advice)
}
