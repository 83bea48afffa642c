const PATIENCE_MS = 50_000

/**
 * Waits for what comes about in its own time, such as what is written behind an answer or by another process.
 * @throws when it does not come to that
 */
export async function until(isSo: () => boolean | Promise<boolean>) {
  const late = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > late) throw new Error('It does not come to that.')
    await Bun.sleep(10)
  }
}
