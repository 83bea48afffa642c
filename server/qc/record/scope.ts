import { eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Writer } from '../../platform/store'
import { isInScope, type Scope } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import type { ValueBase } from './content'
import type { Operator } from '../../access/session/queries'
import { statementIn } from '../../platform/list/statement'

/** Records as a transaction has them, by their ids, as far as they lie in the scope. */
export async function basesIn(
  store: Dialect,
  db: Reader,
  ids: readonly number[],
  scope: Scope | undefined,
): Promise<Map<number, ValueBase>> {
  const bases = new Map<number, ValueBase>()
  for (const base of await basesAmong(store, db, { records: JSON.stringify({ ids }) })) {
    const { qcValueBaseId, deptId, operatorId: createBy } = base
    if (isInScope(scope, { deptId, createBy })) bases.set(qcValueBaseId, base)
  }
  return bases
}

const basesAmong = statementIn((store, db) => {
  const { valueBases } = store.t
  return db
    .select()
    .from(valueBases)
    .where(store.among(valueBases.qcValueBaseId, store.bind('records'), 'ids'))
})

/** Nobody makes what they would not see afterwards. @throws Refusal 403 */
export function refuseUnseen(scope: Scope | undefined, { deptId, userId }: Pick<Operator, 'deptId' | 'userId'>): void {
  if (!isInScope(scope, { deptId, createBy: userId })) throw new Refusal(codes.forbidden, 'scope.outside')
}

/**
 * Notes in the operation log that something was done to a record; what exactly stands in the audit trail.
 * @returns its number
 */
export async function noted(
  store: Dialect,
  db: Writer,
  context: RequestContext,
  id: number,
  action: 'create' | 'update' | 'status',
): Promise<string> {
  const [base] = await numberOf(store, db, { id })
  const name = base?.recordNo ?? ''
  await writeOperation(store, db, context, { action, record: String(id), name })
  return name
}

const numberOf = statementIn(({ t: { valueBases }, bind }, db) =>
  db
    .select({ recordNo: valueBases.recordNo })
    .from(valueBases)
    .where(eq(valueBases.qcValueBaseId, bind('id'))),
)
