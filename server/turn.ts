/** Lets other requests have their turn. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
