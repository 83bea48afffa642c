import { statuses, type Status } from '#shared/constants'
import { codes } from '#shared/envelope'
import { Failure } from '../../api/http'
import { settings } from '../../stores/settings'
import { confirm } from '../overlay/confirm'
import { focusHeading } from '../layout/heading'
import { isOn, type AnyStatus } from './is-on'
import { toast } from '../overlay/toast'
import { tr } from '../useText'

/** False if the server refused; the operator has been told. */
export async function isDone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** For a change: after a conflict with another operator, the page is reloaded too. */
export async function isChanged(call: Promise<unknown>, refresh: () => void): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === codes.conflict) refresh()
    return false
  }
}

const underWay = new Set<string>()

/** Runs an action; nothing while one of the same name is under way, as after a double click. */
export async function once(name: string, act: () => Promise<void>): Promise<void> {
  if (underWay.has(name)) return
  underWay.add(name)
  await act().finally(() => underWay.delete(name))
}

/** The time in which a deletion can be undone from its toast. */
export const UNDO_MS = 8000

type Removal = {
  /** The names of the records. The question lists them; the toast names a single one. */
  names: readonly string[]
  /** The title of the question, and its button: "Delete 3 roles". */
  title: string
  remove: () => Promise<unknown>
  /** Restores the records. Without it deletion is final, and even a single record needs confirmation. */
  restore?: (() => Promise<unknown>) | undefined
  onDone: () => void
  /** Further effects, in a sentence; with it, deleting even one record needs confirmation. */
  warning?: string
}

/** Deletes one record at once, several after asking; a toast offers undo if possible. */
export async function removeRecords({ names, title, remove, restore, onDone, warning }: Removal): Promise<void> {
  const isAsked = names.length > 1 || !restore || warning !== undefined
  if (isAsked && !(await confirm({ ...question(names, title, restore !== undefined, warning), tone: 'danger' }))) return
  if (!(await isDone(remove()))) return
  onDone()
  if (!restore) return
  const [name = ''] = names
  const count = names.length
  const text = count === 1 ? tr('record.deletedDone', { name }) : tr('record.deletedManyDone', { count })
  async function undo() {
    keepFocus()
    if (restore && (await isDone(restore()))) onDone()
  }
  toast.show(text, {
    tone: 'success',
    timeoutMs: UNDO_MS,
    action: { label: tr('action.undo'), onClick: () => void undo() },
  })
}

export const inList = (names: readonly string[]) => new Intl.ListFormat(settings.locale).format(names)

/**
 * Called by the undo of a toast: the focused control may have disappeared with its row, and the toast disappears now.
 */
export function keepFocus() {
  requestAnimationFrame(() => document.activeElement === document.body && focusHeading())
}

function question(names: readonly string[], title: string, canUndo: boolean, warning?: string) {
  const list = inList(names)
  const text = tr(canUndo ? 'record.deleteManyText' : 'record.deleteText', { names: list })
  return { title, text: warning === undefined ? text : `${text}\n${warning}`, confirmLabel: title }
}

type StatusChange = {
  name: string
  /** The present status; the change sets the other one. */
  status: AnyStatus
  /** @param seen the last known status */
  setStatus: (status: Status, seen: AnyStatus) => Promise<unknown>
  onDone: () => void
}

/** Enables or disables a record at once, with undo. */
export async function switchStatus(change: StatusChange): Promise<void> {
  const { name, status, setStatus, onDone } = change
  const wasOn = isOn(status)
  const next = wasOn ? statuses.off : statuses.on
  if (!(await isChanged(setStatus(next, status), onDone))) return
  onDone()
  toast.show(tr(wasOn ? 'record.disabledDone' : 'record.enabledDone', { name }), {
    action: {
      label: tr('action.undo'),
      onClick() {
        keepFocus()
        void switchStatus({ ...change, status: next })
      },
    },
  })
}

type NumberChange = {
  name: string
  value: number
  before: number
  /** @param seen the last known number */
  save: (value: number, seen: number) => Promise<unknown>
  onDone: () => void
}

/** Changes a number field of a record at once, with undo. */
export async function changeNumber(change: NumberChange): Promise<void> {
  const { name, value, before, save, onDone } = change
  if (!(await isChanged(save(value, before), onDone))) return
  onDone()
  toast.show(tr('record.sortDone', { name, value }), {
    action: {
      label: tr('action.undo'),
      onClick() {
        keepFocus()
        void changeNumber({ ...change, value: before, before: value })
      },
    },
  })
}
