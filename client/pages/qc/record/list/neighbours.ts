const KEY = 'qc-record-list'

/** The ids of the last shown list, in order. */
let list: readonly number[] = storedList()

function storedList(): readonly number[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : []
  } catch {
    return [] // damaged, or storage is disabled
  }
}

/** Stores the records of a list, for the buttons to the previous and the next record. */
export function rememberList(ids: readonly number[]): void {
  list = ids
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ids))
  } catch {
    // full or disabled: the list is remembered until the window closes
  }
}

/** The neighbours of a record in the list. Undefined at its ends, and for a record outside the list. */
export function neighboursOf(qcValueBaseId: number): { previous: number | undefined; next: number | undefined } {
  const index = list.indexOf(qcValueBaseId)
  return index < 0 ? { previous: undefined, next: undefined } : { previous: list[index - 1], next: list[index + 1] }
}
