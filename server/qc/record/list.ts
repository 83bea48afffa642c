import { and, eq, exists, gt, or, sql, type SQL } from 'drizzle-orm'
import type { Direction } from '#shared/list/list-query'
import { isAllowed } from '#shared/permissions'
import type { Group, Page } from '#shared/list/page'
import type { RecordGroup, RecordQuery, RecordRow } from '#shared/qc/record/schema'
import type { Reading, Store } from '../../platform/store'
import { inScope, scopeOf, type Scope } from '../../access/department/data-scope'
import { amongIds, atLeast, atMost, equals, listing, mapBatches, type Unpaged } from '../../platform/list/listing'
import { ofProduct } from '../product/list'
import {
  assignedOnly,
  mentionedOnly,
  byLotNo,
  byNumber,
  byStage,
  byStatuses,
  isAssigned,
  ofVersions,
  waitsFor,
  waitsSince,
  withValue,
  type Waiting,
  measuredWith,
} from './filters'
import { recordRowOf, selectRecords, waitingOrUnchangedSince } from './row'
import type { Operator } from '../../access/session/queries'
import { literal } from '../../platform/list/statement'
import { isFirstTest, wasSubmitted } from './retest-chain'

/** The longest acceptable wait for a signature. */
const OVERDUE_MS = 24 * 60 * 60_000

/** The reader of a list. In one-person installations, records also wait for the signature of their own author. */
export type Viewer = { operator: Operator; now: number; isSelfAllowed: boolean }

/** Filters by one or several ids. A single id is found by an index in the order of the list. */
const idFilters = ['lotId', 'equipmentId', 'shiftId', 'operatorId'] as const
type IdFilter = (typeof idFilters)[number]
type BoundIds = { [Name in IdFilter]?: number | undefined } & { [Name in `${IdFilter}s`]?: number[] | undefined }

function boundIdsOf(query: Pick<RecordQuery, IdFilter>): BoundIds {
  const bound = idFilters.map((name) => {
    const ids = [...new Set(query[name])]
    return ids.length > 1 ? { [name]: undefined, [`${name}s`]: ids } : { [name]: ids[0] }
  })
  return Object.assign({}, ...bound)
}

/** With the orders of the API, and the order by waiting time, which has no index and is used for few records. */
export type OrderedQuery = Omit<RecordQuery, 'orders'> & {
  orders: (RecordQuery['orders'][number] | [field: 'waitingSince' | 'ngFirst' | 'urgentFirst', direction: Direction])[]
  /** Only this kind of `waiting`. */
  waitingFor?: WaitsFor
  /** Assigned to the caller, still open, and not waiting for them for another reason. */
  assignedOnly?: true
  /** With an unseen mention of the caller, and not waiting for them for another reason. */
  mentionedOnly?: true
}

/** The step for which a record waits: a signature, or another submission. */
export type WaitsFor = 'review' | 'approve' | 'returned'

/** Bound filters. Each selective filter has a variant for few and one for many matches. */
type BoundQuery = Omit<
  OrderedQuery,
  | 'mine'
  | 'assigned'
  | 'assignedOnly'
  | 'mentionedOnly'
  | 'waiting'
  | 'waitingFor'
  | 'overdue'
  | 'counted'
  | 'recordNo'
  | 'stage'
  | 'lotNo'
  | 'status'
  | IdFilter
> &
  BoundIds & {
    [Name in 'number' | 'status' | `${'number' | 'stage' | 'lotNo' | 'statuses'}${'Few' | 'Many'}`]?: string | undefined
  } & {
    mine?: number | undefined
    assigned?: number | undefined
    assignedOnly?: (Waiting & { owner: number[] }) | undefined
    mentionedOnly?: (Waiting & { owner: number[] }) | undefined
    waiting?: Waiting | undefined
    overdue?: number | undefined
    counted?: '1' | undefined
    countedAll?: 'all' | undefined
    scope?: Scope | undefined
    departments?: Scope | undefined
  }

