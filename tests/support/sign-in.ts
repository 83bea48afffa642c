/** A sign-in with a password, as `openSession` takes it. */
export const signInOf = (userId: number) =>
  ({ userId, method: 'password', device: { address: '127.0.0.1', userAgent: 'tests' } }) as const
