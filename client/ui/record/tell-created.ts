import { toast } from '../overlay/toast'
import { tr } from '../useText'

/** Says that a record was made. */
export const tellCreated = (name: string) => toast.show(tr('record.createdDone', { name }), { tone: 'success' })
