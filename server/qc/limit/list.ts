import { eq, getTableColumns } from 'drizzle-orm'
import type { LimitSet, LimitSetQuery } from '#shared/qc/limit'
import type { Page } from '#shared/list/page'
import type { Store } from '../../platform/store'
import { equals, listing } from '../../platform/list/listing'
import { limitsOf } from './read'
import { instant, instantOrNull } from '../../platform/list/wire'
import { oneRow } from '../../platform/list/statement'

const selected = ({ db, t: { limitSets, equipment } }: Store) =>
  db
    .select({ ...getTableColumns(limitSets), equipmentName: equipment.name, equipmentNameEn: equipment.nameEn })
    .from(limitSets)
    .leftJoin(equipment, eq(equipment.equipmentId, limitSets.equipmentId))

/** Limits belong to the plant, not to a department, so the data scope does not apply. */
const page = listing<LimitSetQuery>()((store) => {
  const { limitSets } = store.t
  return {
    rows: () => selected(store).$dynamic(),
    counted: limitSets,
    key: limitSets.limitSetId,
    filters: { itemKey: equals(limitSets.itemKey), status: equals(limitSets.status) },
    orders: { validFrom: limitSets.validFrom },
    defaultOrder: [limitSets.validFrom, limitSets.limitSetId],
  }
})

type Row = Awaited<ReturnType<typeof page>>['list'][number]

function limitSetOf({ createBy: _createBy, updatedAt: _updatedAt, ...row }: Row): LimitSet {
  const { rules, excluded } = limitsOf({ ...row, createBy: _createBy, updatedAt: _updatedAt })
  return {
    ...row,
    rules,
    excluded,
    baseFrom: instantOrNull(row.baseFrom),
    baseTo: instantOrNull(row.baseTo),
    validFrom: instant(row.validFrom),
    validTo: instantOrNull(row.validTo),
    createdAt: instant(row.createdAt),
  }
}

export async function listLimitSets(store: Store, query: LimitSetQuery): Promise<Page<LimitSet>> {
  const found = await page(store, query)
  return { ...found, list: found.list.map(limitSetOf) }
}

const byId = oneRow((store) => selected(store).where(eq(store.t.limitSets.limitSetId, store.bind('id'))))

export async function getLimitSet(store: Store, id: number): Promise<LimitSet | undefined> {
  const row = await byId(store, { id })
  return row && limitSetOf(row)
}
