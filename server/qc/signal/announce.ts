import { eq } from 'drizzle-orm'
import type { Dialect, Writer } from '../../platform/store'
import type { FeedEvent } from '../feed/queries'
import type { SignalChange } from './write'
import { statementIn } from '../../platform/list/statement'

/** Of many signals found at once, so many are told of to the owner of their records: who hears of one asks for all. */
const MOST_TOLD = 50

const owners = statementIn((store, db) => {
  const { valueBases, products } = store.t
  return db
    .select({
      id: valueBases.qcValueBaseId,
      deptId: valueBases.deptId,
      operatorId: valueBases.operatorId,
      product: products.code,
    })
    .from(valueBases)
    .innerJoin(products, eq(products.productId, valueBases.productId))
    .where(store.among(valueBases.qcValueBaseId, store.bind('records'), 'ids'))
})

/** What those who watch live hear of signals: each belongs to whom the record at which it stands belongs. */
export async function signalEvents(store: Dialect, db: Writer, changes: readonly SignalChange[]): Promise<FeedEvent[]> {
  if (changes.length === 0) return []
  const ids = [...new Set(changes.map(({ qcValueBaseId }) => qcValueBaseId))]
  const rows = await owners(store, db, { records: JSON.stringify({ ids }) })
  const whose = new Map(rows.map((row) => [row.id, row]))
  const events = changes.map(({ productId, ...signal }): FeedEvent => {
    const { deptId, operatorId, product } = whose.get(signal.qcValueBaseId)!
    return { type: 'signal', productId, deptId, operatorId, payload: { ...signal, product } }
  })
  const byOwner = Map.groupBy(events, ({ deptId, operatorId }) => `${deptId}/${operatorId}`)
  return [...byOwner.values()].flatMap((some) => some.slice(-MOST_TOLD))
}
