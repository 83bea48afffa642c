import { rowsByIds } from '../../platform/list/rows-by'
import { count, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Page } from '#shared/list/page'
import type { Signal, SignalBell, SignalQuery } from '#shared/qc/signal'
import type { Store } from '../../platform/store'
import { inScope, scopeOf, type Scope } from '../../access/department/data-scope'
import { amongIds, atLeast, atMost, equals, listing, type Unpaged } from '../../platform/list/listing'
import { assignedTo, assignmentsFor } from '../assignment/queries'
import { ofVersions } from '../record/filters'
import { isFirstTest, wasSubmitted } from '../record/retest-chain'
import { isRecordInScope } from '../record/scope'
import { namesOfItems } from '../template/items'
import { ofProduct } from '../product/list'
import { instant, instantOrNull } from '../../platform/list/wire'
import type { Operator } from '../../access/session/queries'
import { oneRow } from '../../platform/list/statement'

const joined = ({ db, t }: Store) => {
  const { signals, valueBases, templates, products, limitSets, equipment } = t
  return db
    .select({
      ...getTableColumns(signals),
      recordNo: valueBases.recordNo,
      deptId: valueBases.deptId,
      operatorId: valueBases.operatorId,
      product: products.code,
      templateName: templates.name,
      templateNameEn: templates.nameEn,
      chart: limitSets.chart,
      equipmentId: limitSets.equipmentId,
      equipmentName: equipment.name,
      equipmentNameEn: equipment.nameEn,
    })
    .from(signals)
    .innerJoin(valueBases, eq(valueBases.qcValueBaseId, signals.qcValueBaseId))
    .innerJoin(templates, eq(templates.templateId, signals.templateId))
    .innerJoin(products, eq(products.productId, signals.productId))
    .innerJoin(limitSets, eq(limitSets.limitSetId, signals.limitSetId))
    .leftJoin(equipment, eq(equipment.equipmentId, limitSets.equipmentId))
}

type ScopedQuery = Omit<SignalQuery, 'assigned' | 'counted'> & {
  assigned?: number | undefined
  counted?: '1' | undefined
  countedAll?: 'all' | undefined
  scope?: Scope | undefined
}

/** Signals of records in the operator's data scope, the last detected first. */
const page = listing<ScopedQuery>()((store) => {
  const { signals, valueBases } = store.t
  return {
    rows: () => joined(store).$dynamic(),
    counted: () =>
      store.db
        .select({ hits: count() })
        .from(signals)
        .innerJoin(valueBases, eq(valueBases.qcValueBaseId, signals.qcValueBaseId))
        .$dynamic(),
    key: signals.signalId,
    filters: {
      product: ofProduct(signals.productId),
      templateId: equals(signals.templateId),
      itemKey: equals(signals.itemKey),
      qcValueBaseId: equals(signals.qcValueBaseId),
      state: equals(signals.state),
      unsettled: { where: () => inArray(signals.state, ['open', 'acknowledged']) },
      assigned: {
        where: (of, bound) => inArray(signals.signalId, assignedTo(of, 'signal', eq(of.t.assignments.ownerId, bound))),
      },
      rule: equals(signals.rule),
      causeCode: equals(signals.causeCode),
      beginTime: atLeast(signals.detectedAt),
      endTime: atMost(signals.detectedAt),
      from: atLeast(signals.inspectedAt),
      to: atMost(signals.inspectedAt),
      equipmentId: amongIds(valueBases.equipmentId),
      shiftId: amongIds(valueBases.shiftId),
      operatorId: amongIds(valueBases.operatorId),
      lotId: amongIds(valueBases.lotId),
      recordStatus: equals(valueBases.status),
      versionNo: ofVersions(store),
      counted: { where: isFirstTest, bind: (given) => given },
      countedAll: { where: wasSubmitted, bind: (given) => given },
      scope: inScope({ department: valueBases.deptId, creator: valueBases.operatorId }),
    },
    orders: { detectedAt: signals.detectedAt, inspectedAt: signals.inspectedAt },
    defaultOrder: [desc(signals.detectedAt), desc(signals.signalId)],
  }
})

