import { useSnapshot } from 'valtio'
import { hindranceOf, type Actor, type Hindrance, type RecordAction } from '#shared/qc/record/workflow'
import type { RecordDetail } from '#shared/qc/record/schema'
import { session } from '../../../../stores/session'

/** What stands in the way of each action, for the operator at the screen; undefined where nothing does. */
export function useHindrances(record: RecordDetail): (action: RecordAction) => Hindrance | undefined {
  const { userId, permissions } = useSnapshot(session)
  const actor: Actor = { userId, permissions }
  return (action) => hindranceOf(action, record, actor, record.isSelfAllowed)
}
