import { statuses, type Status } from '#shared/constants'
import { Failure } from '../api/http'
import { settings } from '../stores/settings'
import { confirm } from './confirm'
import { isOn, type AnyStatus } from './is-on'
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

/** How long a deletion can be undone from its toast. */
const UNDO_MS = 8000

type Removal = {
  /** What the records are called: the question lists them, the toast names the one. */
  names: readonly string[]
  /** What the question is called, and its button: "Delete 3 roles". */
  deed: string
  remove: () => Promise<unknown>
  /** Brings them back. Without it there is no way back, and even one is asked about. */
  restore?: (() => Promise<unknown>) | undefined
  onDone: () => void
}

/** Deletes one record at once, several after asking; a toast offers to undo it where that is possible. */
export async function removeRecords({ names, deed, remove, restore, onDone }: Removal): Promise<void> {
  const isAsked = names.length > 1 || !restore
  if (isAsked && !(await confirm({ ...question(names, deed, restore !== undefined), tone: 'danger' }))) return
  if (!(await isDone(remove()))) return
  onDone()
  if (!restore) return
  const [name = ''] = names
  const count = names.length
  const text = count === 1 ? tr('record.deletedDone', { name }) : tr('record.deletedManyDone', { count })
  const undo = async () => (await isDone(restore())) && onDone()
  toast.show(text, {
    tone: 'success',
    timeoutMs: UNDO_MS,
    action: { label: tr('action.undo'), onClick: () => void undo() },
  })
}

function question(names: readonly string[], deed: string, canUndo: boolean) {
  const list = new Intl.ListFormat(settings.locale).format(names)
  const text = tr(canUndo ? 'record.deleteManyText' : 'record.deleteText', { names: list })
  return { title: deed, text, confirmLabel: deed }
}

type StatusChange = {
  name: string
  /** The status it has; the other is what it gets. */
  status: AnyStatus
  setStatus: (status: Status) => Promise<unknown>
  onDone: () => void
}

/** Enables or disables a record at once, with a way back. */
export async function switchStatus(change: StatusChange): Promise<void> {
  const { name, status, setStatus, onDone } = change
  const wasOn = isOn(status)
  const next = wasOn ? statuses.off : statuses.on
  if (!(await isDone(setStatus(next)))) return
  onDone()
  toast.show(tr(wasOn ? 'record.disabledDone' : 'record.enabledDone', { name }), {
    action: { label: tr('action.undo'), onClick: () => void switchStatus({ ...change, status: next }) },
  })
}
