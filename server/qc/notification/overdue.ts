import { and, eq, inArray, lt, notInArray } from 'drizzle-orm'
import type { DomainWorks } from '../../admin/job/kinds'
import { dayAt, dayText } from '../../platform/list/day'
import type { Tables } from '../../tables'
import { literal, statement } from '../../platform/list/statement'
import type { Assignable } from '../assignment/table'
import { notifyOf } from './dispatch'

const columns = ({ assignments, valueBases }: Tables) => ({
  entityId: assignments.entityId,
  ownerId: assignments.ownerId,
  dueOn: assignments.dueOn,
  subject: valueBases.recordNo,
  productId: valueBases.productId,
  deptId: valueBases.deptId,
  operatorId: valueBases.operatorId,
})

/** Open records and signals with a due date before a day. */
const overdueRecords = statement(({ db, t, bind }) => {
  const { assignments, valueBases } = t
  return db
    .select(columns(t))
    .from(assignments)
    .innerJoin(valueBases, eq(valueBases.qcValueBaseId, assignments.entityId))
    .where(
      and(
        eq(assignments.entity, literal('record')),
        lt(assignments.dueOn, bind('today')),
        notInArray(valueBases.status, ['approved', 'voided'].map(literal)),
      ),
    )
})

const overdueSignals = statement(({ db, t, bind }) => {
  const { assignments, signals, valueBases } = t
  return db
    .select(columns(t))
    .from(assignments)
    .innerJoin(signals, eq(signals.signalId, assignments.entityId))
    .innerJoin(valueBases, eq(valueBases.qcValueBaseId, signals.qcValueBaseId))
    .where(
      and(
        eq(assignments.entity, literal('signal')),
        lt(assignments.dueOn, bind('today')),
        inArray(signals.state, ['open', 'acknowledged'].map(literal)),
      ),
    )
})

/** The key of a missed due date `yyyy-MM-dd`. */
export const overdueKey = (entity: Assignable, entityId: number, dueOn: string | null) =>
  `overdue ${entity} ${entityId} ${dueOn}`

/** Notifies once of each missed due date. */
export const overdue: DomainWorks['overdue'] = async ({ store, now }) => {
  const today = dayAt(now)
  const [records, signals] = await Promise.all([overdueRecords(store, { today }), overdueSignals(store, { today })])
  const occurrences = [
    ...records.map((row) => ({ ...row, entity: 'record' as const })),
    ...signals.map((row) => ({ ...row, entity: 'signal' as const })),
  ].map(({ entity, ownerId, dueOn, ...row }) => ({
    ...row,
    event: `${entity}Overdue` as const,
    key: overdueKey(entity, row.entityId, dayText(dueOn)),
    severity: undefined,
    addresseeId: ownerId,
    eventId: undefined,
  }))
  await notifyOf(store, occurrences, now)
  return { key: 'job.done.overdue', values: { count: occurrences.length } }
}
