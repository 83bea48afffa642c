import { and, eq, sql, type SQL } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import type { Assignee, AssigneeQuery, Assignment, AssignmentInput } from '#shared/qc/assignment'
import { scopedTx, scopeIn, scopeOf, type Scope } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { accessIn } from '../../access/session/access'
import type { Operator } from '../../access/session/queries'
import { nameOfUser } from '../../access/user/name'
import { notFound, Refusal } from '../../platform/http/refusal'
import { dayOf, dayText } from '../../platform/list/day'
import { rowBy } from '../../platform/list/rows-by'
import { literal, oneRow, statement, statementIn } from '../../platform/list/statement'
import { instant } from '../../platform/list/wire'
import type { Dialect, Reader, Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { appendAudit, authorOf, type AuditEntry } from '../audit/append'
import { SEAL } from '../audit/sealed-rows'
import { publishEvents, type FeedEvent } from '../feed/queries'
import { recordEvents } from '../feed/record-events'
import type { ValueBase } from '../record/content'
import { isRecordInScope, recordInScope } from '../record/scope'
import type { Assignable } from './table'

type About = { entity: Assignable; entityId: number }
type Row = Tables['assignments']['$inferSelect']

/** A record can be assigned to people who may read it; a signal to people who may also settle it. */
const needed: Record<Assignable, [PermissionTag, ...PermissionTag[]][]> = {
  record: [['qc:record:list']],
  signal: [['qc:signal:list'], ['qc:signal:acknowledge', 'qc:signal:close']],
}

const assignmentOf = ({ ownerId, ownerName, dueOn, updatedAt }: Omit<Row, keyof About | 'assignmentId'>) => ({
  ownerId,
  ownerName,
  dueOn: dayText(dueOn),
  updatedAt: instant(updatedAt),
})

const ofOne = statementIn(({ t: { assignments }, bind }, db) =>
  db
    .select()
    .from(assignments)
    .where(and(eq(assignments.entity, bind('entity')), eq(assignments.entityId, bind('entityId')))),
)

/** The assignment of a record or a signal; null if nobody has it. */
export async function assignmentFor(store: Dialect, db: Reader, about: About): Promise<Assignment | null> {
  const [row] = await ofOne(store, db, about)
  return row ? assignmentOf(row) : null
}

const ofSeveral = statement(({ db, t: { assignments }, bind, among }) =>
  db
    .select()
    .from(assignments)
    .where(and(eq(assignments.entity, bind('entity')), among(assignments.entityId, bind('records'), 'ids'))),
)

/** The assignments of several records or signals, by their ids. */
export async function assignmentsFor(
  store: Store,
  entity: Assignable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Assignment>> {
  if (ids.length === 0) return new Map()
  const rows = await ofSeveral(store, { entity, records: JSON.stringify({ ids }) })
  return new Map(rows.map((row) => [row.entityId, assignmentOf(row)]))
}

/** The ids of the records or signals assigned to somebody. */
export const assignedTo = ({ db, t: { assignments } }: Store, entity: Assignable, isOwner: SQL) =>
  db
    .select({ id: assignments.entityId })
    .from(assignments)
    .where(and(eq(assignments.entity, literal(entity)), isOwner))

const signalById = rowBy('signals', 'signalId')

/** The record itself, or the record of a signal, in the operator's scope. @throws Refusal 404 */
async function recordOf(store: Dialect, db: Reader, { entity, entityId }: About, scope: Scope | undefined) {
  const id = entity === 'record' ? entityId : (await signalById(store, db, entityId))?.qcValueBaseId
  const record = id === undefined ? undefined : await recordInScope(store, db, id, scope)
  if (!record) throw notFound()
  return record
}

type Person = Pick<Tables['users']['$inferSelect'], 'userId' | 'username' | 'nickName' | 'deptId' | 'status'>

/** True if a person may read the record or signal, by the present rights of all their roles. */
export async function maySeeTo(
  store: Dialect,
  db: Reader,
  { userId, deptId, status }: Person,
  entity: Assignable,
  record: Pick<ValueBase, 'deptId' | 'operatorId'>,
): Promise<boolean> {
  if (status !== statuses.on) return false
  const { permissions, roleIds } = await accessIn(store, db, userId)
  if (!needed[entity].every((tags) => isAllowed(permissions, tags))) return false
  return isRecordInScope(await scopeIn(store, db, { userId, roleIds, deptId }), record)
}

export const personById = rowBy('users', 'userId', { fields: ['userId', 'username', 'nickName', 'deptId', 'status'] })

/**
 * Assigns a record or a signal to a person, or to nobody.
 * @throws Refusal 404 outside of the scope, 409 if another request was faster, 400 if the person lacks the rights
 */
export const assign = (
  store: Store,
  about: About,
  { ownerId, dueOn, seenAt }: AssignmentInput,
  context: RequestContext,
): Promise<void> =>
  scopedTx(store, context, async (db, scope) => {
    const { assignments } = store.t
    const record = await recordOf(store, db, about, scope)
    const before = await assignmentFor(store, db, about)
    if ((before?.updatedAt ?? null) !== seenAt) throw new Refusal(codes.conflict, 'qcAssign.stale')
    const owner = ownerId === null ? undefined : await personById(store, db, ownerId)
    if (ownerId !== null && !(owner && (await maySeeTo(store, db, owner, about.entity, record)))) {
      throw new Refusal(codes.badRequest, 'qcAssign.notForThem').at('ownerId')
    }
    const after = owner && { ownerId: owner.userId, ownerName: nameOfUser(owner), dueOn }
    const isIt = and(eq(assignments.entity, about.entity), eq(assignments.entityId, about.entityId))
    let written: Row[]
    if (after) {
      const updatedAt = Math.max(context.now, before ? Date.parse(before.updatedAt) + 1 : 0)
      const row = { ...after, dueOn: dayOf(dueOn), updatedAt }
      const target = [assignments.entity, assignments.entityId]
      written = await db
        .insert(assignments)
        .values({ ...about, ...row })
        .onConflictDoUpdate({ target, set: row })
        .returning()
    } else written = await db.delete(assignments).where(isIt).returning()
    const author = await authorOf(store, db, context)
    const change = (field: string, old: string | null, now: string | null): AuditEntry[] =>
      old === now ? [] : [{ ...about, action: 'assign', field, old, new: now }]
    const entries = [
      ...change('owner', before?.ownerName ?? null, after?.ownerName ?? null),
      ...change('dueOn', before?.dueOn ?? null, after?.dueOn ?? null),
    ]
    const isSame = entries.length === 0 && before?.ownerId === after?.ownerId
    const seals = written.map(({ assignmentId }): AuditEntry => {
      return { entity: 'assignment', entityId: assignmentId, action: SEAL }
    })
    const told = (one: Pick<Assignment, 'ownerName' | 'dueOn'> | null | undefined) => ({
      owner: one?.ownerName ?? null,
      dueOn: one?.dueOn ?? null,
    })
    await writeOperation(store, db, context, {
      action: 'update',
      record: String(about.entityId),
      name: record.recordNo,
      before: told(before),
      after: told(after),
    })
    await appendAudit(store, db, author, isSame ? [] : [...entries, ...seals])
    await publishEvents(store, db, await eventsOf(store, db, about, record))
  })

/** The events of the live feed for a change of an assignment. */
async function eventsOf(store: Dialect, db: Reader, { entity, entityId }: About, record: ValueBase) {
  const isAssigned = true
  const records = await recordEvents(store, db, [record], { isAssigned })
  if (entity === 'record') return records
  const signal = (await signalById(store, db, entityId))! // its record was found by it
  const { signalId, itemKey, rule, state, qcValueBaseId } = signal
  return records.map(({ payload: { product }, ...whose }): FeedEvent => {
    return { ...whose, type: 'signal', payload: { signalId, itemKey, rule, state, qcValueBaseId, product, isAssigned } }
  })
}

/** Rights are checked person by person: beyond this number, nobody is found until the name has more letters. */
const MOST_ASKED = 100
const MOST_FOUND = 20

const people = statement((store) => {
  const { userId, username, nickName, deptId, status } = store.t.users
  const named = sql`${nickName} || ' ' || ${username}`
  return store.db
    .select({ userId, username, nickName, deptId, status })
    .from(store.t.users)
    .where(and(eq(status, literal(statuses.on)), sql`lower(${named}) like ${store.bind('like')}`))
    .orderBy(nickName, userId)
    .limit(literal(MOST_ASKED))
})

const oneOfPeople = oneRow((store) => {
  const { userId, username, nickName, deptId, status } = store.t.users
  return store.db
    .select({ userId, username, nickName, deptId, status })
    .from(store.t.users)
    .where(eq(userId, store.bind('userId')))
})

/** The people to whom a record or a signal can be assigned. @throws Refusal 404 outside of the operator's scope */
export async function assigneesFor(
  store: Store,
  about: About,
  { keyword = '', userId }: AssigneeQuery,
  operator: Operator,
): Promise<Assignee[]> {
  const record = await recordOf(store, store.db, about, await scopeOf(store, operator))
  const like = `%${keyword.toLowerCase().replaceAll(/[%_]/g, '')}%`
  const one = userId === undefined ? undefined : await oneOfPeople(store, { userId })
  const asked = userId === undefined ? await people(store, { like }) : one ? [one] : []
  const found: Assignee[] = []
  for (const person of asked) {
    if (found.length >= MOST_FOUND) break
    if (await maySeeTo(store, store.db, person, about.entity, record)) {
      found.push({ userId: person.userId, name: nameOfUser(person) })
    }
  }
  return found
}
