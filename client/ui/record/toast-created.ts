import { toast } from '../overlay/toast'
import { tr } from '../useText'

/** Says that a record was made. */
export const toastCreated = (name: string) => toast.show(tr('record.createdDone', { name }), { tone: 'success' })
