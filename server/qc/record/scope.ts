import type { SQL } from 'drizzle-orm'
import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { belongs, isInScope, type Scope } from '../../access/department/data-scope'
import type { Operator } from '../../access/session/queries'
import type { SessionEnv } from '../../access/session/session-env'
import { described } from '../../platform/http/describe'
import { notFound, Refusal } from '../../platform/http/refusal'
import { rowBy } from '../../platform/list/rows-by'
import { statement } from '../../platform/list/statement'
import type { Dialect, Query, Reader, Reading, Store } from '../../platform/store/store'
import type { ValueBase } from './content'

/** The columns that place a record in a data scope. */
export const scopeColumns = ({ valueBases }: Dialect['t']) => ({
  department: valueBases.deptId,
  creator: valueBases.operatorId,
})

/**
 * A statement about the records in a data scope, or about all records without one.
 * @param build with the condition of the scope; undefined: none
 */
export function scopedStatement<Rows>(build: (store: Store, isInScope: SQL | undefined) => Query<Rows>) {
  const ofAll = statement((store) => build(store, undefined))
  const ofScope = statement((store) => build(store, belongs(store, scopeColumns(store.t), store.bind('scope'))))
  return (store: Reading, scope: Scope | undefined, values: Record<string, unknown> = {}): Promise<Rows> =>
    scope ? ofScope(store, { ...values, scope: JSON.stringify(scope) }) : ofAll(store, values)
}

export const isRecordInScope = (
  scope: Scope | undefined,
  { deptId, operatorId }: Pick<ValueBase, 'deptId' | 'operatorId'>,
) => isInScope(scope, { deptId, createBy: operatorId })

const recordById = rowBy('valueBases', 'qcValueBaseId')

/** A record read in a transaction; undefined if it does not exist or is outside of the scope. */
export async function recordInScope(
  store: Dialect,
  db: Reader,
  id: number,
  scope: Scope | undefined,
): Promise<ValueBase | undefined> {
  const record = await recordById(store, db, id)
  return record && isRecordInScope(scope, record) ? record : undefined
}

/** Refuses a record that its author would not see afterwards. @throws Refusal 403 */
export function refuseOutsideScope(
  scope: Scope | undefined,
  { deptId, userId }: Pick<Operator, 'deptId' | 'userId'>,
): void {
  if (!isInScope(scope, { deptId, createBy: userId })) throw new Refusal(codes.forbidden, 'scope.outside')
}

/** True if the acting program is bound to another product line. */
export const isOfOtherLine = ({ apiToken }: Operator, productId: number): boolean =>
  apiToken !== undefined && apiToken.productId !== null && apiToken.productId !== productId

/**
 * Limits a program that is bound to a product line to records of that line. Records never change their line. @throws
 * Refusal 404
 */
export const inOwnLine = described(
  { isOfLine: true },
  createMiddleware<SessionEnv>(async function inOwnLine(c, next) {
    const { store, operator } = c.var
    if (operator.apiToken && operator.apiToken.productId !== null) {
      const record = await recordById(store, store.db, Number(c.req.param('qcValueBaseId')))
      if (!record || isOfOtherLine(operator, record.productId)) throw notFound()
    }
    await next()
  }),
)