function described(store: Store) {
  const { valueBases } = store.t
  return {
    counted: valueBases,
    key: valueBases.qcValueBaseId,
    filters: {
      product: ofProduct(valueBases.productId),
      number: equals(valueBases.recordNo),
      numberFew: byNumber.few,
      numberMany: byNumber.many,
      templateId: equals(valueBases.templateId),
      versionNo: ofVersions(store),
      stageFew: byStage.few,
      stageMany: byStage.many,
      lotId: equals(valueBases.lotId),
      lotNoFew: byLotNo.few,
      lotNoMany: byLotNo.many,
      equipmentId: equals(valueBases.equipmentId),
      shiftId: equals(valueBases.shiftId),
      operatorId: equals(valueBases.operatorId),
      lotIds: amongIds(valueBases.lotId),
      equipmentIds: amongIds(valueBases.equipmentId),
      shiftIds: amongIds(valueBases.shiftId),
      operatorIds: amongIds(valueBases.operatorId),
      status: equals(valueBases.status),
      statusesFew: byStatuses.few,
      statusesMany: byStatuses.many,
      judgement: equals(valueBases.judgement),
      businessDay: equals(valueBases.businessDay),
      counted: { where: isFirstTest },
      countedAll: { where: wasSubmitted },
      measuredWith: measuredWith(store),
      ngItem: withValue(store, ({ judgement }) => eq(judgement, literal('NG'))),
      defectItem: withValue(store, ({ num }) => gt(num, literal(0))),
      beginTime: atLeast(valueBases.inspectedAt),
      endTime: atMost(valueBases.inspectedAt),
      mine: equals(valueBases.operatorId),
      assigned: isAssigned,
      assignedOnly: assignedOnly(store),
      mentionedOnly: mentionedOnly(store),
      waiting: waitsFor(store),
      overdue: waitsSince(store),
      scope: inScope({ department: valueBases.deptId, creator: valueBases.operatorId }),
      departments: inScope({ department: valueBases.deptId }),
    },
    groups: { status: valueBases.status, judgement: valueBases.judgement, templateId: valueBases.templateId },
    orders: {
      qcValueBaseId: valueBases.qcValueBaseId,
      recordNo: valueBases.recordNo,
      inspectedAt: valueBases.inspectedAt,
      waitingSince: waitingOrUnchangedSince(store),
      ngFirst: firstWhere(isNg(store)),
      urgentFirst: firstWhere(or(isNg(store), hasOpenSignal(store))!), // of two conditions
    },
    defaultOrder: [sql`${valueBases.inspectedAt} desc`, sql`${valueBases.qcValueBaseId} desc`],
  }
}

const page = listing<BoundQuery>()((store) => ({ ...described(store), rows: () => selectRecords(store).$dynamic() }))

/** {@link page}, but reads only the keys. */
const keys = listing<BoundQuery>()((store) => {
  const { qcValueBaseId } = store.t.valueBases
  const rows = () => store.db.select({ qcValueBaseId }).from(store.t.valueBases).$dynamic()
  return { ...described(store), rows }
})

/** Records in the operator's data scope, the last inspected first. */
export async function listRecords(store: Store, query: OrderedQuery, viewer: Viewer): Promise<Page<RecordRow>> {
  const { list, ...rest } = await page(store, await boundQuery(store, query, viewer))
  return { ...rest, list: list.map(recordRowOf) }
}

/** The number of records, by the values of a field. */
export const recordGroups = async (
  store: Store,
  query: Unpaged<RecordQuery>,
  by: RecordGroup,
  viewer: Viewer,
): Promise<Group[]> => page.groups(store, await boundQuery(store, query, viewer), by)

/** The ids of all records that match the filters, for a sheet. */
export async function* recordIdBatches(store: Reading, query: Unpaged<RecordQuery>, viewer: Viewer) {
  const bound = await boundQuery(store, query, viewer)
  yield* mapBatches(keys.batches(store, bound), ({ qcValueBaseId }) => qcValueBaseId)
}

