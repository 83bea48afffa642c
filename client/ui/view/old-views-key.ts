import type { ListName } from '#shared/list/list-names'
import { session } from '../../stores/session'
import { readText } from '../../stores/storage'

/** Where versions up to 0.2 kept the views of the list of records. */
export const oldViewsKey = () => `views:${session.userId}:qc-record`

export const hasOldViews = (list: ListName) => list === 'qc-record' && readText(oldViewsKey()) !== null
