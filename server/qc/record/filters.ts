import { and, count, eq, exists, inArray, isNotNull, not, notExists, or, sql, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { RecordStatus } from '#shared/qc/constants'
import type { Reading, Store } from '../../platform/store'
import type { Condition, Filter } from '../../platform/list/listing'
import { assignedTo } from '../assignment/queries'
import { recordsMentioning } from '../mention/queries'
import { AUTHORING } from './load'
import { literal, oneRow } from '../../platform/list/statement'

const isInStatus = ({ t: { valueBases } }: Store, ...statuses: RecordStatus[]) =>
  inArray(valueBases.status, statuses.map(literal))

/**
 * The sign levels at which a record in that state waits for a signature; `me`, to leave out own records; `author`,
 * whose records wait to be submitted again.
 */
export type Waiting = { submitted: number[]; reviewed: number[]; me: number[]; author: number[] }

/**
 * Records that wait for an operator. Returned records wait for their inspector and submitter. Records to be signed do
 * not wait for people who inspected, made, submitted, changed or reviewed them.
 */
export const waitsFor = ({ db, t: { audits, valueBases } }: Store): Filter => ({
  where: (store, bound) => {
    const isMine = (column: AnySQLiteColumn) => store.among(sql`coalesce(${column}, 0)`, bound, 'me')
    const isAuthoring = ({ entity, entityId, action }: typeof audits) =>
      and(
        eq(entity, literal('record')),
        eq(entityId, valueBases.qcValueBaseId),
        inArray(action, AUTHORING.map(literal)),
      )
    const atLevels = (field: 'submitted' | 'reviewed') =>
      and(eq(valueBases.status, literal(field)), store.among(valueBases.signLevels, bound, field))
    const forSignature = and(
      or(atLevels('submitted'), atLevels('reviewed')),
      not(isMine(valueBases.operatorId)),
      not(isMine(valueBases.createBy)),
      not(isMine(valueBases.submittedBy)),
      not(isMine(valueBases.reviewedBy)),
      notExists(
        db
          .select({ one: sql`1` })
          .from(audits)
          .where(and(isAuthoring(audits), isMine(audits.actorId))),
      ),
    )
    const cameBack = and(
      isInStatus(store, 'rejected', 'draft'),
      isNotNull(valueBases.submittedAt),
      or(
        store.among(valueBases.operatorId, bound, 'author'),
        store.among(sql`coalesce(${valueBases.submittedBy}, 0)`, bound, 'author'),
      ),
    )
    return and(isInStatus(store, 'submitted', 'reviewed', 'rejected', 'draft'), or(forSignature, cameBack))!
  },
  bind: (waiting) => JSON.stringify(waiting),
})

/** Records assigned to a user. */
export const isAssigned: Filter = {
  where: (store, bound) =>
    inArray(store.t.valueBases.qcValueBaseId, assignedTo(store, 'record', eq(store.t.assignments.ownerId, bound))),
}

/** Records assigned to a user, still open, that wait for them for no other reason. */
export const assignedOnly = (store: Store): Filter => ({
  where: (of, bound) =>
    and(
      inArray(
        of.t.valueBases.qcValueBaseId,
        assignedTo(of, 'record', of.among(of.t.assignments.ownerId, bound, 'owner')),
      ),
      isInStatus(of, 'submitted', 'reviewed', 'rejected', 'draft'),
      not(waitsFor(store).where(of, bound)),
      not(isMentioned(of, bound)),
    )!,
  bind: (asked) => JSON.stringify(asked),
})

/** Records with an unseen mention of a user, that do not wait for them for another reason. */
export const mentionedOnly = (store: Store): Filter => ({
  where: (of, bound) => and(isMentioned(of, bound), not(waitsFor(store).where(of, bound)))!,
  bind: (asked) => JSON.stringify(asked),
})

const isMentioned = (of: Store, bound: SQL) =>
  inArray(of.t.valueBases.qcValueBaseId, recordsMentioning(of, of.among(of.t.mentions.userId, bound, 'owner')))

/** Records that have waited for a signature since before an instant. */
export const waitsSince = ({ t: { valueBases } }: Store): Filter => ({
  where: (store, bound) =>
    and(
      isInStatus(store, 'submitted', 'reviewed'),
      sql`coalesce(${valueBases.reviewedAt}, ${valueBases.submittedAt}) < ${bound}`,
    )!,
})

/** Records with a value that meets a condition. */
export const withValue = (
  { db, t: { valueBases, values } }: Store,
  condition: (columns: Store['t']['values']) => SQL,
): Filter => ({
  where: (_, bound) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(values)
        .where(and(eq(values.qcValueBaseId, valueBases.qcValueBaseId), eq(values.itemKey, bound), condition(values))),
    ),
})

