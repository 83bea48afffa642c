let active = ''
const waiting: (() => void)[] = []

/** Called once the effects of a page run. */
export function noteActive(path: string): void {
  active = path
  for (const resolve of waiting.splice(0)) resolve()
}

/**
 * Resolves once the effects of a page run, or of another that was gone to meanwhile. A form on it takes the focus then:
 * a question that was asked before would lose it.
 */
export const whenActive = (path: string): Promise<void> =>
  active === path ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))
