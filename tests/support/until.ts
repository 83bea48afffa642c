export const PATIENCE_MS = 50_000

/**
 * Waits for what comes about in its own time, such as what is written behind an answer or by another process.
 * @param found tells what there is instead
 * @throws when it does not come to that; the error shows the condition, and the line that waits for it
 */
export async function until(isSo: () => boolean | Promise<boolean>, found?: () => unknown) {
  const late = performance.now() + PATIENCE_MS
  const failure = new Error(`Waited ${PATIENCE_MS / 1000} s, in vain, for: ${isSo.toString()}`)
  while (!(await isSo())) {
    if (performance.now() > late) {
      if (found) failure.message += `; there is ${JSON.stringify(found())}`
      throw failure
    }
    await Bun.sleep(10)
  }
}
