import { sql } from 'drizzle-orm'
import { isAllowed } from '#shared/permissions'
import type { Page } from '#shared/schemas/page'
import type { RecordQuery, RecordRow } from '#shared/schemas/qc-record'
import type { Store } from '../store'
import { inScope, scopeOf, type Scope } from './data-scope'
import { atLeast, atMost, equals, listing, mapBatches, type Unpaged } from './listing'
import { ofProduct } from './qc-product-list'
import { byLotNo, byNumber, byStage, waitsFor, waitsSince, type Waiting } from './qc-record-filters'
import { recordRowOf, selectRecords } from './qc-record-row'
import type { Operator } from './session'

/** Waiting longer than this for a signature is too long. */
const OVERDUE_MS = 24 * 60 * 60_000

/** Who asks. In one-person installations signatures of one's own records wait as well. */
export type Asking = { operator: Operator; now: number; isSelfAllowed: boolean }

/** Filters as they are bound; those that few records match apart from those that many do. */
type Asked = Omit<RecordQuery, 'mine' | 'waiting' | 'overdue' | 'recordNo' | 'stage' | 'lotNo'> & {
  [Name in 'number' | 'numberFew' | 'numberMany' | 'stageFew' | 'stageMany' | 'lotNoFew' | 'lotNoMany']?:
    string | undefined
} & {
  mine?: number | undefined
  waiting?: Waiting | undefined
  overdue?: number | undefined
  scope?: Scope | undefined
}

const page = listing<Asked>()((store) => {
  const { valueBases } = store.t
  return {
    rows: () => selectRecords(store).$dynamic(),
    counted: valueBases,
    key: valueBases.qcValueBaseId,
    filters: {
      product: ofProduct(valueBases.productId),
      number: equals(valueBases.recordNo),
      numberFew: byNumber.few,
      numberMany: byNumber.many,
      templateId: equals(valueBases.templateId),
      stageFew: byStage.few,
      stageMany: byStage.many,
      lotId: equals(valueBases.lotId),
      lotNoFew: byLotNo.few,
      lotNoMany: byLotNo.many,
      equipmentId: equals(valueBases.equipmentId),
      shiftId: equals(valueBases.shiftId),
      operatorId: equals(valueBases.operatorId),
      status: equals(valueBases.status),
      judgement: equals(valueBases.judgement),
      businessDay: equals(valueBases.businessDay),
      beginTime: atLeast(valueBases.inspectedAt),
      endTime: atMost(valueBases.inspectedAt),
      mine: equals(valueBases.operatorId),
      waiting: waitsFor(store),
      overdue: waitsSince(store),
      scope: inScope({ department: valueBases.deptId, creator: valueBases.operatorId }),
    },
    orders: {
      qcValueBaseId: valueBases.qcValueBaseId,
      recordNo: valueBases.recordNo,
      inspectedAt: valueBases.inspectedAt,
    },
    defaultOrder: [sql`${valueBases.inspectedAt} desc`, sql`${valueBases.qcValueBaseId} desc`],
  }
})

/** Records in the operator's data scope, the last inspected first. */
export async function listRecords(store: Store, query: RecordQuery, asking: Asking): Promise<Page<RecordRow>> {
  const found = await page(store, await asked(store, query, asking))
  return { ...found, list: found.list.map(recordRowOf) }
}

/** All that the filters find, for a sheet. */
export async function* recordBatches(store: Store, query: Unpaged<RecordQuery>, asking: Asking) {
  yield* mapBatches(page.batches(store, await asked(store, query, asking)), recordRowOf)
}

const wholeNumber = /^[A-Z][A-Z0-9-]*-\d{6}-\d{4,}$/

async function asked<Query extends Unpaged<RecordQuery>>(
  store: Store,
  { mine, waiting, overdue, recordNo, stage, lotNo, ...query }: Query,
  { operator, now, isSelfAllowed }: Asking,
) {
  const number = recordNo?.toUpperCase()
  const isWhole = number !== undefined && wholeNumber.test(number)
  const numbers = isWhole ? { number } : await oneWay(store, byNumber, number, 'number')
  return {
    ...query,
    ...numbers,
    ...(await oneWay(store, byStage, stage, 'stage')),
    ...(await oneWay(store, byLotNo, lotNo, 'lotNo')),
    mine: mine && operator.userId,
    waiting: waiting && waitingFor(operator, isSelfAllowed),
    overdue: overdue && now - OVERDUE_MS,
    scope: await scopeOf(store, operator),
  }
}

/** The filter as it costs least. */
async function oneWay(store: Store, { areMany }: typeof byNumber, given: string | undefined, name: string) {
  if (given === undefined) return {}
  return { [`${name}${(await areMany(store, given)) ? 'Many' : 'Few'}`]: given }
}

/** One level: approval waits at once. Two: first the review, then the approval by another. */
function waitingFor({ userId, permissions }: Operator, isSelfAllowed: boolean): Waiting {
  const mayReview = isAllowed(permissions, ['qc:record:review'])
  const mayApprove = isAllowed(permissions, ['qc:record:approve'])
  return {
    submitted: [...(mayApprove ? [1] : []), ...(mayReview ? [2] : [])],
    reviewed: mayApprove ? [1, 2] : [],
    me: isSelfAllowed ? [] : [userId],
    author: isAllowed(permissions, ['qc:record:submit']) ? [userId] : [],
  }
}
