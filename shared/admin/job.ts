import { Cron } from 'croner'
import { nameSchemas, z } from '../zod'
import { sortFields, type ResourceOf } from '../resource'
import { job } from './job-resource'
import { jobKinds, statuses } from '../constants'
import {
  changeOf,
  Id,
  Instant,
  line,
  listQuery,
  name,
  optionalLine,
  orEmpty,
  orNumber,
  StatusInput,
} from '../list/page'
import { FirstOfPeriod, LastOfPeriod } from '../list/moment'

/** Jobs copy, prune or measure. Shorter intervals have no use. */
const SHORTEST_MS = 60_000

/**
 * The next times of a cron expression. Empty if it cannot be read, or has no next time.
 * @param timeZone of the expression; by default the zone of the process
 */
export function nextRuns(expression: string, count: number, timeZone?: string): Date[] {
  const zone = timeZone === undefined ? {} : { timezone: timeZone }
  try {
    return new Cron(expression, { paused: true, mode: '5-or-6-parts', ...zone }).nextRuns(count)
  } catch {
    return []
  }
}

const isSlow = (times: Date[]) => times.every((time, at) => at === 0 || +time - +times[at - 1]! >= SHORTEST_MS)

const CronExpression = line(100)
  .refine((expression) => nextRuns(expression, 1).length > 0, { message: 'job.badCron', abort: true })
  .refine((expression) => isSlow(nextRuns(expression, 10)), 'job.tooOften')
  .meta({ examples: ['30 2 * * *'] })

const numberOf = (...values: [number, ...number[]]) =>
  z
    .union([z.number(), z.string().regex(/^\d$/).transform(Number)])
    .pipe(z.literal(values))
    .meta({ canonical: z.literal(values) })

/** The fields of a scheduled job that an operator may set. */
export const JobInput = z.object({
  jobName: name(64).meta({ examples: ['每日备份'] }),
  /** Shown in English; empty if none was given. */
  jobNameEn: optionalLine(64),
  jobGroup: line(64)
    .nullish()
    .transform((group) => group ?? 'SYSTEM')
    .meta({ canonical: line(64) }),
  /** Its task, from a fixed list: a job cannot run other code. */
  invokeTarget: z.enum(jobKinds, { error: 'job.badTarget' }),
  /** Minute, hour, day, month, weekday, in the server's zone; a sixth part before them is the second. */
  cronExpression: CronExpression,
  /** For a backup: the number of copies to keep. For calibrations: days ahead. */
  args: orEmpty(
    orNumber(
      line(100)
        .regex(/^([1-9]\d{0,2})?$/, 'job.badArgs')
        .meta({ examples: ['14'] }),
    ),
  ),
  /** A time missed while the server was off: 1 and 2 run it once at the next start; 3 skips it. */
  misfirePolicy: numberOf(1, 2, 3).default(1),
  /** Without effect, for clients of the family: two runs of a job never overlap. */
  concurrent: numberOf(0, 1).default(1),
  status: StatusInput.default(statuses.on),
})
export type JobInput = z.infer<typeof JobInput>

/** The changes of a job, with its id in the body. */
export const JobChange = changeOf(JobInput).extend({ jobId: Id })
export type JobChange = z.infer<typeof JobChange>

export const Job = z.object({
  jobId: z.int(),
  jobName: z.string(),
  jobNameEn: z.string(),
  jobGroup: z.string(),
  /** Always 2: a function of the server, not an address. */
  jobType: z.int(),
  invokeTarget: z.enum(jobKinds),
  cronExpression: z.string(),
  args: z.string(),
  misfirePolicy: z.int(),
  concurrent: z.int(),
  status: z.literal([1, 2]),
  /** 0 if no schedule starts it. */
  entry_id: z.int(),
  entryId: z.int(),
  isRunning: z.boolean(),
  nextRunAt: Instant.nullable(),
  lastRunAt: Instant.nullable(),
  /** '2' successful, '1' failed; null before the first run. */
  lastStatus: z.enum(statuses).nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Job = z.infer<typeof Job>

export const JobQuery = listQuery(
  {
    jobName: line(64).optional(),
    jobGroup: line(64).optional(),
    invokeTarget: z.enum(jobKinds).optional(),
    status: StatusInput.optional(),
  },
  sortFields(job satisfies ResourceOf<Job>),
)
export type JobQuery = z.infer<typeof JobQuery>

/** One run of a job. */
export const JobRun = z.object({
  runId: z.int(),
  jobId: z.int(),
  jobName: z.string(),
  jobNameEn: z.string(),
  invokeTarget: z.enum(jobKinds),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  status: z.enum(statuses),
  /** The result or the fault, in the caller's language. */
  message: z.string(),
  isByHand: z.boolean(),
})
export type JobRun = z.infer<typeof JobRun>

export const JobRunQuery = listQuery(
  {
    jobId: Id.optional(),
    status: StatusInput.optional(),
    beginTime: FirstOfPeriod.optional(),
    endTime: LastOfPeriod.optional(),
  },
  ['startedAt', 'status'],
)
export type JobRunQuery = z.infer<typeof JobRunQuery>

nameSchemas({ JobInput, JobChange, Job, JobRun })
