import type { Context } from 'hono'
import { eq, sql } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { instantsOf, isRelativePeriod } from '#shared/list/relative-day'
import type { Clock } from '#shared/qc/day'
import type { SessionEnv } from '../../access/session/session-env'
import { oneRow, statement } from '../../platform/list/statement'
import { serverZone } from '../../platform/sheets/clock'
import type { Store } from '../../platform/store'

type Period = { product?: string | undefined; beginTime?: number | undefined; endTime?: number | undefined }

/**
 * A list query whose period is relative, such as `last-week`, by the clock of its product line. Without a line, it uses
 * the clock shared by all lines. If they differ, days begin at midnight in the server's time zone.
 */
export async function byLineClock<Query extends Period>(c: Context<SessionEnv>, query: Query): Promise<Query> {
  const [begin, end] = [c.req.query('beginTime'), c.req.query('endTime')]
  if (!isRelativePeriod(begin) && !isRelativePeriod(end)) return query
  const { store, now } = c.var
  const clock = (await clockOf(store, query.product)) ?? { tz: serverZone(), dayStartMin: 0 }
  return {
    ...query,
    ...(isRelativePeriod(begin) && { beginTime: instantsOf(begin, now, clock)[0] }),
    ...(isRelativePeriod(end) && { endTime: instantsOf(end, now, clock)[1] }),
  }
}

const clockByCode = oneRow(({ db, t: { products }, bind }) =>
  db
    .select({ tz: products.tz, dayStartMin: products.dayStartMin })
    .from(products)
    .where(eq(sql`lower(${products.code})`, bind('code'))),
)

const clocks = statement(({ db, t: { products } }) =>
  db
    .selectDistinct({ tz: products.tz, dayStartMin: products.dayStartMin })
    .from(products)
    .where(eq(products.status, statuses.on)),
)

async function clockOf(store: Store, product: string | undefined): Promise<Clock | undefined> {
  if (product !== undefined) return clockByCode(store, { code: product.toLowerCase() })
  const [shared, ...others] = await clocks(store)
  return others.length === 0 ? shared : undefined
}
