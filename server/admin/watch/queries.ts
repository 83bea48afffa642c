import { and, count, desc, eq, gt, isNotNull, isNull, max, min, sql } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import { DAY_MS } from '#shared/durations'
import type { Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { isOpen, openAt } from '../../access/session/queries'
import { literal, statement } from '../../platform/list/statement'

/** Figures of the product from the database. Times are Unix milliseconds. */
export type WatchedRows = {
  /** Open sessions. */
  sessions: number
  /** Scheduled jobs whose last run has failed. */
  failingJobs: number
  /** Entries of the audit trail. */
  auditEntries: number
  /** The time of the last backup by a job. */
  backedUpAt: number | undefined
  isBackingUp: boolean
  /**
   * The time of the latest run of a job or logged act: a clock with an earlier time is behind. A clock that was ahead
   * once is forgotten after a week of entries by the corrected one.
   */
  latestAt: number | undefined
  installedAt: number | undefined
  /** The number of messages not yet sent, the due time of the oldest, and the number of those that failed for good. */
  notifications: { waiting: number; oldestDueAt: number | undefined; failed: number }
}

const openSessions = statement((store) =>
  store.db.select({ count: count() }).from(store.t.sessions).where(isOpen(store)),
)

const failingJobs = statement(({ db, t: { jobs, jobRuns } }) => {
  const lastStatus = db
    .select({ status: jobRuns.status })
    .from(jobRuns)
    .where(and(eq(jobRuns.jobId, jobs.jobId), isNotNull(jobRuns.finishedAt)))
    .orderBy(desc(jobRuns.runId))
    .limit(literal(1))
  return db
    .select({ count: count() })
    .from(jobs)
    .where(and(eq(jobs.status, literal(statuses.on)), eq(sql`(${lastStatus})`, literal(statuses.off))))
})

const auditEntries = statement(({ db, t: { auditHeads } }) => db.select({ count: auditHeads.lastId }).from(auditHeads))

const backups = statement(({ db, t: { jobRuns } }) =>
  db
    .select({ at: max(jobRuns.finishedAt) })
    .from(jobRuns)
    .where(and(eq(jobRuns.kind, literal('backup')), eq(jobRuns.status, literal(statuses.on)))),
)

const openBackups = statement(({ db, t: { jobRuns } }) =>
  db
    .select({ count: count() })
    .from(jobRuns)
    .where(and(eq(jobRuns.kind, literal('backup')), isNull(jobRuns.finishedAt))),
)

/** The latest time among the entries of a log that were written after its last entry before `steadySince`. */
const latestIn = (partsOf: (t: Tables) => { log: SQLiteTable; id: AnySQLiteColumn; at: AnySQLiteColumn }) =>
  statement(({ db, t, bind }) => {
    const { log, id, at } = partsOf(t)
    const lastSteady = sql`(select ${id} from ${log} where ${at} <= ${bind('steadySince')} order by ${at} desc limit 1)`
    return db
      .select({ at: sql<number>`${at}`.mapWith(Number) })
      .from(log)
      .where(gt(id, sql`coalesce(${lastSteady}, 0)`))
      .orderBy(desc(at))
      .limit(literal(1))
  })

const latestRun = latestIn(({ jobRuns: log }) => ({ log, id: log.runId, at: log.startedAt }))
const latestOperation = latestIn(({ operations: log }) => ({ log, id: log.id, at: log.at }))
const latestSignIn = latestIn(({ loginLogs: log }) => ({ log, id: log.id, at: log.at }))

/** The administrator role exists since the first start, and cannot be deleted. */
const installation = statement(({ db, t: { roles } }) =>
  db
    .select({ at: min(roles.createdAt) })
    .from(roles)
    .where(eq(roles.roleKey, literal(ADMIN_ROLE_KEY))),
)

export const installedAt = async (store: Store): Promise<number | undefined> =>
  (await installation(store))[0]?.at ?? undefined

const openNotifications = statement(({ db, t: { deliveries } }) =>
  db
    .select({ count: count(), oldest: min(deliveries.dueAt) })
    .from(deliveries)
    .where(sql`${deliveries.state} in ('waiting', 'sending')`),
)
const failedNotifications = statement(({ db, t: { deliveries } }) =>
  db
    .select({ count: count() })
    .from(deliveries)
    .where(eq(deliveries.state, literal('failed'))),
)

/** Time in which somebody can notice a wrong clock. */
const STEADY_MS = 7 * DAY_MS

export async function watchedRows(store: Store, life: { sessionIdleMs: number }, now: number): Promise<WatchedRows> {
  const steadySince = now - STEADY_MS
  const [sessions, failing, audit, backup, open, run, operation, signIn, installed, waiting, failed] =
    await Promise.all([
      openSessions(store, openAt(now, life)),
      failingJobs(store),
      auditEntries(store),
      backups(store),
      openBackups(store),
      latestRun(store, { steadySince }),
      latestOperation(store, { steadySince }),
      latestSignIn(store, { steadySince }),
      installedAt(store),
      openNotifications(store),
      failedNotifications(store),
    ])
  return {
    sessions: sessions[0]?.count ?? 0,
    failingJobs: failing[0]?.count ?? 0,
    auditEntries: audit[0]?.count ?? 0,
    backedUpAt: backup[0]?.at ?? undefined,
    isBackingUp: (open[0]?.count ?? 0) > 0,
    latestAt: Math.max(run[0]?.at ?? 0, operation[0]?.at ?? 0, signIn[0]?.at ?? 0) || undefined,
    installedAt: installed,
    notifications: {
      waiting: waiting[0]?.count ?? 0,
      oldestDueAt: waiting[0]?.oldest ?? undefined,
      failed: failed[0]?.count ?? 0,
    },
  }
}

/** The smallest query that shows if the database answers. */
export const answersAtAll = (store: Store): Promise<unknown> => installation(store)
