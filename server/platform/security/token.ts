import { createHmac, hash, randomBytes } from 'node:crypto'

/** 256 random bits, safe in headers and addresses. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The token that follows another one in a swap with this key: the same each time, known to nobody without both. */
export const successorOf = (token: string, swapKey: string) =>
  createHmac('sha256', token).update(swapKey).digest('base64url')

/** What is stored of a token: it cannot be turned back. */
export const digest = (token: string | Uint8Array) => hash('sha256', token, 'base64url')