const wholeNumber = /^[A-Z][A-Z0-9-]*-\d{6}-\d{4,}$/

async function boundQuery<Query extends Unpaged<OrderedQuery>>(
  store: Reading,
  {
    mine,
    assigned,
    assignedOnly: isAssignedOnly,
    mentionedOnly: isMentionedOnly,
    waiting,
    waitingFor,
    overdue,
    counted,
    recordNo,
    stage,
    lotNo,
    status,
    ...query
  }: Query,
  { operator, now, isSelfAllowed }: Viewer,
) {
  const number = recordNo?.toUpperCase()
  const isWhole = number !== undefined && wholeNumber.test(number)
  const [oneStatus, ...otherStatuses] = new Set(status)
  const statuses = otherStatuses.length > 0 ? JSON.stringify([oneStatus, ...otherStatuses]) : undefined
  const scope = await scopeOf(store, operator)
  const anything = waitingIn(operator, isSelfAllowed, 'review', 'approve', 'returned')
  const theirs = { ...anything, owner: [operator.userId] }
  return {
    ...query,
    ...boundIdsOf(query),
    ...(isWhole ? { number } : await cheapestFilter(store, byNumber, number, 'number')),
    ...(await cheapestFilter(store, byStage, stage, 'stage')),
    ...(await cheapestFilter(store, byLotNo, lotNo, 'lotNo')),
    ...(statuses ? await cheapestFilter(store, byStatuses, statuses, 'statuses') : { status: oneStatus }),
    mine: mine && operator.userId,
    assigned: assigned && operator.userId,
    assignedOnly: isAssignedOnly && theirs,
    mentionedOnly: isMentionedOnly && theirs,
    waiting: waitingFor ? waitingIn(operator, isSelfAllowed, waitingFor) : waiting && anything,
    overdue: overdue && now - OVERDUE_MS,
    ...(counted === 'all' ? { countedAll: counted } : { counted }),
    // most scopes contain only departments, which is a cheaper condition
    ...(scope?.userIds.length === 0 ? { departments: scope } : { scope }),
  }
}

/** The cheapest variant of a filter. */
async function cheapestFilter(store: Reading, { areMany }: typeof byNumber, value: string | undefined, name: string) {
  if (value === undefined) return {}
  return { [`${name}${(await areMany(store, value)) ? 'Many' : 'Few'}`]: value }
}

const mayFor = { review: 'qc:record:review', approve: 'qc:record:approve', returned: 'qc:record:submit' } as const

/** True if records can wait for an operator for that purpose. */
export const mayWaitFor = ({ permissions }: Operator, purpose: WaitsFor) =>
  isAllowed(permissions, ['qc:record:list']) && isAllowed(permissions, [mayFor[purpose]])

/** One level: approval waits at once. Two levels: first the review, then the approval by another person. */
function waitingIn({ userId, permissions }: Operator, isSelfAllowed: boolean, ...purposes: WaitsFor[]): Waiting {
  const may = (purpose: WaitsFor) => purposes.includes(purpose) && isAllowed(permissions, [mayFor[purpose]])
  return {
    submitted: [...(may('approve') ? [1] : []), ...(may('review') ? [2] : [])],
    reviewed: may('approve') ? [1, 2] : [],
    me: isSelfAllowed ? [] : [userId],
    author: may('returned') ? [userId] : [],
  }
}

const firstWhere = (condition: SQL) => sql`case when ${condition} then 0 else 1 end`
const isNg = ({ t: { valueBases } }: Store) => eq(valueBases.judgement, literal('NG'))
const hasOpenSignal = ({ db, t: { signals, valueBases } }: Store) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(signals)
      .where(and(eq(signals.qcValueBaseId, valueBases.qcValueBaseId), eq(signals.state, literal('open')))),
  )
