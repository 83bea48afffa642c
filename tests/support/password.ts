/**
 * The hash of a password at the lowest cost, for tests that sign in often: checking it takes no time. What the product
 * hashes with is seen by tests that set a password through it.
 */
export const cheapHash = (password: string) =>
  Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
