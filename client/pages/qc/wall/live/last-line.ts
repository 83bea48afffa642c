const KEY = 'wall'

/**
 * The code of the line that a wall shows: the one of its address, else the one shown last on this device, else the only
 * one there is. Undefined where somebody must choose.
 */
export function chosenLine(asked: string | null, products: readonly { code: string }[]): string | undefined {
  if (asked) return asked
  const last = remembered()
  if (products.some(({ code }) => code === last)) return last
  return products.length === 1 ? products[0]!.code : undefined
}

export function rememberLine(code: string): void {
  try {
    localStorage.setItem(KEY, code)
  } catch {
    // full or switched off: it is asked again the next time
  }
}

function remembered(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
