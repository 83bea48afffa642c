import { statuses, type Status } from '#shared/constants'
import { Failure } from '../api/http'
import { settings } from '../stores/settings'
import { confirm } from './confirm'
import { toast } from './toast'
import { tr } from './useText'

/** False when the server refused, of which the operator has been told. */
export async function isDone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

type Removal = {
  /** What the records are called; the question lists them. */
  names: readonly string[]
  /** What the question is called, and its button: "Delete 3 roles". */
  deed: string
  remove: () => Promise<unknown>
  onDone: () => void
}

/** Deletes records after asking, naming how many and which. */
export async function removeRecords({ names, deed, remove, onDone }: Removal): Promise<void> {
  const list = new Intl.ListFormat(settings.locale).format(names)
  const text = tr('record.deleteText', { names: list })
  const isSure = await confirm({ title: deed, text, confirmLabel: deed, tone: 'danger' })
  if (isSure && (await isDone(remove()))) onDone()
}

type StatusChange = {
  name: string
  /** The status it has; the other is what it gets. */
  status: Status
  setStatus: (status: Status) => Promise<unknown>
  onDone: () => void
}

/** Enables or disables a record at once, with a way back. */
export async function switchStatus(change: StatusChange): Promise<void> {
  const { name, status, setStatus, onDone } = change
  const isOn = status === statuses.on
  const next = isOn ? statuses.off : statuses.on
  if (!(await isDone(setStatus(next)))) return
  onDone()
  toast.show(tr(isOn ? 'record.disabledDone' : 'record.enabledDone', { name }), {
    action: { label: tr('action.undo'), onClick: () => void switchStatus({ ...change, status: next }) },
  })
}
