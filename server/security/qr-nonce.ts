import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { newToken } from './token'

/** Attempts by QR code end with the process; so does what they know browsers by. */
const key = randomBytes(32)
const sealOf = (id: string) => createHmac('sha256', key).update(id).digest()

/** What a browser is known by that asks for a QR code. */
export function newNonce(): string {
  const id = newToken()
  return `${id}.${sealOf(id).toString('base64url')}`
}

/** False for what this process has not given out: a nonce that somebody else chose proves nothing. */
export function isNonce(value: string): boolean {
  const [, id, seal] = value.match(/^([\w-]{43})\.([\w-]{43})$/) ?? []
  return id !== undefined && seal !== undefined && timingSafeEqual(sealOf(id), Buffer.from(seal, 'base64url'))
}
