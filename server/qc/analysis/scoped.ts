import type { Store } from '../../platform/store'
import { inScope, type Scope } from '../../access/department/data-scope'

/** The condition that records lie in the data scope that is bound, where there is one. */
export function isWithin(store: Store, isScoped: boolean) {
  const { deptId, operatorId } = store.t.valueBases
  return isScoped ? inScope({ department: deptId, creator: operatorId }).where(store, store.bind('scope')) : undefined
}

type Run<Rows> = (store: Store, values?: Record<string, unknown>) => Promise<Rows>

/** A statement about all records, and about those in a data scope. @param build with {@link isWithin} in its condition */
export function scoped<Rows>(build: (isScoped: boolean) => Run<Rows>) {
  const [ofAll, within] = [build(false), build(true)]
  return (store: Store, scope: Scope | undefined, values: Record<string, unknown> = {}): Promise<Rows> =>
    scope ? within(store, { ...values, scope: JSON.stringify(scope) }) : ofAll(store, values)
}
