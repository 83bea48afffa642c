import { DAY_MS } from '#shared/durations'
import type { EquipmentInput } from '#shared/qc/equipment'
import { insertEquipment } from '#server/qc/equipment/queries'
import { insertProducts } from '#server/qc/product/queries'
import type { Dialect, Writer } from '#server/platform/store/index'
import { ENGINEER } from './dispositions'
import { authorOf, type PersonOf } from './people'
import { gauges, lines, machines, products, type Placed } from './plant'
import type { Year } from './year'

/** The time between the set-up and the first working day. */
const BEFORE_MS = 280 * DAY_MS

/** Product lines, machines and gauges, entered by an engineer. */
export async function setUpPlant(store: Dialect, db: Writer, { calendar }: Year, personOf: PersonOf) {
  const { startOf, end } = calendar
  const author = authorOf(personOf(ENGINEER), startOf(1) - BEFORE_MS)
  const created = await insertProducts(store, db, products, author)
  const productIds = new Map(created.map(({ product }) => [product.code, product.productId]))
  const parents = new Map<string, number>()
  const inputOf = ({ product, parent, ...fields }: Placed): EquipmentInput => ({
    ...fields,
    productId: product === null ? null : productIds.get(product)!,
    parentId: parent === null ? null : parents.get(parent)!,
  })
  for (const { code, equipmentId } of await insertEquipment(store, db, lines.map(inputOf), author)) {
    parents.set(code, equipmentId)
  }
  const dueAfter = (days: number) => new Date(end + days * DAY_MS).toISOString().slice(0, 10)
  const measuring = gauges.map(({ dueIn, ...gauge }) => ({ ...gauge, calibrationDue: dueAfter(dueIn) }))
  await insertEquipment(store, db, [...machines, ...measuring].map(inputOf), author)
}
