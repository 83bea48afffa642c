const KEY = 'qc-record-list'

/** The records of the list that was last looked at, in its order. */
let walked: readonly number[] = remembered()

function remembered(): readonly number[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : []
  } catch {
    return [] // damaged, or storage is switched off
  }
}

/** Notes which records a list shows: from one of them the way leads to the next. */
export function walkThrough(ids: readonly number[]): void {
  walked = ids
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ids))
  } catch {
    // full or switched off: it lasts until the window is left
  }
}

/** The records before and after one, as the list has them; undefined at its ends, and for one that is not in it. */
export function neighboursOf(qcValueBaseId: number): { previous: number | undefined; next: number | undefined } {
  const at = walked.indexOf(qcValueBaseId)
  return at < 0 ? { previous: undefined, next: undefined } : { previous: walked[at - 1], next: walked[at + 1] }
}
