const KEY = 'wall'

/**
 * The code of the product line that a wall shows: the one of its address, else the one shown last on this device, else
 * the only one. Undefined where somebody must choose.
 */
export function productToShow(requested: string | null, products: readonly { code: string }[]): string | undefined {
  if (requested) return requested
  const last = readLast()
  if (products.some(({ code }) => code === last)) return last
  return products.length === 1 ? products[0]!.code : undefined
}

export function rememberProduct(code: string): void {
  try {
    localStorage.setItem(KEY, code)
  } catch {
    // full or switched off: the product line has to be chosen again
  }
}

function readLast(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
