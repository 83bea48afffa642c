import { and, count, eq, gte, ne } from 'drizzle-orm'
import type { Reading, Store } from '../../platform/store'
import { inScope, scopeOf } from '../../access/department/data-scope'
import { countOf } from './head'
import { isFirstTest } from '../analysis/yield-counts'
import type { Operator } from '../../access/session/queries'
import { literal, statement } from '../../platform/list/statement'

/** Records that lie in a bound data scope: what lies outside counts for nobody (S34). */
function belonging(store: Store) {
  const { valueBases } = store.t
  const filter = inScope({ department: valueBases.deptId, creator: valueBases.operatorId })
  return filter.where(store, store.bind('scope'))
}

const recent = (isScoped: boolean) =>
  statement((store) => {
    const { db, t, bind } = store
    const { valueBases } = t
    return db
      .select({
        templateId: valueBases.templateId,
        records: count(),
        tests: countOf(isFirstTest(store)),
        ng: countOf(and(isFirstTest(store), eq(valueBases.judgement, literal('NG')))!),
      })
      .from(valueBases)
      .where(
        and(
          store.among(valueBases.templateId, bind('templates'), 'ids'),
          gte(valueBases.inspectedAt, bind('since')),
          ne(valueBases.status, literal('voided')),
          isScoped ? belonging(store) : undefined,
        ),
      )
      .groupBy(valueBases.templateId)
  })

const bound = (isScoped: boolean) =>
  statement((store) => {
    const { db, t, bind } = store
    const { valueBases } = t
    return db
      .select({ versionId: valueBases.versionId, records: count() })
      .from(valueBases)
      .where(and(store.among(valueBases.versionId, bind('versions'), 'ids'), isScoped ? belonging(store) : undefined))
      .groupBy(valueBases.versionId)
  })

const recentOf = { all: recent(false), scoped: recent(true) }
const boundTo = { all: bound(false), scoped: bound(true) }

/**
 * How many records of templates were made since a time, voided ones aside; of those that figures count, how many there are
 * and how many of them are NG; by template.
 */
export async function recentRecords(store: Store, operator: Operator, templateIds: number[], since: number) {
  const scope = await scopeOf(store, operator)
  const given = { templates: JSON.stringify({ ids: templateIds }), since }
  const rows = await (scope
    ? recentOf.scoped(store, { ...given, scope: JSON.stringify(scope) })
    : recentOf.all(store, given))
  return new Map(rows.map(({ templateId, ...counted }) => [templateId, counted]))
}

/** How many records are bound to versions; by version. */
export async function recordsBound(store: Reading, operator: Operator, versionIds: number[]) {
  const scope = await scopeOf(store, operator)
  const given = { versions: JSON.stringify({ ids: versionIds }) }
  const rows = await (scope
    ? boundTo.scoped(store, { ...given, scope: JSON.stringify(scope) })
    : boundTo.all(store, given))
  return new Map(rows.map(({ versionId, records }) => [versionId, records]))
}
