import { and, desc, getTableColumns, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import { trashKinds, type TrashKind } from '#shared/constants'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import type { Page } from '#shared/schemas/page'
import type { TrashEntry, TrashQuery } from '#shared/schemas/trash'
import type { Store } from '../store'
import type { Tables } from '../tables'
import { inScope, isInScope, scopeOf, type Scope } from './data-scope'
import { atLeast, atMost, contains, equals, listing, type Filter } from './listing'
import { writeOperation, type Act } from './operation'
import type { Operator } from './session'

type KindFacts = { removeTag: PermissionTag; restorePath: string }

/** Who may see the deleted records of a kind: those who may delete them. And where they are brought back. */
const factsOf: Record<TrashKind, KindFacts> = {
  role: { removeTag: 'admin:sysRole:remove', restorePath: '/role/restore' },
  user: { removeTag: 'admin:sysUser:remove', restorePath: '/sys-user/restore' },
  dept: { removeTag: 'admin:sysDept:remove', restorePath: '/dept/restore' },
  post: { removeTag: 'admin:sysPost:remove', restorePath: '/post/restore' },
  menu: { removeTag: 'admin:sysMenu:remove', restorePath: '/menu/restore' },
  dictType: { removeTag: 'admin:sysDictType:remove', restorePath: '/dict/type/restore' },
  dictData: { removeTag: 'admin:sysDictData:remove', restorePath: '/dict/data/restore' },
  config: { removeTag: 'admin:sysConfig:remove', restorePath: '/config/restore' },
  job: { removeTag: 'job:sysJob:remove', restorePath: '/sysjob/restore' },
}

/** Records of these kinds always belong somewhere; of the others, who belongs nowhere is everybody's. */
const placedKinds: TrashKind[] = ['user', 'dept']

type Row = Omit<Tables['trash']['$inferSelect'], 'content'>

/** `kinds`: as `,role,post,`. */
type Asked = TrashQuery & { kinds?: string; scope?: Scope }

const kindsFilter = ({ trash }: Tables): Filter => ({
  where: (_, bound) => sql`${bound} like '%,' || ${trash.kind} || ',%'`,
  bind: (given) => given,
})

function scopeFilter({ trash }: Tables): Filter {
  const own = inScope({ department: trash.deptId, creator: trash.createBy })
  const isNowhere = and(isNull(trash.deptId), isNull(trash.createBy), notInArray(trash.kind, placedKinds))
  return { ...own, where: (store, bound) => or(own.where(store, bound), isNowhere)! }
}

/** All but what the record consisted of. */
function columnsOf({ trash }: Tables) {
  const { content: _, ...columns } = getTableColumns(trash)
  return columns
}

const page = listing<Asked>()(({ db, t }) => {
  const { trash } = t
  return {
    rows: () => db.select(columnsOf(t)).from(trash).$dynamic(),
    counted: trash,
    key: trash.trashId,
    filters: {
      kinds: kindsFilter(t),
      scope: scopeFilter(t),
      kind: equals(trash.kind),
      name: contains(trash.name),
      deletedByName: contains(trash.deletedByName),
      beginTime: atLeast(trash.deletedAt),
      endTime: atMost(trash.deletedAt),
    },
    orders: {
      trashId: trash.trashId,
      kind: trash.kind,
      name: trash.name,
      deletedByName: trash.deletedByName,
      deletedAt: trash.deletedAt,
      createdAt: trash.deletedAt,
    },
    defaultOrder: [desc(trash.deletedAt), desc(trash.trashId)],
  }
})

const kindsFor = ({ permissions }: Operator) =>
  trashKinds.filter((kind) => isAllowed(permissions, [factsOf[kind].removeTag]))

/**
 * Deleted records of the kinds whose records the operator may delete, as far as they lie in their data scope; those
 * deleted last come first.
 * @param trashMs how long they are kept
 */
export async function listTrash(
  store: Store,
  query: TrashQuery,
  operator: Operator,
  trashMs: number,
): Promise<Page<TrashEntry>> {
  const kinds = kindsFor(operator)
  const scope = await scopeOf(store, operator)
  const found = await page(store, {
    ...query,
    ...(kinds.length < trashKinds.length && { kinds: `,${kinds.join()},` }),
    ...(scope && { scope }),
  })
  const entryOf = ({ trashId, kind, recordId, name, deletedByName, deletedAt }: Row): TrashEntry => ({
    trashId,
    kind,
    recordId,
    name,
    deletedByName,
    deletedAt: new Date(deletedAt).toISOString(),
    forgottenAt: new Date(deletedAt + trashMs).toISOString(),
    restorePath: factsOf[kind].restorePath,
  })
  return { ...found, list: found.list.map(entryOf) }
}

/** Deletes records for good, all of `trashIds` or none; `undefined` when the operator does not see one of them. */
export async function emptyTrash(store: Store, trashIds: number[], act: Act): Promise<number[] | undefined> {
  const scope = await scopeOf(store, act.operator)
  const kinds = kindsFor(act.operator)
  const isSeen = (row: Row) => {
    const isNowhere = row.deptId === null && row.createBy === null && !placedKinds.includes(row.kind)
    return kinds.includes(row.kind) && (isNowhere || isInScope(scope, row))
  }
  return store.tx(async (db) => {
    const { trash } = store.t
    const unique = [...new Set(trashIds)]
    const rows = await db.select(columnsOf(store.t)).from(trash).where(inArray(trash.trashId, unique))
    if (rows.length < unique.length || !rows.every(isSeen)) return undefined
    await db.delete(trash).where(inArray(trash.trashId, unique))
    const before = Object.fromEntries(rows.map(({ kind, recordId, name }) => [`${kind} ${recordId}`, name]))
    const name = rows.map((row) => row.name).join(', ')
    await writeOperation(store, db, act, { action: 'delete', record: unique.join(), name, before })
    return unique
  })
}
