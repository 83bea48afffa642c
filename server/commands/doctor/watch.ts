import type { Settings } from '../../env'
import { renderMessage } from '../../platform/message/index'
import { roomOf, sizeOf } from '../../platform/store/disk'
import { databasePath } from '../../platform/store/sqlite/file'
import { newestBackupAt } from '../../admin/watch/backup'
import { conditionsOf, type Condition, type Facts } from '../../admin/watch/conditions'
import { findingsOf, type Finding } from './finding'

type Rows = NonNullable<Facts['rows']> & { backedUpAt: number | undefined }

/**
 * What a running server would look at too. `rows` are what the data say, where they can be asked.
 * @throws what the system says when the disk cannot be looked at
 */
export function factsOf({ dataDir, databaseUrl, backupLateMs }: Settings, now: number, rows?: Rows): Facts {
  const path = databasePath(dataDir)
  return {
    now,
    dialect: databaseUrl ? 'postgres' : 'sqlite',
    failing: undefined,
    disk: roomOf(dataDir),
    databaseBytes: databaseUrl ? 0 : sizeOf(path) + sizeOf(`${path}-wal`),
    backupAt: newestBackupAt(dataDir, now) ?? rows?.backedUpAt,
    isBackingUp: false,
    backupLateMs,
    rows,
    jump: undefined,
  }
}

type Watched = { check: string; kind: Condition['kind']; fine: string; advice: string }

/** What the server warns of is a warning here, in the same words, and a failure what is urgent to it. */
export function watched(facts: Facts, { check, kind, fine, advice }: Watched): Finding {
  const { ok, warning, failure } = findingsOf(check)
  const condition = conditionsOf(facts).find((one) => one.kind === kind)
  if (!condition) return ok(fine)
  const message = `${renderMessage('en', condition.message)}.`
  return condition.isUrgent ? failure(message, advice) : warning(message, advice)
}
