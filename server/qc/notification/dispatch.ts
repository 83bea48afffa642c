import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { hasSeverity } from '#shared/qc/notification/events'
import { insertInBatches, type Insert } from '../../platform/chunks/insert-in-batches'
import { literal, statement } from '../../platform/list/statement'
import { serverZone } from '../../platform/sheets/clock'
import type { Dialect, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { nameOfUser } from '../../access/user/name'
import { isSevereEnough, occurrencesOf, type Occurrence } from './occurrences'
import { dueAt } from './timing'

export type RuleRow = Tables['notificationRules']['$inferSelect']
type DeliveryInsert = Tables['deliveries']['$inferInsert']
type Recipient = { userId: number; name: string }

/** The one row with the read position in the outbox. */
const CURSOR = 1
/** Events per read. */
const BATCH = 200

const rulesInForce = statement(({ db, t: { notificationRules } }) =>
  db
    .select()
    .from(notificationRules)
    .where(eq(notificationRules.status, literal(statuses.on)))
    .orderBy(notificationRules.ruleId),
)

const cursor = statement(({ db, t: { notificationCursors } }) =>
  db
    .select({ eventId: notificationCursors.eventId })
    .from(notificationCursors)
    .where(eq(notificationCursors.cursorId, literal(CURSOR))),
)

const eventsAfter = statement(({ db, t: { outbox }, bind }) =>
  db
    .select()
    .from(outbox)
    .where(gt(outbox.outboxId, bind('after')))
    .orderBy(asc(outbox.outboxId))
    .limit(literal(BATCH)),
)

/**
 * Makes deliveries of new events in the outbox. The read position moves in the same transaction, and only from its old
 * value: of several processes, one makes the deliveries.
 */
export async function dispatchEvents(store: Store, now: number): Promise<void> {
  for (;;) {
    const rules = await rulesInForce(store)
    if (rules.length === 0) return // events before the next rule are no concern of it
    const before = (await cursor(store))[0]?.eventId
    const after = Math.max(before ?? 0, Math.min(...rules.map(({ afterEventId }) => afterEventId)))
    const rows = await eventsAfter(store, { after })
    if (rows.length === 0) return
    const occurrences = await occurrencesOf(store, store.db, rows)
    const deliveries = await deliveriesOf(store, rules, occurrences, now)
    const upTo = rows.at(-1)!.outboxId
    await store.tx(async (db) => {
      if (await moveCursor(store, db, before, upTo)) await insertDeliveries(store, db, deliveries)
    })
  }
}

/** False if another process was faster. */
async function moveCursor({ t }: Dialect, db: Writer, from: number | undefined, eventId: number): Promise<boolean> {
  const { notificationCursors: table } = t
  const moved =
    from === undefined
      ? db.insert(table).values({ cursorId: CURSOR, eventId }).onConflictDoNothing().returning()
      : db
          .update(table)
          .set({ eventId })
          .where(and(eq(table.cursorId, CURSOR), eq(table.eventId, from)))
          .returning()
  return (await moved).length > 0
}

/** Makes deliveries of occurrences outside of the outbox, in its own transaction. */
export async function notifyOf(store: Store, occurrences: readonly Occurrence[], now: number): Promise<void> {
  const deliveries = await deliveriesOf(store, await rulesInForce(store), occurrences, now)
  if (deliveries.length > 0) await store.tx((db) => insertDeliveries(store, db, deliveries))
}

/** A known occurrence is not delivered again, unless it was skipped for having ended, and has come back. */
const once = (insert: Insert<'deliveries'>, { deliveries }: Tables) =>
  insert.onConflictDoUpdate({
    target: [deliveries.ruleId, deliveries.userId, deliveries.occurrence],
    set: {
      state: literal('waiting'),
      reason: sql`null`,
      messageId: sql`null`,
      attempts: literal(0),
      tz: sql`excluded.tz`,
      dueAt: sql`excluded.due_at`,
      nextAt: sql`excluded.next_at`,
      createdAt: sql`excluded.created_at`,
    },
    setWhere: sql`${deliveries.state} = 'skipped' and ${deliveries.reason} = 'outdated'`,
  })

async function insertDeliveries(store: Dialect, db: Writer, deliveries: readonly DeliveryInsert[]) {
  // PostgreSQL updates no row twice in one statement
  const known = new Map(deliveries.map((row) => [`${row.ruleId} ${row.userId} ${row.occurrence}`, row]))
  if (known.size > 0) await insertInBatches(store, db, 'deliveries', [...known.values()], once)
}

/** One delivery for each recipient of each rule that matches an occurrence. */
async function deliveriesOf(
  store: Store,
  rules: readonly RuleRow[],
  occurrences: readonly Occurrence[],
  now: number,
): Promise<DeliveryInsert[]> {
  const fitting = occurrences.flatMap((occurrence) =>
    rules.filter((rule) => isFor(rule, occurrence)).map((rule) => ({ rule, occurrence })),
  )
  if (fitting.length === 0) return []
  const zones = await zonesOf(store)
  const recipientsOf = await recipientsFor(store, fitting)
  return fitting.flatMap(({ rule, occurrence }) => {
    const tz = zones.get(occurrence.productId) ?? serverZone()
    const due = dueAt(now, rule, tz)
    return recipientsOf(rule, occurrence).map(({ userId, name }) => ({
      ruleId: rule.ruleId,
      ruleName: rule.ruleName,
      event: rule.event,
      channel: rule.channel,
      target: targetOf(rule),
      userId,
      recipient: name,
      entityId: occurrence.entityId,
      subject: occurrence.subject,
      occurrence: occurrence.key,
      deptId: occurrence.deptId,
      operatorId: occurrence.operatorId,
      state: 'waiting' as const,
      tz,
      dueAt: due,
      nextAt: due,
      createdAt: now,
    }))
  })
}

function isFor(rule: RuleRow, { event, eventId, productId, severity }: Occurrence): boolean {
  return (
    rule.event === event &&
    (eventId === undefined || eventId > rule.afterEventId) &&
    (rule.productId === null || productId === null || rule.productId === productId) &&
    (!hasSeverity(event) || isSevereEnough(severity, rule.severity))
  )
}

/** The target that fails as a whole: a channel, or the origin of a webhook. */
const targetOf = ({ channel, url }: Pick<RuleRow, 'channel' | 'url'>): string =>
  channel === 'webhook' && URL.canParse(url) ? new URL(url).origin : channel

const zones = statement(({ db, t: { products } }) =>
  db.select({ productId: products.productId, tz: products.tz }).from(products),
)
const zonesOf = async (store: Store) =>
  new Map<number | null, string>((await zones(store)).map(({ productId, tz }) => [productId, tz]))

type Fitting = { rule: RuleRow; occurrence: Occurrence }

/** The recipients of rules: enabled users. Their right to see the record is checked when the message is sent. */
async function recipientsFor(store: Store, fitting: readonly Fitting[]) {
  const { userRoles } = store.t
  const roleIds = [...new Set(fitting.flatMap(({ rule }) => (rule.receiver === 'role' ? (rule.roleId ?? []) : [])))]
  const holders =
    roleIds.length === 0
      ? []
      : await store.db
          .select({ roleId: userRoles.roleId, userId: userRoles.userId })
          .from(userRoles)
          .where(inArray(userRoles.roleId, roleIds))
  const wanted = new Set([
    ...holders.map(({ userId }) => userId),
    ...fitting.flatMap(({ rule }) => rule.userId ?? []),
    ...fitting.flatMap(({ occurrence }) => [occurrence.operatorId ?? [], occurrence.addresseeId ?? []].flat()),
  ])
  const people = await enabledUsers(store, { users: JSON.stringify({ ids: [...wanted] }) })
  const personOf = new Map(
    people.map((user): [number, Recipient] => [user.userId, { userId: user.userId, name: nameOfUser(user) }]),
  )
  const usersOf = Map.groupBy(holders, ({ roleId }) => roleId)
  return ({ receiver, roleId, userId }: RuleRow, { operatorId, addresseeId }: Occurrence): Recipient[] => {
    const ids = {
      role: (usersOf.get(roleId ?? 0) ?? []).map((holder) => holder.userId),
      user: [userId],
      inspector: [operatorId],
      addressee: [addresseeId],
    }[receiver]
    return ids.flatMap((id) => personOf.get(id ?? 0) ?? [])
  }
}

const enabledUsers = statement((store) => {
  const { users } = store.t
  return store.db
    .select({ userId: users.userId, username: users.username, nickName: users.nickName })
    .from(users)
    .where(and(store.among(users.userId, store.bind('users'), 'ids'), eq(users.status, literal(statuses.on))))
})
