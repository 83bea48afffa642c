import { createHash } from 'node:crypto'
import type { CaptchaChallenge } from '#shared/access/login'

/**
 * How much a browser must compute instead of reading the picture: a quarter of a million hashes on average, half a
 * second on a desk. Many small parts instead of one large: the time differs less from one to the next, and its end can be told.
 */
export const PROOF = { bits: 14, count: 16 }

/** Whether `proof` solves the challenge, in as many hashes as it has parts. What that takes, `CaptchaChallenge` says. */
export function isProof({ salt, bits, count }: CaptchaChallenge, proof: string): boolean {
  const nonces = proof.trim().split('.')
  return nonces.length === count && nonces.every((nonce, part) => startsWithZeros(hashOf(salt, part, nonce), bits))
}

/** Nothing for what is no nonce. */
function hashOf(salt: string, part: number, nonce: string): Buffer | undefined {
  const value = /^[0-9a-z]{1,7}$/.test(nonce) ? Number.parseInt(nonce, 36) : Infinity
  if (value > 0xffff_ffff) return undefined
  const input = Buffer.alloc(24)
  input.write(salt, 'hex')
  input.writeUInt32BE(part, 16)
  input.writeUInt32BE(value, 20)
  return createHash('sha256').update(input).digest()
}

const startsWithZeros = (hash: Buffer | undefined, bits: number) =>
  hash !== undefined && hash.readUInt32BE(0) >>> (32 - bits) === 0
