import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, safe in headers and addresses. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The token that follows another one in a swap with this key: the same each time, known to nobody without both. */
export const successorOf = (token: string, swapKey: string) =>
  createHmac('sha256', token).update(swapKey).digest('base64url')

/** The stored form of a token, from which nobody can compute it. */
export const digest = (token: string | Uint8Array) => hash('sha256', token, 'base64url')

const sealOf = (key: Buffer, id: string) => createHmac('sha256', key).update(id).digest()

/** A nonce by which a browser is recognised that asks for a QR code; sealed by a key that is never revealed. */
export function newNonce(key: Buffer): string {
  const id = newToken()
  return `${id}.${sealOf(key, id).toString('base64url')}`
}

/** False for what was not sealed by this key: a nonce that somebody else chose proves nothing. */
export function isNonce(key: Buffer, value: string): boolean {
  const [, id, seal] = value.match(/^([\w-]{43})\.([\w-]{43})$/) ?? []
  return id !== undefined && seal !== undefined && timingSafeEqual(sealOf(key, id), Buffer.from(seal, 'base64url'))
}
