import type { Assignment } from '#shared/qc/assignment'
import type { T } from '../../useText'

/** The owner and the due date; undefined if there is no owner. */
export function assignmentText(t: T, assignment: Pick<Assignment, 'ownerName' | 'dueOn'> | null): string | undefined {
  if (!assignment) return undefined
  const { ownerName: name, dueOn: day } = assignment
  return day === null ? name : t('qcAssign.until', { name, day })
}
