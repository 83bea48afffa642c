/** The position after all others, at most 9999. */
export const behind = (orders: readonly number[]): number => Math.min(Math.max(-1, ...orders) + 1, 9999)
