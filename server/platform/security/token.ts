import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, safe in headers and addresses. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The successor of a token in a swap with this key: always the same, and unknown without both. */
export const successorOf = (token: string, swapKey: string) =>
  createHmac('sha256', token).update(swapKey).digest('base64url')

/** The stored form of a token, from which the token cannot be computed. */
export const digest = (token: string | Uint8Array) => Bun.SHA256.hash(token, 'base64url')

const sealOf = (key: Buffer, id: string) => createHmac('sha256', key).update(id).digest()

/** A nonce that identifies a browser with a QR code; sealed with a secret key. */
export function newNonce(key: Buffer): string {
  const id = newToken()
  return `${id}.${sealOf(key, id).toString('base64url')}`
}

/** False for a nonce not sealed with this key: a nonce chosen by somebody else proves nothing. */
export function isNonce(key: Buffer, value: string): boolean {
  const [, id, seal] = value.match(/^([\w-]{43})\.([\w-]{43})$/) ?? []
  return id !== undefined && seal !== undefined && timingSafeEqual(sealOf(key, id), Buffer.from(seal, 'base64url'))
}
