import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Dialect } from '../store/store'
import { literal } from './statement'

/** Text in byte order, like `bytewise` of the tables in an index, whatever the collation of PostgreSQL. */
export const bytewise = ({ dialect }: Dialect, text: SQLWrapper): SQL =>
  dialect === 'sqlite' ? sql`${text}` : sql`${text} collate "C"`

/** `text` begins with a bound text, as a range of such an index. */
export const beginsBytewise = (store: Dialect, text: SQLWrapper, bound: SQLWrapper): SQL =>
  sql`${bytewise(store, text)} >= ${bound} and ${bytewise(store, text)} < ${bound} || ${literal('\uffff')}`