/** Records measured with some equipment: the gauge of a value or the equipment of the record. */
export const measuredWith = ({ db, t: { valueBases, values } }: Store): Filter => ({
  where: (_, bound) => {
    const { qcValueBaseId, gaugeId } = values
    const measured = db.select({ id: qcValueBaseId }).from(values).where(eq(gaugeId, bound))
    return or(inArray(valueBases.qcValueBaseId, measured), eq(valueBases.equipmentId, bound))!
  },
})

/** Records of template versions with one of these numbers; read in the order of a page, since all templates have a first. */
export const ofVersions = ({ db, t: { templateVersions, valueBases } }: Store): Filter => ({
  where: (store, bound) => {
    const { versionId, versionNo } = templateVersions
    const versions = db
      .select({ versionId })
      .from(templateVersions)
      .where(store.among(versionNo, bound, 'numbers'))
    return inArray(unindexed(store, valueBases.versionId), versions)
  },
  bind: (numbers) => JSON.stringify({ numbers }),
})

/** If more records match, they are read in order until a page is full. Fewer are collected, then sorted. */
const MANY = 2000

/**
 * A filter that matches either few or very many records. The better plan for one case is very slow in the other.
 * @param indexed finds records by an index
 * @param walked the same condition in a form that uses no index
 */
function twoWays(indexed: Condition, walked: Condition) {
  const matching = (store: Store, bound: never) =>
    store.db.select({ id: store.t.valueBases.qcValueBaseId }).from(store.t.valueBases).where(indexed(store, bound))
  const hits = oneRow((store) => {
    const { db, bind } = store
    const first = matching(store, bind('value'))
      .limit(literal(MANY + 1))
      .as('first')
    return db.select({ hits: count() }).from(first)
  })
  // by their keys, so that other filters are checked only for these few
  const gathered: Condition = (store, bound) => inArray(store.t.valueBases.qcValueBaseId, matching(store, bound))
  const bind = (value: unknown) => value
  return {
    few: { where: gathered, bind } satisfies Filter,
    many: { where: walked, bind } satisfies Filter,
    areMany: async (store: Reading, value: string) => ((await hits(store, { value }))?.hits ?? 0) > MANY,
  }
}

/** Records of templates of a stage. */
export const byStage = twoWays(
  (store, bound) => inArray(store.t.valueBases.templateId, templatesOf(store, bound)),
  (store, bound) => inArray(sql`+${store.t.valueBases.templateId}`, templatesOf(store, bound)),
)

const templatesOf = ({ db, t: { templates } }: Store, bound: never) =>
  db.select({ id: templates.templateId }).from(templates).where(eq(templates.stage, bound))

/** Records of lots with that number, one lot per product line. */
export const byLotNo = twoWays(
  (store, bound) => inArray(store.t.valueBases.lotId, lotsOf(store, bound)),
  (store, bound) => inArray(sql`+${store.t.valueBases.lotId}`, lotsOf(store, bound)),
)

const lotsOf = ({ db, t: { lots } }: Store, bound: never) =>
  db.select({ id: lots.lotId }).from(lots).where(eq(lots.lotNo, bound))

/** Records in one of several states, given as a JSON list. */
export const byStatuses = twoWays(
  (store, bound) => isAmong(store, sql`${store.t.valueBases.status}`, bound),
  (store, bound) => isAmong(store, unindexed(store, store.t.valueBases.status), bound),
)

/** PostgreSQL estimates few rows only if it sees the list itself. For JSON it assumes many. */
const isAmong = ({ dialect }: Store, column: SQL, bound: never) =>
  dialect === 'sqlite'
    ? sql`${column} in (select value from json_each(${bound}))`
    : sql`${column} = any(translate((${bound})::text, '[]"', '{}')::text[])`

/** PostgreSQL decides by itself when an index is of no use. */
const unindexed = ({ dialect }: Store, column: AnySQLiteColumn) =>
  dialect === 'sqlite' ? sql`+${column}` : sql`${column}`

/** Records whose number begins with a text. */
export const byNumber = twoWays(
  (store, bound) => beginsWith(store, sql`${store.t.valueBases.recordNo}`, bound),
  (store, bound) => beginsWith(store, unindexed(store, store.t.valueBases.recordNo), bound),
)

/** SQLite finds a range in an index. In PostgreSQL, the order of a range depends on the collation. */
const beginsWith = ({ dialect }: Store, column: SQL, bound: never) =>
  dialect === 'sqlite'
    ? sql`${column} >= ${bound} and ${column} < ${bound} || ${literal('\uffff')}`
    : sql`starts_with(${column}, ${bound})`
