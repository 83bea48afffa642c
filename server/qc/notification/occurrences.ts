import { and, eq } from 'drizzle-orm'
import { severities, type Severity } from '#shared/qc/constants'
import type { NotificationEvent, Threshold } from '#shared/qc/notification/events'
import type { RecordEvent, SignalEvent } from '#shared/qc/wall'
import { literal, statementIn } from '../../platform/list/statement'
import { rowsByIds } from '../../platform/list/rows-by'
import type { Dialect, Reader } from '../../platform/store'
import type { FeedRow } from '../feed/queries'
import type { Tables } from '../../tables'
import type { ValueBase } from '../record/content'

/** An occurrence of which people may be notified. */
export type Occurrence = {
  event: NotificationEvent
  /** Equal for repeated events of the same occurrence. */
  key: string
  entityId: number
  /** The name of the record or the equipment. */
  subject: string
  /** Null for equipment of all lines. */
  productId: number | null
  severity: Severity | undefined
  /** Department and operator of the record; null without a record. */
  deptId: number | null
  operatorId: number | null
  /** The person named by the event. */
  addresseeId?: number
  /** Its id in the outbox; undefined for other sources. */
  eventId: number | undefined
}

/** Per event: a text that identifies the occurrence of a record; undefined if the record does not cause it now. */
const ofRecords: Partial<Record<NotificationEvent, (record: ValueBase) => string | undefined>> = {
  recordNg: ({ judgement, status }) =>
    judgement === 'NG' && (status === 'submitted' || status === 'reviewed' || status === 'approved') ? '' : undefined,
  reviewDue: ({ status, signLevels, submittedAt }) =>
    status === 'submitted' && signLevels === 2 ? String(submittedAt) : undefined,
  approvalDue({ status, signLevels, submittedAt, reviewedAt }) {
    if (status === 'submitted' && signLevels === 1) return String(submittedAt)
    return status === 'reviewed' ? `reviewed ${reviewedAt}` : undefined
  },
  recordReturned({ status, rev, submittedAt }) {
    if (status === 'rejected') return `rejected ${submittedAt}`
    return status === 'draft' && rev > 1 ? `reopened ${rev}` : undefined
  },
}

type SignalRow = Tables['signals']['$inferSelect']

/** The key of what a record causes now; undefined if it does not cause this event. */
export function recordKey(event: NotificationEvent, record: ValueBase): string | undefined {
  const time = ofRecords[event]?.(record)
  return time === undefined ? undefined : `${event} ${record.qcValueBaseId} ${time}`.trim()
}

/** The key of an open signal. */
export const openedKey = ({ signalId, state, detectedAt }: Pick<SignalRow, 'signalId' | 'state' | 'detectedAt'>) =>
  state === 'open' ? `signal ${signalId} ${detectedAt}` : undefined

const recordsByIds = rowsByIds('valueBases', 'qcValueBaseId')
const signalsByIds = rowsByIds('signals', 'signalId')
const assignmentsByIds = rowsByIds('assignments', 'entityId')
const mentionsByComments = rowsByIds('mentions', 'commentId')

/** The occurrences of these events of the outbox, from the present data. */
export async function occurrencesOf(store: Dialect, db: Reader, rows: readonly FeedRow[]): Promise<Occurrence[]> {
  const payloads = rows.map((row) => ({ row, payload: JSON.parse(row.payload) as RecordEvent | SignalEvent })) // by `publishEvents`
  const records = await recordsByIds(store, db, new Set(payloads.map(({ payload }) => payload.qcValueBaseId)))
  const signalIds = payloads.flatMap(({ payload }) => ('signalId' in payload ? payload.signalId : []))
  const signals = signalIds.length > 0 ? await signalsByIds(store, db, new Set(signalIds)) : []
  const [assignments, mentions] = await Promise.all([
    assignmentsByIds(store, db, new Set([...records.map(({ qcValueBaseId }) => qcValueBaseId), ...signalIds])),
    mentionsByComments(store, db, new Set(payloads.flatMap(({ payload }) => commentIn(payload) ?? []))),
  ])
  const ownerOf = new Map(assignments.map((assignment) => [`${assignment.entity} ${assignment.entityId}`, assignment]))
  const mentionsOf = Map.groupBy(
    mentions.filter(({ seenAt }) => seenAt === null),
    ({ commentId }) => commentId,
  )
  const recordOf = new Map(records.map((record) => [record.qcValueBaseId, record]))
  const signalOf = new Map(signals.map((signal) => [signal.signalId, signal]))
  const found = payloads.flatMap(({ row, payload }): Occurrence[] => {
    const record = recordOf.get(payload.qcValueBaseId)
    if (!record) return []
    const { recordNo: subject, productId, deptId, operatorId } = record
    const about = { subject, productId, severity: undefined, deptId, operatorId, eventId: row.outboxId }
    if ('signalId' in payload) {
      const signal = signalOf.get(payload.signalId)
      if (!signal || !isOpenSignal(signal)) return []
      const { signalId: entityId } = signal
      if (payload.isAssigned) return toOwner(about, ownerOf.get(`signal ${entityId}`))
      const key = openedKey(signal)
      return key === undefined ? [] : [{ ...about, event: 'signalOpened', entityId, key }]
    }
    const { qcValueBaseId: entityId } = record
    if (payload.isAssigned) return isOpenRecord(record) ? toOwner(about, ownerOf.get(`record ${entityId}`)) : []
    const commentId = commentIn(payload)
    if (commentId !== undefined) {
      return (mentionsOf.get(commentId) ?? []).map(({ mentionId, userId }): Occurrence => {
        return { ...about, event: 'mentioned', entityId, key: `mentioned ${mentionId}`, addresseeId: userId }
      })
    }
    return recordEvents.flatMap((event): Occurrence[] => {
      const key = recordKey(event, record)
      return key === undefined ? [] : [{ ...about, event, entityId, key }]
    })
  })
  return withSeverity(store, db, found, signalOf)
}

