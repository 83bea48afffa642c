/** Counts the running requests of each database. */
export function createUnderWay() {
  let current = { count: 0, over: Promise.withResolvers<void>() }
  return {
    /** @returns functions about the request, among them its end */
    begin() {
      const mine = current
      mine.count += 1
      return {
        isStale: () => mine !== current,
        end() {
          mine.count -= 1
          if (mine.count === 0 && mine !== current) mine.over.resolve()
        },
      }
    },
    /** Requests from now on are counted separately. @returns when all earlier ones are over */
    async renew(): Promise<void> {
      const before = current
      current = { count: 0, over: Promise.withResolvers<void>() }
      if (before.count > 0) await before.over.promise
    },
  }
}
