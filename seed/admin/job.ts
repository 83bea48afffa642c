import { and, eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { Dialect, Writer } from '#server/platform/store/index'
import type { Once } from '../once'

/** The initial jobs of every installation; they run at night and in the morning, in the server's zone. */
const jobs = [
  { jobName: '每日备份', jobNameEn: 'Daily backup', kind: 'backup', cronExpression: '30 2 * * *', args: '14' },
  {
    jobName: '清理日志和回收站',
    jobNameEn: 'Clean up logs and trash',
    kind: 'log-cleanup',
    cronExpression: '0 3 * * *',
    args: '',
  },
  {
    jobName: '刷新数据库统计',
    jobNameEn: 'Refresh database statistics',
    kind: 'statistics',
    cronExpression: '30 3 * * 0',
    args: '',
  },
  {
    jobName: '校准到期通知',
    jobNameEn: 'Notify of calibrations that are due',
    kind: 'calibration-due',
    cronExpression: '0 7 * * *',
    args: '14',
  },
  {
    jobName: '逾期未处理通知',
    jobNameEn: 'Notify of what is overdue',
    kind: 'overdue',
    cronExpression: '5 7 * * *',
    args: '',
  },
] as const

export async function seedJobs({ t, dialect }: Dialect, db: Writer, once: Once) {
  const { now } = once
  for (const job of jobs) {
    if (job.kind === 'backup' && dialect === 'postgres') continue // its administrators use pg_dump
    const values = { ...job, jobGroup: 'SYSTEM', status: statuses.on, createdAt: now, updatedAt: now }
    await once(`job ${job.kind}`, () => db.insert(t.jobs).values(values))
  }
  await once('job names in English', async () => {
    const { jobs: table } = t
    for (const { kind, jobName, jobNameEn } of jobs) {
      const isOurs = and(eq(table.kind, kind), eq(table.jobName, jobName), eq(table.jobNameEn, ''))
      await db.update(table).set({ jobNameEn }).where(isOurs)
    }
  })
}
