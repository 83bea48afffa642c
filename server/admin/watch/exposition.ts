import packageJson from '../../../package.json'
import { conditionKinds } from './conditions'
import { bounds } from './durations'
import type { Figures } from '.'
import type { RouteFigures } from './requests'

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

type Labels = Record<string, string>
type Sample = { suffix?: string; labels?: Labels; value: number | undefined }
type Type = 'gauge' | 'counter' | 'histogram'

/** The figures in Prometheus' text format 0.0.4. Unknown ones are left out. */
export const expositionOf = (figures: Figures): string =>
  [...families(figures)].map(([name, type, help, samples]) => familyOf(name, type, help, samples)).join('')

type Family = [name: string, type: Type, help: string, samples: Sample[]]

function* families(figures: Figures): Iterable<Family> {
  yield* ofRequests(figures)
  yield* ofProcess(figures)
  yield* ofDatabase(figures)
  const { at, disk, backupAt, auditHead, streams, clockJumps, droppedLines, conditions } = figures
  const isKnown = disk.totalBytes > 0
  yield one(
    'caliper_disk_free_bytes',
    'gauge',
    'Room left on the disk of the data.',
    isKnown ? disk.freeBytes : undefined,
  )
  yield one('caliper_disk_size_bytes', 'gauge', 'Size of the disk of the data.', isKnown ? disk.totalBytes : undefined)
  const backup = backupAt === undefined ? undefined : backupAt / 1000
  yield one('caliper_backup_last_success_timestamp_seconds', 'gauge', 'When the newest good backup was made.', backup)
  const age = backup === undefined ? undefined : Math.max(0, at / 1000 - backup)
  yield one('caliper_backup_age_seconds', 'gauge', 'Age of the newest good backup.', age)
  if (auditHead) {
    const labels = { hash: auditHead.hash, at: new Date(auditHead.at).toISOString() }
    const help = 'Number of the last entry of the audit trail when the day began, with its hash and time: an anchor.'
    yield ['caliper_audit_anchor', 'gauge', help, [{ labels, value: auditHead.id }]]
  }
  yield one('caliper_streams_open', 'gauge', 'Windows and screens that are told live what happens.', streams)
  yield one(
    'caliper_clock_jumps_total',
    'counter',
    'How often the clock of the machine was set by a minute or more.',
    clockJumps,
  )
  yield one('caliper_log_dropped_lines_total', 'counter', 'Lines that did not get into the log file.', droppedLines)
  const present = new Set(conditions.map(({ kind }) => kind))
  yield [
    'caliper_condition',
    'gauge',
    'Whether administrators are told of something that they have to see to.',
    conditionKinds.map((kind) => ({ labels: { kind }, value: present.has(kind) ? 1 : 0 })),
  ]
}

function* ofRequests({ requests }: Figures): Iterable<Family> {
  const routes = [...requests.routes]
  yield [
    'caliper_http_requests_total',
    'counter',
    'Requests answered, by the class of their status.',
    routes.flatMap(({ method, path, answers }) =>
      [...answers].flatMap((value, group) =>
        value > 0 ? [{ labels: { method, route: path, status: `${group + 1}xx` }, value }] : [],
      ),
    ),
  ]
  yield [
    'caliper_http_request_duration_seconds',
    'histogram',
    'Time until an answer began.',
    routes.flatMap(durationsOf),
  ]
  yield one('caliper_http_requests_in_flight', 'gauge', 'Requests under way.', requests.underWay)
}

function durationsOf({ method, path, durations: { counts, sum } }: RouteFigures): Sample[] {
  const labels = { method, route: path }
  let below = 0
  const buckets = [...counts].map((count, bucket) => {
    below += count
    return { suffix: '_bucket', labels: { ...labels, le: String(bounds[bucket] ?? '+Inf') }, value: below }
  })
  return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: below }]
}

function* ofProcess({ startedAt, loop, process: own }: Figures): Iterable<Family> {
  yield [
    'caliper_build_info',
    'gauge',
    'The version that runs.',
    [{ labels: { version: packageJson.version }, value: 1 }],
  ]
  yield one('process_start_time_seconds', 'gauge', 'When the server started.', startedAt / 1000)
  yield one('process_cpu_seconds_total', 'counter', 'Processor time used.', own.cpuSeconds)
  yield one('process_resident_memory_bytes', 'gauge', 'Memory held.', own.rssBytes)
  yield one('caliper_heap_used_bytes', 'gauge', 'Memory of that in use by the program itself.', own.heapBytes)
  const what = 'Time that due work waited for other work in the last minute'
  yield one('caliper_event_loop_delay_p50_seconds', 'gauge', `${what}: half of it less.`, loop.p50)
  yield one('caliper_event_loop_delay_p99_seconds', 'gauge', `${what}: 99 of 100 less.`, loop.p99)
  yield one('caliper_event_loop_delay_max_seconds', 'gauge', `${what}: the longest.`, loop.max)
}

function* ofDatabase({ at, database, faults }: Figures): Iterable<Family> {
  yield one('caliper_database_up', 'gauge', 'Whether the database answers.', database ? 1 : 0)
  yield [
    'caliper_database_faults_total',
    'counter',
    'Requests that the database failed, for want of room or because it could not be written or reached.',
    Object.entries(faults).map(([fault, value]) => ({ labels: { fault }, value })),
  ]
  if (!database) return
  const { dialect, version, bytes, logBytes, sessions, failingJobs, auditEntries, notifications } = database
  yield ['caliper_database_info', 'gauge', 'The database in use.', [{ labels: { dialect, version }, value: 1 }]]
  yield one('caliper_database_size_bytes', 'gauge', 'Size of the database.', bytes)
  const wal = dialect === 'sqlite' ? logBytes : undefined
  yield one('caliper_database_wal_bytes', 'gauge', 'Size of the log that is to be merged into the database.', wal)
  yield one('caliper_sessions_open', 'gauge', 'Sessions that are not over.', sessions)
  yield one('caliper_jobs_failing', 'gauge', 'Jobs under the clock whose last run has failed.', failingJobs)
  const { waiting, oldestDueAt, failed } = notifications
  yield one('caliper_notifications_waiting', 'gauge', 'Notifications that are not sent yet.', waiting)
  yield one(
    'caliper_notifications_oldest_due_seconds',
    'gauge',
    'For how long the oldest of them has been due.',
    oldestDueAt === undefined ? 0 : Math.max(0, (at - oldestDueAt) / 1000),
  )
  yield one('caliper_notifications_failed', 'gauge', 'Kept notifications that have failed for good.', failed)
  yield one('caliper_audit_entries_total', 'counter', 'Entries of the audit trail.', auditEntries)
}

const one = (name: string, type: Type, help: string, value: number | undefined): Family => [
  name,
  type,
  help,
  [{ value }],
]

function familyOf(name: string, type: Type, help: string, samples: readonly Sample[]): string {
  const present = samples.filter(({ value }) => value !== undefined)
  if (present.length === 0) return ''
  const lines = present.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelsOf(labels)} ${value}`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`
}

function labelsOf(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

const escaped = (value: string) => value.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`))
