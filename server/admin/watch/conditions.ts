import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations'
import { megabytes } from '../../platform/http/megabytes'
import type { Message } from '../../platform/message/index'
import type { WatchedRows } from './queries'
import type { StoreFault } from '../../platform/store/fault'
import type { ClockJump } from './clock'

export const conditionKinds = ['database', 'disk', 'backup', 'clock', 'notifications'] as const

/** A condition that needs an administrator, with a message of the server. */
export type Condition = { kind: (typeof conditionKinds)[number]; isUrgent: boolean; message: Message }

export type Facts = {
  now: number
  dialect: 'sqlite' | 'postgres'
  /** The present failure of the database; `unread` if it does not answer at all. */
  failing: StoreFault | 'unread' | undefined
  disk: { freeBytes: number; totalBytes: number }
  /** Database and log together: the next copy needs as much. */
  databaseBytes: number
  backupAt: number | undefined
  /** A backup is running. */
  isBackingUp: boolean
  /** The age from which a backup is old. */
  backupLateMs: number
  rows: (Pick<WatchedRows, 'installedAt' | 'latestAt'> & Partial<Pick<WatchedRows, 'notifications'>>) | undefined
  jump: ClockJump | undefined
}

const GIGABYTE = 1024 ** 3
const MIN_FREE_SHARE = 0.1
/** With this free space on a large disk there is time, even if it is less than a tenth. */
const AMPLE_BYTES = 20 * GIGABYTE
/** At this multiple of the age from which a backup is old, it is urgent. */
const FAR_TOO_OLD = 3
/** Messages are normally sent within seconds; an outage of the other side usually ends by itself. */
const NOTIFICATION_LATE_MS = 15 * MINUTE_MS
/** Clocks of processes on one database differ a little. */
const BEHIND_MS = 10 * MINUTE_MS

/** The present conditions, the worst first. The notice, the page and the alarms all use this decision. */
export const conditionsOf = (facts: Facts): Condition[] =>
  [databaseFails(facts), diskIsLow(facts), backupIsOld(facts), clockIsWrong(facts), notificationsWait(facts)].filter(
    (one) => one !== undefined,
  )

const sayings = {
  full: 'watch.full',
  damaged: 'watch.damaged',
  unread: 'watch.unread',
  busy: 'watch.unwritten',
  duplicate: 'watch.unwritten',
  referenced: 'watch.unwritten',
} as const satisfies Record<StoreFault | 'unread', string>

function databaseFails({ failing }: Facts): Condition | undefined {
  if (!failing) return undefined
  return { kind: 'database', isUrgent: true, message: { key: sayings[failing], values: {} } }
}

/** Less than 1 GB, less than the next backup needs for a moment, or less than a tenth of a disk that is not large. */
function diskIsLow({ dialect, disk: { freeBytes, totalBytes }, databaseBytes }: Facts): Condition | undefined {
  if (totalBytes === 0) return undefined // unknown
  const needed = Math.max(GIGABYTE, dialect === 'sqlite' ? 2 * databaseBytes : 0)
  const isShort = freeBytes < totalBytes * MIN_FREE_SHARE && freeBytes < AMPLE_BYTES
  if (freeBytes >= needed && !isShort) return undefined
  const values = { free: sizeWord(freeBytes), percent: Math.floor((freeBytes / totalBytes) * 100) }
  return { kind: 'disk', isUrgent: freeBytes < needed, message: { key: 'watch.diskLow', values } }
}

/**
 * PostgreSQL has its own backups, which are not visible here. While a backup is running nothing is reported: a machine
 * that was off at its time makes it at the start.
 */
function backupIsOld({ now, dialect, backupAt, isBackingUp, backupLateMs, rows }: Facts): Condition | undefined {
  if (dialect !== 'sqlite' || isBackingUp) return undefined
  if (backupAt === undefined) {
    if (rows?.installedAt === undefined || now - rows.installedAt < DAY_MS) return undefined
    const isUrgent = now - rows.installedAt > FAR_TOO_OLD * backupLateMs
    return { kind: 'backup', isUrgent, message: { key: 'watch.noBackup', values: {} } }
  }
  const age = now - backupAt
  if (age < backupLateMs) return undefined
  const isUrgent = age > FAR_TOO_OLD * backupLateMs
  return age < 2 * DAY_MS
    ? { kind: 'backup', isUrgent, message: { key: 'watch.backupHours', values: { hours: Math.floor(age / HOUR_MS) } } }
    : { kind: 'backup', isUrgent, message: { key: 'watch.backupDays', values: { days: Math.floor(age / DAY_MS) } } }
}

function clockIsWrong({ now, rows, jump }: Facts): Condition | undefined {
  const behindMs = Math.max(rows?.latestAt ?? now, rows?.installedAt ?? now) - now
  if (behindMs > BEHIND_MS) {
    return {
      kind: 'clock',
      isUrgent: true,
      message: { key: 'watch.clockBehind', values: { minutes: minutesOf(behindMs) } },
    }
  }
  if (!jump) return undefined
  const key = jump.byMs > 0 ? 'watch.clockForward' : 'watch.clockBack'
  return { kind: 'clock', isUrgent: false, message: { key, values: { minutes: minutesOf(Math.abs(jump.byMs)) } } }
}

/** The other side fails, or no process is sending. */
function notificationsWait({ now, rows }: Facts): Condition | undefined {
  const { waiting = 0, oldestDueAt = now } = rows?.notifications ?? {}
  if (now - oldestDueAt < NOTIFICATION_LATE_MS) return undefined
  const values = { count: waiting, minutes: minutesOf(now - oldestDueAt) }
  return { kind: 'notifications', isUrgent: false, message: { key: 'watch.notificationsWait', values } }
}

const minutesOf = (ms: number) => Math.round(ms / MINUTE_MS)
const sizeWord = (bytes: number) =>
  bytes < GIGABYTE ? `${megabytes(bytes)} MB` : `${Math.round((bytes / GIGABYTE) * 10) / 10} GB`
