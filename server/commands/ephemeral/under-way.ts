/** Counts requests, by what they have begun on. */
export function createUnderWay() {
  let current = { count: 0, over: Promise.withResolvers<void>() }
  return {
    /** @returns what tells that the request is over */
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
    /** Whoever begins from now on counts anew. @returns when all are over that had begun */
    async renew(): Promise<void> {
      const before = current
      current = { count: 0, over: Promise.withResolvers<void>() }
      if (before.count > 0) await before.over.promise
    },
  }
}
