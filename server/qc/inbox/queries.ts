import { DAY_MS } from '#shared/durations'
import { isAllowed } from '#shared/permissions'
import { inboxKinds, MAX_INBOX, type Inbox, type InboxCount, type InboxItem, type InboxKind } from '#shared/qc/inbox'
import type { Assignment } from '#shared/qc/assignment'
import type { RecordRow } from '#shared/qc/record/schema'
import type { Signal, SignalQuery } from '#shared/qc/signal'
import type { Equipment } from '#shared/qc/equipment'
import type { Operator } from '../../access/session/queries'
import { dayAt, dayOf } from '../../platform/list/day'
import { instant } from '../../platform/list/wire'
import type { Store } from '../../platform/store'
import { assignmentsFor } from '../assignment/queries'
import { equipmentDueBefore } from '../equipment/list'
import { listRecords, mayWaitFor, type OrderedQuery, type Viewer, type WaitsFor } from '../record/list'
import { listSignals } from '../signal/list'
import { maySeeSignals, openSignalsOfRecords } from '../signal/open'

/** The first items of a kind in the order of the inbox, and the number of all. */
type Waiting = { count: number; list: InboxItem[] }

/** Calibration is listed this number of days before it is due, so that it can be arranged. */
const CALIBRATION_AHEAD_DAYS = 7

/** The inbox of an operator: each kind as in its own list, within their rights and data scope. */
export async function inboxOf(store: Store, viewer: Viewer, only: InboxKind | undefined): Promise<Inbox> {
  const kinds = inboxKinds.filter((kind) => comesTo(kind, viewer.operator))
  const found = await Promise.all(
    kinds.map((kind) => waiting(store, kind, viewer, only === undefined || only === kind ? MAX_INBOX : 1)),
  )
  const listed = found.flatMap(({ list }) => list).filter(({ kind }) => only === undefined || only === kind)
  const list = listed.toSorted(byUrgency).slice(0, MAX_INBOX)
  return { ...counted(kinds, found), list }
}

/** The counts of {@link inboxOf}. */
export async function inboxCount(store: Store, viewer: Viewer): Promise<InboxCount> {
  const kinds = inboxKinds.filter((kind) => comesTo(kind, viewer.operator))
  return counted(kinds, await Promise.all(kinds.map((kind) => waiting(store, kind, viewer, 1))))
}

function counted(kinds: readonly InboxKind[], found: readonly Waiting[]): InboxCount {
  const entries = kinds.map((kind, index) => [kind, found[index]!.count] as const)
  return { count: entries.reduce((sum, [, count]) => sum + count, 0), counts: Object.fromEntries(entries) }
}

/** True if an operator's rights give them items of a kind. */
function comesTo(kind: InboxKind, operator: Operator): boolean {
  const may = (...tags: Parameters<typeof isAllowed>[1]) => isAllowed(operator.permissions, tags)
  if (kind === 'signal') return maySeeSignals(operator) && may('qc:signal:acknowledge', 'qc:signal:close')
  if (kind === 'calibration') return may('qc:equipment:list') && may('qc:equipment:edit')
  return kind === 'assigned' || kind === 'mention' ? may('qc:record:list') : mayWaitFor(operator, kind)
}

async function waiting(store: Store, kind: InboxKind, viewer: Viewer, most: number): Promise<Waiting> {
  const { operator, now } = viewer
  if (kind === 'signal') {
    const pages = await Promise.all(signalsFor(operator, most).map((query) => listSignals(store, query, operator)))
    const count = pages.reduce((sum, page) => sum + page.count, 0)
    return { count, list: pages.flatMap(({ list }) => list.map(signalItem)) }
  }
  if (kind === 'calibration') {
    const before = dayAt(now) + (CALIBRATION_AHEAD_DAYS + 1) * DAY_MS
    const { count, list } = await equipmentDueBefore(store, before, most, now)
    return { count, list: list.map(equipmentItem) }
  }
  const { count, list } = await listRecords(store, recordsFor(kind, operator, most), viewer)
  const ids = list.map(({ qcValueBaseId }) => qcValueBaseId)
  if (most === 1) return { count, list: [] }
  const [signals, assignments] = await Promise.all([
    openSignalsOfRecords(store, ids, operator),
    assignmentsFor(store, 'record', ids),
  ])
  const itemOf = (row: RecordRow) =>
    recordItem(kind, row, signals.get(row.qcValueBaseId) ?? 0, assignments.get(row.qcValueBaseId))
  return { count, list: list.map(itemOf) }
}

const theirs = { assigned: { assignedOnly: true }, mention: { mentionedOnly: true } } as const

const recordsFor = (kind: WaitsFor | keyof typeof theirs, operator: Operator, pageSize: number): OrderedQuery => ({
  ...(kind === 'assigned' || kind === 'mention' ? theirs[kind] : { waitingFor: kind }),
  orders: [
    [maySeeSignals(operator) ? 'urgentFirst' : 'ngFirst', 'asc'],
    ['waitingSince', 'asc'],
    ['qcValueBaseId', 'asc'],
  ],
  pageIndex: 1,
  pageSize,
})

/** Holders of `qc:signal:close` also settle acknowledged signals. */
const signalsFor = ({ permissions }: Operator, pageSize: number): SignalQuery[] =>
  (isAllowed(permissions, ['qc:signal:close']) ? (['open', 'acknowledged'] as const) : (['open'] as const)).map(
    (state) => ({ state, orders: [['detectedAt', 'asc']], pageIndex: 1, pageSize }),
  )

const recordItem = (kind: InboxKind, row: RecordRow, openSignals: number, assignment?: Assignment): InboxItem => ({
  kind,
  id: row.qcValueBaseId,
  number: row.recordNo,
  title: row.templateName,
  titleEn: row.templateNameEn,
  product: row.product,
  lotNo: row.lotNo,
  operatorName: row.operatorName,
  since: row.waitingSince ?? row.updatedAt,
  judgement: row.judgement,
  openSignals,
  ownerName: assignment?.ownerName ?? null,
  dueOn: assignment?.dueOn ?? null,
})

const signalItem = (signal: Signal): InboxItem => ({
  kind: 'signal',
  id: signal.signalId,
  number: signal.recordNo,
  title: signal.itemName,
  titleEn: signal.itemNameEn,
  product: signal.product,
  lotNo: null,
  operatorName: null,
  since: signal.detectedAt,
  judgement: null,
  openSignals: signal.state === 'open' ? 1 : 0,
  ownerName: signal.assignment?.ownerName ?? null,
  dueOn: signal.assignment?.dueOn ?? null,
})

const equipmentItem = ({ calibrationDue, ...equipment }: Equipment): InboxItem => ({
  kind: 'calibration',
  id: equipment.equipmentId,
  number: equipment.code,
  title: equipment.name,
  titleEn: equipment.nameEn,
  product: equipment.product,
  lotNo: null,
  operatorName: null,
  since: instant(dayOf(calibrationDue) ?? 0), // due equipment has a day
  judgement: null,
  openSignals: 0,
  ownerName: null,
  dueOn: calibrationDue,
})

const isUrgent = ({ judgement, openSignals }: InboxItem) => judgement === 'NG' || openSignals > 0

/** NG and open signals first, then the longest waiting. */
const byUrgency = (item: InboxItem, other: InboxItem) =>
  Number(isUrgent(other)) - Number(isUrgent(item)) || Date.parse(item.since) - Date.parse(other.since)
