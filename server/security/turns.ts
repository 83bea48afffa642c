/** Has works of the same key done one after the other. */
export function createTurns() {
  const turns = new Map<string, Promise<unknown>>()
  return function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const mine = (turns.get(key) ?? Promise.resolve()).then(work)
    const settled = mine.catch(() => {}) // the caller hears of it
    turns.set(key, settled)
    void settled.then(() => turns.get(key) === settled && turns.delete(key))
    return mine
  }
}
