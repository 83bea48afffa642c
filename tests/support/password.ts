const productHash = Bun.password.hash
const cheap = { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } as const

/** The hash of a password at the lowest cost: checking it takes no time. */
export const cheapHash = (password: string) => productHash(password, cheap)

/** From now on every password is hashed so, whoever asks: tests set passwords and sign in all the time. */
export const hashCheaply = () => void (Bun.password.hash = cheapHash)

/** Passwords are hashed as the product says, for tests of that. */
export const hashAsTheProductSays = () => void (Bun.password.hash = productHash)
