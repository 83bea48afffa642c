/**
 * Copies `text` to the clipboard; true on success. Also works over plain HTTP, where browsers disable the clipboard
 * API.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyOldWay(text)
  }
}

function copyOldWay(text: string): boolean {
  const area = document.createElement('textarea')
  const before = document.activeElement
  area.value = text
  area.className = 'sr-only'
  document.body.append(area)
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return isDone
}
