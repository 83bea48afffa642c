/** Photos being reduced, before they belong to a record. */
const underWay = new Set<Promise<unknown>>()

export function notePhotos(work: Promise<unknown>): void {
  underWay.add(work)
  void work.finally(() => underWay.delete(work)).catch(() => {})
}

/** Resolves when all photos chosen so far are in their records. */
export const photosAtHand = async (): Promise<void> => void (await Promise.allSettled(underWay))

export const arePhotosUnderWay = (): boolean => underWay.size > 0
