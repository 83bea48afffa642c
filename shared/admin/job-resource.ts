import { tagsFor, type Resource } from '../resource'

/** Scheduled jobs: the server's own tasks and their times. */
export const job = {
  name: 'job',
  path: '/sysjob',
  id: 'jobId',
  label: 'jobName',
  nouns: { a: 'a scheduled job', one: 'scheduled job', many: 'scheduled jobs' },
  routeTitles: { restore: 'route.job.restore' },
  trash: 'job',
  tags: tagsFor('job:sysJob', 'list', 'query', 'add', 'edit', 'remove'),
  view: '/schedule/index',
  texts: {
    one: 'resource.job',
    title: 'job.title',
    intro: 'job.intro',
    noun: 'job.noun',
    remove: 'job.delete',
    empty: 'job.empty',
  },
  fields: {
    jobId: { text: 'record.id', sort: true, column: 'never' },
    jobName: { text: 'job.name', as: 'name', en: 'jobNameEn', filter: 'contains', sort: true, column: 'always' },
    invokeTarget: { text: 'job.kind', filter: 'equals', columnId: 'kind' },
    jobGroup: { text: 'job.group', filter: 'equals', sort: true },
    cronExpression: { text: 'job.when' },
    status: { text: 'record.status', as: 'status', filter: 'equals', sort: true },
    nextRunAt: { text: 'job.nextRun', as: 'instant' },
    lastRunAt: { text: 'job.lastRun', as: 'instant' },
    createdAt: { text: 'record.createdAt', as: 'instant', sort: true, column: 'never' },
  },
} as const satisfies Resource
