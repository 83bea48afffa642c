import { eq } from 'drizzle-orm'
import type { Grouping } from '#shared/qc/analysis/kinds'
import type { Store } from '../../platform/store'
import { chunks } from '../../platform/chunks/chunk'
import { printedName } from '../../access/user/printed-name'
import type { Selection } from './selection'
import { statement } from '../../platform/list/statement'

const lotsNamed = statement((store) => {
  const { lots } = store.t
  return store.db
    .select({ id: lots.lotId, supplier: lots.supplier, lotNo: lots.lotNo })
    .from(lots)
    .where(store.among(lots.lotId, store.bind('lots'), 'ids'))
})

async function lotRows(store: Store, ids: Iterable<number>) {
  const found = []
  for (const chunk of chunks([...new Set(ids)])) {
    found.push(...(await lotsNamed(store, { lots: JSON.stringify({ ids: chunk }) })))
  }
  return found
}

/** Who has supplied the lots of what was chosen. */
export async function suppliersOf(store: Store, { series, places }: Selection): Promise<Map<number, string>> {
  const rows = await lotRows(
    store,
    Array.from(places, (index) => series.lotId[index]!),
  )
  return new Map(rows.flatMap(({ id, supplier }) => (supplier ? [[id, supplier]] : [])))
}

const equipmentNames = statement(({ db, t: { equipment } }) =>
  db.select({ id: equipment.equipmentId, name: equipment.name, nameEn: equipment.nameEn }).from(equipment),
)
const shiftNames = statement(({ db, t: { shifts }, bind }) =>
  db
    .select({ id: shifts.shiftId, name: shifts.name, nameEn: shifts.nameEn })
    .from(shifts)
    .where(eq(shifts.productId, bind('productId'))),
)
const userNames = statement((store) => {
  const { userId, nickName, username } = store.t.users
  return store.db
    .select({ id: userId, nickName, username })
    .from(store.t.users)
    .where(store.among(userId, store.bind('users'), 'ids'))
})

type Labels = Map<string, [label: string, labelEn: string]>

/** What groups are called in both languages, by their keys. */
export async function labelsOf(
  store: Store,
  by: Grouping,
  keys: readonly string[],
  selection: Selection,
): Promise<Labels> {
  const named = (rows: { id: number; name: string; nameEn: string }[]): Labels =>
    new Map(rows.map(({ id, name, nameEn }) => [String(id), [name, nameEn || name]]))
  if (by === 'equipment' || by === 'gauge') return named(await equipmentNames(store))
  if (by === 'shift') return named(await shiftNames(store, { productId: selection.characteristic.productId }))
  if (by === 'lot') {
    const rows = await lotRows(store, keys.map(Number))
    return new Map(rows.map(({ id, lotNo }) => [String(id), [lotNo, lotNo]]))
  }
  if (by === 'operator') {
    const rows = await userNames(store, { users: JSON.stringify({ ids: keys.map(Number) }) })
    return new Map(
      rows.map(({ id, nickName, username }) => {
        const name = nickName || printedName({ nickName, username })
        return [String(id), [name, name]]
      }),
    )
  }
  return new Map(keys.map((key) => [key, by === 'version' ? [`V${key}`, `V${key}`] : [key, key]]))
}
