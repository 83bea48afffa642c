import { useEffect, useEffectEvent } from 'react'

const fields = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu]'

/**
 * Sends keys typed outside of fields to one field: scanners and gauges type their reading and end with Enter, and
 * nobody sets the focus before. Their letters must not act as keyboard shortcuts.
 *
 * @param fieldNow the present field, if there is one
 * @param onReplace called before the text of the field is replaced, to offer an undo
 */
export function useTypingAnywhere(
  fieldNow: () => HTMLInputElement | null | undefined,
  onReplace?: (text: string) => void,
): void {
  const take = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    const field = fieldNow()
    if (!field || ctrlKey || metaKey || altKey || key.length !== 1 || key === ' ') return
    if (target instanceof Element && target.closest(fields)) return
    if (field.closest('[aria-hidden=true]')) return // on a hidden page
    event.stopPropagation()
    if (field.value !== '') onReplace?.(field.value)
    field.focus()
    field.select() // the old text is replaced; the key itself goes to the focused field
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => take(event)
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
