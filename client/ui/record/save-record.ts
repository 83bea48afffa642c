import type { Change } from '../../api/resource'
import { toast } from '../overlay/toast'
import { tr } from '../useText'

type Saves<Input> = {
  create: (input: Input) => Promise<unknown>
  update: (id: number, change: Change<Input>) => Promise<unknown>
}

/**
 * The `save` of a form that creates or changes a record.
 *
 * @param id of the record, undefined for a new one
 * @param nameOf names a new record in the toast that reports it
 */
export const saveRecord =
  <Input>(api: Saves<Input>, id: number | undefined, nameOf: (input: Input) => string, onSaved: () => void) =>
  async (input: Input, change: Change<Input>): Promise<void> => {
    if (id !== undefined) await api.update(id, change)
    else {
      await api.create(input)
      toastCreated(nameOf(input))
    }
    onSaved()
  }

/** Reports that a record was created. */
export const toastCreated = (name: string) => toast.show(tr('record.createdDone', { name }), { tone: 'success' })
