import type { ListName } from '#shared/list/list-names'
import { session } from '../../stores/session'
import { readText } from '../../stores/storage'

/** The storage key of record list views in versions up to 0.2. */
export const oldViewsKey = () => `views:${session.userId}:qc-record`

export const hasOldViews = (list: ListName) => list === 'qc-record' && readText(oldViewsKey()) !== null
