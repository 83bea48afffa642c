import { rowBy } from '../../platform/list/rows-by'
import { eq, sql } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { createYielder } from '../../platform/chunks/yield-to-event-loop'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { authorOf, type Author } from '../audit/append'
import { characteristicOf, type Characteristic } from '../template/characteristic'
import { publishEvents } from '../feed/queries'
import { seriesOf } from '../chart/series'
import { signalEvents } from '../signal/write'
import { statementIn } from '../../platform/list/statement'
import { planLimits, writeLimits } from './write'
import { limitSetsIn, type LimitsInForce } from './read'

/** Maximum of attempts. If a concurrent write comes in between each time, the operator must try again. */
const MOST_ATTEMPTS = 10

/**
 * A concurrent write came in between. It is thrown, because a committed transaction would use up the idempotency key of
 * a write not yet done.
 */
class Overtaken extends Error {}

/** The basis of a characteristic's new limits. */
type Known = { characteristic: Characteristic; sets: LimitsInForce[]; author: Author }

type Change = {
  itemKey: string
  action: 'create' | 'update'
  reason: string
  /** The new state of the set. @throws Refusal if it is not allowed */
  planned: (known: Known) => Promise<LimitsInForce>
}

/**
 * Changes a limit set and its signals. A long history is tested before the transaction, because no other write runs
 * during it. If a record or another set was written meanwhile, the test is repeated.
 * @returns the id of the set
 * @throws Refusal if the characteristic does not exist, the plan is not allowed, or other writes are always faster
 */
export async function changeLimits(
  store: Store,
  { itemKey, action, reason, planned }: Change,
  context: RequestContext,
): Promise<number> {
  const characteristic = await characteristicOf(store, itemKey)
  if (!characteristic) throw new Refusal(codes.badRequest, 'qcLimit.noItem').at('itemKey')
  const { templateId } = characteristic.item
  const { productId } = characteristic
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const author = await authorOf(store, store.db, context)
    const seen = await stateOf(store, store.db, templateId, itemKey)
    const series = await seriesOf(store, templateId, itemKey)
    const set = await planned({ characteristic, sets: seen.sets, author })
    const planning = planLimits({ characteristic, series }, { known: seen.sets, set })
    const yieldIfDue = createYielder()
    let step = planning.next()
    for (; !step.done; step = planning.next()) await yieldIfDue()
    const plan = step.value
    const work = async (db: Writer) => {
      await oneAfterTheOther(store, db, { templateId })
      const now = await stateOf(store, db, templateId, itemKey)
      if (JSON.stringify(now) !== JSON.stringify(seen)) throw new Overtaken()
      const { now: auditedAt } = await authorOf(store, db, context) // others have written meanwhile
      const written = await writeLimits(store, db, { plan, productId, reason }, { ...author, now: auditedAt })
      await writeOperation(store, db, context, { action, record: String(written.limitSetId), name: itemKey })
      await publishEvents(store, db, await signalEvents(store, db, written.changes))
      return written.limitSetId
    }
    try {
      return await store.tx(work)
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
    }
  }
  throw new Refusal(codes.conflict, 'qcLimit.stale')
}

/** The update takes a lock on PostgreSQL: of two concurrent changes, the later one sees the result of the first. */
const oneAfterTheOther = statementIn(({ t: { templates }, bind }, db: Writer) =>
  db
    .update(templates)
    .set({ status: sql`${templates.status}` })
    .where(eq(templates.templateId, bind('templateId'))),
)

const templateById = rowBy('templates', 'templateId', { fields: ['chartFrom'] })

const changesOfCharts = statementIn(({ t: { chartDays }, bind }, db) =>
  db
    .select({ count: sql<number>`coalesce(sum(${chartDays.revision}), 0)`.mapWith(Number) })
    .from(chartDays)
    .where(eq(chartDays.templateId, bind('templateId'))),
)

/** The basis of a test of limits. It is equal as long as no part of it has changed. */
async function stateOf(store: Dialect, db: Reader | Writer, templateId: number, itemKey: string) {
  const sets = await limitSetsIn(store, db, itemKey)
  return {
    sets,
    from: await templateById(store, db, templateId),
    changes: await changesOfCharts(store, db, { templateId }),
  }
}
