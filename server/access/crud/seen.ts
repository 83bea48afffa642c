import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { isSame } from '#shared/same'
import type { ChangedMeanwhile, Seen, SeenOrder } from '#shared/list/page'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader } from '../../platform/store'
import type { RequestContext } from '../operation-log/write'
import { nameOfUser } from '../user/name'

/** The time of a change: later than the change before, even within a millisecond or after the clock was set back. */
export const laterThan = (updatedAt: AnySQLiteColumn, now: number) =>
  sql<number>`case when ${updatedAt} >= ${now} then ${updatedAt} + 1 else ${now} end`

/** Ignores `updatedAt` unless `seen` is sent: other clients of the API family send an outdated version. */
export const withValues = ({ updatedAt, seen }: Seen): Seen => (seen ? { updatedAt, seen } : {})

type Present = {
  /** The present record in the form of GET, read in the transaction of the change. */
  fields: Record<string, unknown> & { updatedAt?: string }
  /** Its id in the operation log. */
  record: string
  /** Holders of one of these tags may read it. Without tags, everyone who may change it. */
  readBy?: readonly PermissionTag[]
}

/** Some fields of a change, none of them undefined. */
type FieldsOf<Input> = { [Name in Exclude<keyof Input, keyof Seen>]?: Exclude<Input[Name], undefined> }

/**
 * Compares a change with the present record (ADR 57). A field conflicts if somebody else changed it since it was read,
 * to another value than the sent one. The version decides only about fields without a seen value: after a conflict, a
 * form sends the newest version beside older values. Without either, nothing is compared.
 * @returns the fields to write, without those whose sent value equals the seen one
 * @throws Refusal 409 with the present values, if a field conflicts
 */
export async function unlessChanged<Input extends Seen>(
  store: Dialect,
  db: Reader,
  context: RequestContext,
  { updatedAt, seen, ...sent }: Input,
  { fields: present, record, readBy }: Present,
): Promise<FieldsOf<Input>> {
  const wasSeen = (field: string) => seen && Object.hasOwn(seen, field)
  const touched = Object.entries(sent).filter(
    ([field, value]) => value !== undefined && !(wasSeen(field) && isSame(seen![field], value)),
  )
  const current = new Map<string, unknown>(Object.entries(present))
  const isStale = updatedAt !== undefined && updatedAt !== present.updatedAt
  const isOther = (field: string) => (wasSeen(field) ? !isSame(seen![field], current.get(field)) : isStale)
  const conflicts = touched.filter(
    ([field, value]) => current.has(field) && isOther(field) && !isSame(value, current.get(field)),
  )
  if (conflicts.length === 0) return Object.fromEntries(touched) as FieldsOf<Input> // a part of the sent fields
  const names = conflicts.map(([field]) => field)
  const mayRead = !readBy || isAllowed(context.operator.permissions, readBy)
  const by =
    mayRead && updatedAt
      ? await changerOf(store, db, context.resource, record, Date.parse(updatedAt), names)
      : undefined
  const refusal = by
    ? new Refusal(codes.conflict, 'error.changedBy', { person: by })
    : new Refusal(codes.conflict, 'error.changedMeanwhile')
  throw refusal.atAll(names, 'error.fieldChanged').carrying({
    ...(present.updatedAt && { updatedAt: present.updatedAt }),
    now: mayRead ? Object.fromEntries(names.map((name) => [name, current.get(name)])) : {},
    ...(by && { by }),
  } satisfies ChangedMeanwhile)
}

type Standing = { id: number; parentId: number }

/**
 * {@link unlessChanged} for an order below a parent. It refuses if an entry in the new or the seen order was moved
 * meanwhile. Entries made or deleted there meanwhile, or invisible to the caller, do not matter.
 * @param entries of the tree, those below a parent in their order
 */
export function unlessMoved(
  { parentId, order, seen }: { parentId: number; order: number[]; seen?: SeenOrder },
  entries: readonly Standing[],
) {
  if (!seen) return
  const seenIds = new Set(seen.order)
  const parentOf = new Map(entries.map((entry) => [entry.id, entry.parentId]))
  const isAway = [...seen.order, ...order].some((id) => {
    const now = parentOf.get(id)
    return now !== undefined && now !== (seenIds.has(id) ? parentId : seen.parentId)
  })
  const now = entries.filter((entry) => entry.parentId === parentId && seenIds.has(entry.id)).map(({ id }) => id)
  const was = seen.order.filter((id) => parentOf.has(id))
  if (isAway || now.join() !== was.join()) throw orderChanged()
}

export const orderChanged = () => new Refusal(codes.conflict, 'error.orderChanged')

const MAX_ENTRIES = 20

/** The name of the last user who changed one of `fields` since an instant, from the operation log. */
async function changerOf(
  { t: { operations, users } }: Dialect,
  db: Reader,
  resource: string,
  record: string,
  since: number,
  fields: string[],
) {
  const entries = await db
    .select({ username: operations.username, nickName: users.nickName, after: operations.after })
    .from(operations)
    .leftJoin(users, eq(users.userId, operations.userId))
    .where(
      and(
        eq(operations.stem, resource),
        gte(operations.at, since),
        eq(operations.record, record),
        eq(operations.status, statuses.on),
      ),
    )
    .orderBy(desc(operations.at), desc(operations.id))
    .limit(MAX_ENTRIES)
  const entry = entries.find(({ after }) => after !== '' && fields.some((field) => field in JSON.parse(after)))
  return entry && nameOfUser({ username: entry.username, nickName: entry.nickName })
}