type Row = Awaited<ReturnType<typeof page>>['list'][number]

export async function listSignals(store: Store, asked: SignalQuery, operator: Operator): Promise<Page<Signal>> {
  const { counted, ...query } = asked
  const assigned = query.assigned && operator.userId
  const scope = await scopeOf(store, operator)
  const found = await page(store, {
    ...query,
    ...(counted === 'all' ? { countedAll: counted } : { counted }),
    assigned,
    scope,
  })
  return { ...found, list: await signalsOf(store, found.list, scope) }
}

const byId = oneRow((store) => joined(store).where(eq(store.t.signals.signalId, store.bind('id'))))

/** One signal, if its record is in the operator's scope. */
export async function getSignal(store: Store, id: number, operator: Operator): Promise<Signal | undefined> {
  const [row, scope] = await Promise.all([byId(store, { id }), scopeOf(store, operator)])
  if (!row || !isRecordInScope(scope, row)) return undefined
  return (await signalsOf(store, [row], scope))[0]
}

const oldestOpen: Unpaged<SignalQuery> = { orders: [['detectedAt', 'asc']], state: 'open' }

/** The number of open signals within an operator's scope, the time of the oldest, and the latest ones. */
export async function signalBell(store: Store, operator: Operator): Promise<SignalBell> {
  const latest = await listSignals(store, { state: 'open', orders: [], pageIndex: 1, pageSize: LATEST }, operator)
  const oldest = await listSignals(store, { ...oldestOpen, pageIndex: 1, pageSize: 1 }, operator)
  return { open: latest.count, oldestAt: oldest.list[0]?.detectedAt ?? null, latest: latest.list }
}
const LATEST = 10

const recordsByIds = rowsByIds('valueBases', 'qcValueBaseId', {
  fields: ['qcValueBaseId', 'inspectedAt', 'deptId', 'operatorId'],
})

/** Signals with those records of their patterns that are in a data scope. */
async function signalsOf(store: Store, rows: readonly Row[], scope: Scope | undefined): Promise<Signal[]> {
  const itemKeys = rows.map(({ itemKey }) => itemKey)
  const patterns = rows.map(({ members }) => JSON.parse(members) as number[]) // written by us
  const needed = scope ? patterns.flat() : patterns.flatMap(([first]) => first ?? [])
  const signalIds = rows.map(({ signalId }) => signalId)
  const [items, records, assignments] = await Promise.all([
    namesOfItems(store, itemKeys),
    recordsByIds(store, store.db, new Set(needed)),
    assignmentsFor(store, 'signal', signalIds),
  ])
  const visible = records.filter((record) => isRecordInScope(scope, record))
  const inspectedAt = new Map(visible.map((record) => [record.qcValueBaseId, record.inspectedAt]))
  return rows.map((row, index) => {
    const pattern = patterns[index]!
    const members = scope ? pattern.filter((id) => inspectedAt.has(id)) : pattern
    const {
      productId: _product,
      deptId: _dept,
      operatorId: _operator,
      ackBy: _ackBy,
      closedBy: _closedBy,
      ...rest
    } = row
    const { goneAt: _goneAt, updatedAt: _updatedAt, ...signal } = rest
    const item = items.get(row.itemKey)
    return {
      ...signal,
      itemName: item?.name ?? row.itemKey,
      itemNameEn: item?.nameEn ?? '',
      unit: item?.unit ?? '',
      decimals: item?.decimals ?? 0,
      inspectedAt: instant(row.inspectedAt),
      since: instant(inspectedAt.get(members[0] ?? row.qcValueBaseId) ?? row.inspectedAt),
      members,
      pointCount: pattern.length,
      detectedAt: instant(row.detectedAt),
      ackAt: instantOrNull(row.ackAt),
      closedAt: instantOrNull(row.closedAt),
      assignment: assignments.get(row.signalId) ?? null,
    }
  })
}
