import { and, desc, eq, getTableColumns, inArray, notInArray, or } from 'drizzle-orm'
import { trashKinds, type TrashKind } from '#shared/resources'
import type { TrashQuery } from '#shared/access/trash'
import { notFound } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { inScope, scopeOf, type Scope } from '../department/data-scope'
import { atLeast, atMost, contains, equals, listing, oneOf, type Filter } from '../../platform/list/listing'
import type { RequestContext } from '../operation-log/write'
import { writeOperations } from '../operation-log/bulk'
import type { Operator } from '../session/queries'
import { restorableDepartments } from './departments'
import { refusePurgeBeyondOwn } from './guard'
import { managerTx } from '../user/rights'

type Row = Omit<Tables['trash']['$inferSelect'], 'content'>

type TrashFilters = TrashQuery & { kinds?: TrashKind[]; scope?: TrashScope; trashIds?: number[] }

/** The scope of a reader of the trash, and the deleted departments that they may restore. */
type TrashScope = Scope & { trashIds: number[] }

/** The data scope applies to users and departments, as in their lists. Records of other kinds belong to everybody. */
function scopeFilter({ trash }: Tables): Filter {
  const own = inScope({ department: trash.deptId, creator: trash.createBy })
  const isForAll = notInArray(trash.kind, ['user', 'dept'])
  const isUser = eq(trash.kind, 'user')
  const isRestorable: Filter['where'] = (store, bound) => store.among(trash.trashId, bound, 'trashIds')
  return {
    ...own,
    where: (store, bound) => or(isForAll, and(isUser, own.where(store, bound)), isRestorable(store, bound))!,
  }
}

/** All columns without the content of the record. */
function columnsOf({ trash }: Tables) {
  const { content: _, ...columns } = getTableColumns(trash)
  return columns
}

const page = listing<TrashFilters>()(({ nameOrder, db, t }) => {
  const { trash } = t
  return {
    rows: () => db.select(columnsOf(t)).from(trash).$dynamic(),
    counted: trash,
    key: trash.trashId,
    filters: {
      kinds: oneOf(trash.kind),
      scope: scopeFilter(t),
      trashIds: {
        where: (store, bound) => store.among(trash.trashId, bound, 'ids'),
        bind: (ids) => JSON.stringify({ ids }),
      },
      kind: equals(trash.kind),
      name: contains(trash.name),
      deletedByName: contains(trash.deletedByName),
      beginTime: atLeast(trash.deletedAt),
      endTime: atMost(trash.deletedAt),
    },
    orders: {
      trashId: trash.trashId,
      kind: trash.kind,
      name: nameOrder(trash.name),
      deletedByName: nameOrder(trash.deletedByName),
      deletedAt: trash.deletedAt,
      createdAt: trash.deletedAt,
    },
    defaultOrder: [desc(trash.deletedAt), desc(trash.trashId)],
  }
})

/** The reader of the trash, and the kinds of records that they may delete. */
type TrashReader = { operator: Operator; kinds: TrashKind[] }

async function within<Query extends Partial<TrashFilters>>(
  store: Store,
  query: Query,
  { operator, kinds }: TrashReader,
) {
  const scope = await scopeOf(store, operator)
  const seen = scope && { ...scope, trashIds: await restorableDepartments(store, store.db, operator, scope) }
  return { ...query, ...(kinds.length < trashKinds.length && { kinds }), ...(seen && { scope: seen }) }
}

/**
 * Deleted records of these kinds in the operator's data scope, the last deleted first.
 * @param trashMs retention time of deleted records
 */
export async function listTrash(store: Store, query: TrashQuery, reader: TrashReader, trashMs: number) {
  const found = await page(store, await within(store, query, reader))
  const entryOf = ({ trashId, kind, recordId, name, deletedByName, deletedAt }: Row) => ({
    trashId,
    kind,
    recordId,
    name,
    deletedByName,
    deletedAt: new Date(deletedAt).toISOString(),
    forgottenAt: new Date(deletedAt + trashMs).toISOString(),
  })
  return { ...found, list: found.list.map(entryOf) }
}

/**
 * Deletes records for good, all of `trashIds` or none.
 * @throws Refusal 404 if one is not of `kinds` or outside of the scope, 403 if the operator could not restore it
 */
export async function emptyTrash(
  store: Store,
  trashIds: number[],
  kinds: TrashKind[],
  context: RequestContext,
): Promise<number[]> {
  const unique = [...new Set(trashIds)]
  const query = { trashIds: unique, pageIndex: 1, pageSize: unique.length, orders: [] }
  const { list: rows } = await page(store, await within(store, query, { operator: context.operator, kinds }))
  if (rows.length < unique.length) throw notFound()
  return managerTx(store, context, async (db, manager) => {
    const { trash } = store.t
    await refusePurgeBeyondOwn(store, db, unique, manager)
    const gone = await db.delete(trash).where(inArray(trash.trashId, unique)).returning({ trashId: trash.trashId })
    if (gone.length < unique.length) throw notFound() // another request was faster
    const changed = rows.map(({ trashId, kind, recordId, name }) => {
      return { record: trashId, name, before: { kind, recordId, name } }
    })
    await writeOperations(store, db, context, 'delete', changed)
    return unique
  })
}
