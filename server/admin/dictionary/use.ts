import { count, eq, inArray, isNotNull } from 'drizzle-orm'
import { sexes } from '#shared/constants'
import { codes } from '#shared/envelope'
import { qcDicts, stages } from '#shared/qc/constants'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader } from '../../platform/store'
import type { Tables } from '../../tables'

type Entry = Pick<Tables['dictData']['$inferSelect'], 'dictType' | 'dictValue' | 'dictLabel'>

const MAX_NAMED = 5

/**
 * Values that records, signals and their trail keep for good. A search for each code would read all of them, so all are
 * kept; they can be switched off instead.
 */
const recorded = new Map<string, 'dict.recorded' | 'dict.recordedInSignals'>([
  [qcDicts.disposition, 'dict.recorded'],
  [qcDicts.missingReason, 'dict.recorded'],
  [qcDicts.changeReason, 'dict.recorded'],
  [qcDicts.cause, 'dict.recordedInSignals'],
  [qcDicts.action, 'dict.recordedInSignals'],
])

/**
 * Protects entries whose value is in records of this product. Only the programs that use other dictionaries know their
 * records.
 * @throws Refusal that names a use of one of them
 */
export async function refuseEntriesInUse(store: Dialect, db: Reader, entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) {
    if (entry.dictType === 'sys_job_group') await refuseJobGroupInUse(store, db, entry)
    if (entry.dictType === 'sys_user_sex') await refuseSexInUse(store, db, entry)
    if (entry.dictType === qcDicts.stage) await refuseStageInUse(store, db, entry)
    const fault = recorded.get(entry.dictType)
    if (fault) throw new Refusal(codes.conflict, fault, { name: entry.dictLabel })
  }
}

type Labelled = Pick<Tables['dictData']['$inferSelect'], 'dictType' | 'dictLabel' | 'dictLabelEn'>

/**
 * Protects the labels of dispositions: approved records show them. They may change until the first submission of a
 * record; a search for one disposition would read all records.
 */
export async function refuseRelabelled(
  { t: { valueBases } }: Dialect,
  db: Reader,
  next: Labelled,
  before: Labelled,
): Promise<void> {
  if (before.dictType !== qcDicts.disposition) return
  const field = (['dictLabel', 'dictLabelEn'] as const).find((label) => next[label] !== before[label])
  if (!field) return
  const [submitted] = await db
    .select({ id: valueBases.qcValueBaseId })
    .from(valueBases)
    .where(isNotNull(valueBases.submittedAt))
    .limit(1)
  if (submitted) throw new Refusal(codes.conflict, 'dict.labelRecorded', { name: before.dictLabel }).at(field)
}

async function refuseJobGroupInUse({ t: { jobs } }: Dialect, db: Reader, { dictValue, dictLabel: name }: Entry) {
  const used = await db.select({ jobName: jobs.jobName }).from(jobs).where(eq(jobs.jobGroup, dictValue))
  if (used.length === 0) return
  const named = used.slice(0, MAX_NAMED).map(({ jobName }) => jobName)
  throw new Refusal(codes.conflict, 'dict.usedByJobs', { name, count: used.length, jobs: named.join(', ') })
}

async function refuseSexInUse({ t: { users } }: Dialect, db: Reader, { dictValue, dictLabel: name }: Entry) {
  const values = sexes.filter((sex) => sex === dictValue)
  const [used] = await db.select({ count: count() }).from(users).where(inArray(users.sex, values))
  if (used && used.count > 0) throw new Refusal(codes.conflict, 'dict.usedByUsers', { name, count: used.count })
}

async function refuseStageInUse({ t: { templates } }: Dialect, db: Reader, { dictValue, dictLabel: name }: Entry) {
  const values = stages.filter((stage) => stage === dictValue)
  const [used] = await db.select({ count: count() }).from(templates).where(inArray(templates.stage, values))
  if (used && used.count > 0) throw new Refusal(codes.conflict, 'dict.usedByTemplates', { name, count: used.count })
}
