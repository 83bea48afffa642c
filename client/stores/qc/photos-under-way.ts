/** Photos being chosen or reduced, before they belong to a record. */
const underWay = new Set<Promise<unknown>>()

const LOCK = 'photos under way'

export function notePhotos(work: Promise<unknown>): void {
  underWay.add(work)
  void work.finally(() => underWay.delete(work)).catch(() => {})
  const { locks } = navigator as { locks?: LockManager } // missing over plain HTTP
  void locks?.request(LOCK, { mode: 'shared' }, () => work.catch(() => {}))
}

/** Notes that a camera or a choice of files is open. The next key or press shows that it was closed, too. */
export function noteChooser(input: HTMLInputElement): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const over = new AbortController()
  const { signal } = over
  function end() {
    over.abort()
    setTimeout(resolve) // chosen photos are noted by then
  }
  for (const name of ['change', 'cancel']) input.addEventListener(name, end, { signal })
  for (const name of ['pointerdown', 'keydown']) addEventListener(name, end, { signal, capture: true })
  notePhotos(promise)
}

/** Resolves when all photos chosen so far are in their records. */
export const photosAtHand = async (): Promise<void> => void (await Promise.allSettled(underWay))

export const arePhotosUnderWay = (): boolean => underWay.size > 0

/** The same of all windows of the browser, as far as they know of each other. */
export async function arePhotosUnderWayAnywhere(): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager }
  const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {}
  return arePhotosUnderWay() || held.some(({ name }) => name === LOCK)
}
