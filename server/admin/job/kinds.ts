import { DAY_MS } from '#shared/durations'
import { and, eq, gte, lt } from 'drizzle-orm'
import { basename } from 'node:path'
import type { JobKind } from '#shared/constants'
import { codes } from '#shared/envelope'
import { pruneLogs } from '../../access/operation-log/retention'
import type { Settings } from '../../env'
import { inOwnProcess } from '../../platform/backup/own-process'
import { backupFolder, COPIES_KEPT, removeOldBackups } from '../../platform/backup/folder'
import { megabytes } from '../../platform/http/megabytes'
import { Refusal } from '../../platform/http/refusal'
import { literal, statement } from '../../platform/list/statement'
import type { Message } from '../../platform/message/index'
import type { Store } from '../../platform/store'
import { installedAt } from '../watch/queries'

/** The inputs of a job. `args` comes from its form. */
type JobWork = { store: Store; settings: Settings; args: string; now: number }

/** The work of a job. It returns a message about the result, or throws. */
type Work = (work: JobWork) => Promise<Message>
/** Jobs of a domain that this layer does not know. */
type DomainKind = 'calibration-due' | 'overdue'
export type DomainWorks = Record<DomainKind, Work>

export const jobWorks: Record<Exclude<JobKind, DomainKind>, Work> = {
  async 'log-cleanup'({ store, settings, now }) {
    await refuseAfterClockJump(store, now)
    const { signIns, operations, trash } = await pruneLogs(store, now, settings)
    return { key: 'job.done.cleanup', values: { signIns, operations, trash } }
  },
  async backup({ store, settings, args, now }) {
    const { name, megabytes, kept } = await backUp(store, settings.dataDir, await copiesToKeep(store, args), now)
    return { key: 'job.done.backup', values: { name, megabytes, kept } }
  },
  async statistics({ store }) {
    await store.analyze()
    return { key: 'job.done.statistics', values: {} }
  },
}

const backupArgs = statement(({ db, t: { jobs } }) =>
  db
    .select({ args: jobs.args })
    .from(jobs)
    .where(eq(jobs.kind, literal('backup'))),
)

/** All backup jobs write into one folder, so the one that keeps most decides, also while it is stopped. */
async function copiesToKeep(store: Store, args: string): Promise<number> {
  const numbers = [{ args }, ...(await backupArgs(store))].map((job) => Number(job.args) || COPIES_KEPT)
  return Math.max(...numbers)
}

/**
 * Makes a backup in `dataDir/backups` while the database is in use, and removes the oldest ones.
 * @returns its name and size, and the present number of backups
 * @throws Refusal if the database is not an embedded one, or the backup fails
 */
export async function backUp(store: Store, dataDir: string, keep: number | undefined, now: number) {
  if (store.dialect !== 'sqlite') throw new Refusal(codes.impossible, 'job.noBackup')
  const folder = backupFolder(dataDir)
  const { path, bytes } = await inOwnProcess('take', { dataDir, to: { folder }, now })
  return { name: basename(path), megabytes: megabytes(bytes), kept: removeOldBackups(folder, basename(path), keep) }
}

/** Time in which somebody can notice a wrong clock. */
const STEADY_MS = 7 * DAY_MS
/** A plant that was closed for two weeks wrote something before them. */
const FAR_MS = 21 * DAY_MS

const runsWithin = statement(({ db, bind, t: { jobRuns } }) =>
  db
    .select({ at: jobRuns.startedAt })
    .from(jobRuns)
    .where(and(gte(jobRuns.startedAt, bind('from')), lt(jobRuns.startedAt, bind('to'))))
    .limit(literal(1)),
)
const operationsWithin = statement(({ db, bind, t: { operations } }) =>
  db
    .select({ at: operations.at })
    .from(operations)
    .where(and(gte(operations.at, bind('from')), lt(operations.at, bind('to'))))
    .limit(literal(1)),
)

/**
 * Old data deleted by mistake cannot be restored, and a clock set ahead makes all data old. The clock is trusted if
 * something was written between one and three weeks before it, or if the installation is younger than that. After a
 * jump there is no such entry for a week; a jump of less than two weeks deletes at most two weeks too early.
 * @throws Refusal if the clock may have been set ahead, or the server was off for three weeks
 */
async function refuseAfterClockJump(store: Store, now: number) {
  const [from, to] = [now - FAR_MS, now - STEADY_MS]
  const began = await installedAt(store)
  if (began === undefined || began >= from) return
  const found = await Promise.all([runsWithin(store, { from, to }), operationsWithin(store, { from, to })])
  if (found.flat().length > 0) return
  const dayOf = (at: number) => new Date(at).toLocaleDateString('sv') // year-month-day, here
  throw new Refusal(codes.conflict, 'job.clockLept', { from: dayOf(from), to: dayOf(to) })
}
