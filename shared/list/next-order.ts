/** The place behind others, as far as there is one. */
export const behind = (orders: readonly number[]): number => Math.min(Math.max(-1, ...orders) + 1, 9999)
