import type { BulkResult } from '#shared/list/bulk'
import { request } from '../../api/http'
import { toast } from '../overlay/toast'
import { isDone, inList, keepFocus, UNDO_MS } from '../record/record-actions'
import { tr } from '../useText'

/** The change of a field of several rows. */
export type BulkChange<Row> = {
  /** Below `/api/v1`. */
  path: string
  rows: readonly Row[]
  id: (row: Row) => number
  label: (row: Row) => string
  /** The field to change, and its new value. */
  field: string
  value: unknown
  /** Reloads the lists. */
  refresh: () => void
  onDone: () => void
}

/**
 * Changes a field of several rows in one call. Undo works for rows that nobody has changed in between.
 * @throws Failure if nothing was changed; the caller shows why
 */
export async function changeMany<Row>(change: BulkChange<Row>): Promise<void> {
  const { path, rows, id, label, field, value, refresh, onDone } = change
  const put = (sent: readonly object[], onlyUnchanged: boolean, failures: 'show' | 'report') =>
    request<BulkResult>('PUT', `${path}/bulk`, { body: { rows: sent, onlyUnchanged }, failures })
  const sent = rows.map((row) => ({ id: id(row), updatedAt: versionOf(row), fields: { [field]: value } }))
  const { changed: versions } = await put(sent, false, 'show')
  onDone()
  async function undo() {
    keepFocus()
    const rowOf = new Map(rows.map((row) => [id(row), row]))
    const back = versions.map((row) => ({
      ...row,
      fields: { [field]: fieldIn(rowOf.get(row.id), field) },
    }))
    let undone: BulkResult | undefined
    if (!(await isDone(put(back, true, 'report').then((answer) => (undone = answer)))) || !undone) return
    refresh()
    const count = undone.changed.length
    const names = undone.skipped.map((rowId) => label(rowOf.get(rowId)!))
    if (names.length === 0) toast.show(tr('bulk.undone', { count }))
    else toast.show(tr('bulk.undoneSome', { count, names: inList(names) }), { timeoutMs: UNDO_MS })
  }
  toast.show(tr('bulk.done', { count: versions.length }), {
    tone: 'success',
    timeoutMs: UNDO_MS,
    action: { label: tr('action.undo'), onClick: () => void undo() },
  })
}

const versionOf = (row: unknown) => String((row as { updatedAt?: string }).updatedAt)

const fieldIn = (row: unknown, field: string): unknown => (row as Record<string, unknown>)[field]
