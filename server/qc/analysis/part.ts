import type { Scope } from '../../access/department/data-scope'
import type { Selection } from './selection'

/**
 * Whether records of a characteristic lie beyond a data scope. What is found then is found in a part of the process, and
 * no verdict on it: runs and limits are others where records between are left out.
 */
export function isPartOf(
  { series: { deptId, operatorId, size } }: Pick<Selection, 'series'>,
  scope: Scope | undefined,
) {
  if (!scope) return false
  const [depts, users] = [new Set(scope.deptIds), new Set(scope.userIds)]
  for (let index = 0; index < size; index++) {
    if (!depts.has(deptId[index]!) && !users.has(operatorId[index]!)) return true
  }
  return false
}
