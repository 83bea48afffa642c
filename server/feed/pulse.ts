const REST_MS = 1000

/** Has `work` done for a product line soon after it is wanted, and once a second at most. */
export function createPulse(work: (productId: number) => Promise<void>, restMs = REST_MS) {
  const resting = new Map<number, { isWanted: boolean }>()
  return function want(productId: number): void {
    const rest = resting.get(productId)
    if (rest) {
      rest.isWanted = true
      return
    }
    const mine = { isWanted: false }
    resting.set(productId, mine)
    void work(productId).finally(() => setTimeout(rested, restMs))
    function rested() {
      resting.delete(productId)
      if (mine.isWanted) want(productId)
    }
  }
}
