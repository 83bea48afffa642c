import { createHmac, timingSafeEqual } from 'node:crypto'
import { newToken } from './token'

const sealOf = (key: Buffer, id: string) => createHmac('sha256', key).update(id).digest()

/** What a browser is known by that asks for a QR code; sealed by a key that is never given away. */
export function newNonce(key: Buffer): string {
  const id = newToken()
  return `${id}.${sealOf(key, id).toString('base64url')}`
}

/** False for what was not sealed by this key: a nonce that somebody else chose proves nothing. */
export function isNonce(key: Buffer, value: string): boolean {
  const [, id, seal] = value.match(/^([\w-]{43})\.([\w-]{43})$/) ?? []
  return id !== undefined && seal !== undefined && timingSafeEqual(sealOf(key, id), Buffer.from(seal, 'base64url'))
}