/** The comment of an event. */
const commentIn = (payload: RecordEvent | SignalEvent) => ('commentId' in payload ? payload.commentId : undefined)

type AssignmentRow = Tables['assignments']['$inferSelect']

function toOwner(about: Omit<Occurrence, 'event' | 'key' | 'entityId'>, assignment?: AssignmentRow): Occurrence[] {
  if (!assignment) return []
  const { entity, entityId, ownerId, updatedAt } = assignment
  const key = `assigned ${entity} ${entityId} ${updatedAt}`
  return [{ ...about, event: `${entity}Assigned`, entityId, key, addresseeId: ownerId }]
}

/** True if its owner still has something to do. */
export const isOpenRecord = ({ status }: Pick<ValueBase, 'status'>) => status !== 'approved' && status !== 'voided'
export const isOpenSignal = ({ state }: Pick<SignalRow, 'state'>) => state !== 'closed'

const recordEvents = Object.keys(ofRecords) as NotificationEvent[] // its keys

const ngSeverities = statementIn((store, db) => {
  const { values, templateItems } = store.t
  return db
    .selectDistinct({ id: values.qcValueBaseId, severity: templateItems.severity })
    .from(values)
    .innerJoin(templateItems, eq(templateItems.itemId, values.itemId))
    .where(and(store.among(values.qcValueBaseId, store.bind('records'), 'ids'), eq(values.judgement, literal('NG'))))
})

const itemSeverities = statementIn((store, db) => {
  const { signals, valueBases, templateItems } = store.t
  return db
    .select({ id: signals.signalId, severity: templateItems.severity })
    .from(signals)
    .innerJoin(valueBases, eq(valueBases.qcValueBaseId, signals.qcValueBaseId))
    .innerJoin(
      templateItems,
      and(eq(templateItems.versionId, valueBases.versionId), eq(templateItems.itemKey, signals.itemKey)),
    )
    .where(store.among(signals.signalId, store.bind('signals'), 'ids'))
})

/** Occurrences with their severity. A record has that of its worst NG item; a signal that of its item. */
async function withSeverity(
  store: Dialect,
  db: Reader,
  found: Occurrence[],
  signals: ReadonlyMap<number, unknown>,
): Promise<Occurrence[]> {
  const records = found.filter(({ event }) => event === 'recordNg').map(({ entityId }) => entityId)
  const ofNg = records.length > 0 ? await ngSeverities(store, db, { records: idsOf(records) }) : []
  const ofSignals = signals.size > 0 ? await itemSeverities(store, db, { signals: idsOf(signals.keys()) }) : []
  const worst = (rows: readonly { id: number; severity: Severity }[], id: number) =>
    severities.find((severity) => rows.some((row) => row.id === id && row.severity === severity)) // the worst first
  return found.map((one) => {
    if (one.event === 'recordNg') return { ...one, severity: worst(ofNg, one.entityId) }
    return one.event === 'signalOpened' ? { ...one, severity: worst(ofSignals, one.entityId) } : one
  })
}

const idsOf = (ids: Iterable<number>) => JSON.stringify({ ids: [...ids] })

/** True if an event is as severe as a rule requires. */
export function isSevereEnough(severity: Severity | undefined, threshold: Threshold): boolean {
  if (threshold === 'any') return true
  return severity !== undefined && severities.indexOf(severity) <= severities.indexOf(threshold)
}
