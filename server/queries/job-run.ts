import { and, count, desc, eq, isNull } from 'drizzle-orm'
import { statuses, type Status } from '#shared/constants'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import type { JobRun, JobRunQuery } from '#shared/schemas/job'
import type { Page } from '#shared/schemas/page'
import type { Store } from '../store'
import type { Tables } from '../tables'
import { atLeast, atMost, equals, listing } from './listing'
import { writeOperation, type Act } from './operation'
import { oneRow } from './statement'
import { inWords, told, type Told } from './told'

export type RunRow = Tables['jobRuns']['$inferSelect']
type Begun = Pick<Tables['jobs']['$inferSelect'], 'jobId' | 'jobName' | 'kind'>

const lastRun = oneRow(({ db, t, bind }) =>
  db
    .select()
    .from(t.jobRuns)
    .where(eq(t.jobRuns.jobId, bind('jobId')))
    .orderBy(desc(t.jobRuns.startedAt))
    .limit(1),
)

/** When a job was started last, by the clock or by hand; `undefined` before the first time. */
export const lastRunOf = (store: Store, jobId: number) => lastRun(store, { jobId })

/** Writes down that a job begins; a run of it whose end could not be written down is over. By hand, it is a deed. */
export const beginRun = (store: Store, { jobId, jobName, kind }: Begun, now: number, act?: Act): Promise<number> =>
  store.tx(async (db) => {
    const { jobRuns } = store.t
    const cut = { finishedAt: now, status: statuses.off, message: '' }
    await db
      .update(jobRuns)
      .set(cut)
      .where(and(eq(jobRuns.jobId, jobId), isNull(jobRuns.finishedAt)))
    const [run] = await db
      .insert(jobRuns)
      .values({ jobId, jobName, kind, startedAt: now, status: statuses.on, isByHand: act !== undefined })
      .returning({ runId: jobRuns.runId })
    if (act) await writeOperation(store, db, act, { action: 'run', record: String(jobId), name: jobName })
    return run!.runId
  })

type RunEnd = { status: Status; message: Told | string }

export const endRun = (store: Store, runId: number, { status, message }: RunEnd, now: number) =>
  store.tx(async (db) => {
    const { jobRuns } = store.t
    const written = typeof message === 'string' ? message : told(message)
    await db.update(jobRuns).set({ finishedAt: now, status, message: written }).where(eq(jobRuns.runId, runId))
  })

/** Runs that a stop of the server cut short are over, and have failed. */
export const endCutRuns = (store: Store, now: number) =>
  store.tx(async (db) => {
    const { jobRuns } = store.t
    const cut = { finishedAt: now, status: statuses.off, message: '' }
    await db.update(jobRuns).set(cut).where(isNull(jobRuns.finishedAt))
  })

function runOf({ kind, startedAt, finishedAt, message, ...row }: RunRow, locale: Locale): JobRun {
  return {
    ...row,
    invokeTarget: kind,
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    message: finishedAt === null ? '' : said(message, locale),
  }
}

/** Nothing was written where the server was stopped; what fails by itself says why in its own words. */
function said(message: string, locale: Locale): string {
  if (message === '') return text(locale, 'job.cutShort')
  return message.startsWith('{') ? inWords(locale, message) : message
}

const runPage = listing<JobRunQuery>()(({ db, t: { jobRuns } }) => ({
  rows: () => db.select().from(jobRuns).$dynamic(),
  counted: () => db.select({ hits: count() }).from(jobRuns).$dynamic(),
  key: jobRuns.runId,
  filters: {
    jobId: equals(jobRuns.jobId),
    status: equals(jobRuns.status),
    beginTime: atLeast(jobRuns.startedAt),
    endTime: atMost(jobRuns.startedAt),
  },
  orders: { startedAt: jobRuns.startedAt, status: jobRuns.status },
  defaultOrder: [desc(jobRuns.startedAt), desc(jobRuns.runId)],
}))

/** What became of jobs, the latest first. */
export async function listJobRuns(store: Store, query: JobRunQuery, locale: Locale): Promise<Page<JobRun>> {
  const found = await runPage(store, query)
  return { ...found, list: found.list.map((row) => runOf(row, locale)) }
}
