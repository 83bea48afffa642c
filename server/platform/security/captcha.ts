import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'
import type { CaptchaChallenge } from '#shared/access/login'
import type { Store } from '../store'
import type { Namespace } from '../store/shared-state'
import { drawDigits } from './captcha-picture'
import { createCounter } from './counter'
import { networkOf } from './network'

const LIFE_MS = 5 * 60_000
const LENGTH = 4

/** For a change of shift behind one address, with several requests per person; then one a second. */
const drawnPerNetwork = { free: 200, firstWaitMs: 1_000, longestWaitMs: 1_000, forgiveMs: 1_000 }
/** Drawing takes about two milliseconds: then at most fifty a second, a tenth of a core, for all callers together. */
const drawnInAll = { free: 1_000, firstWaitMs: 20, longestWaitMs: 20, forgiveMs: 20 }
/**
 * Used ids, kept until they expire. A process has at most 31,000 of them: each was drawn, and not more are drawn within
 * twice the life of a captcha.
 */
const used: Namespace<true> = { name: 'captcha used', maxEntries: 200_000 }

/**
 * Captchas solved by the digits in a picture, or by a proof of work for people who cannot read it. Only used captchas
 * are stored, not open ones. `draw` makes the picture of an answer, a PNG.
 */
export function createCaptchas({ sharedState, keyFor }: Pick<Store, 'sharedState' | 'keyFor'>, draw = drawDigits) {
  const idsOf = async () => captchaIds(await keyFor('captcha'))
  const networks = createCounter(drawnPerNetwork)
  const all = createCounter(drawnInAll)

  return {
    /** Counts a request for a captcha from `address`, or returns the waiting time in milliseconds. */
    ask(address: string, now: number): number {
      const network = networkOf(address)
      const waitMs = Math.max(networks.waitMs(network, now), all.waitMs('', now))
      if (waitMs > 0) return waitMs
      networks.count(network, now)
      all.count('', now)
      return 0
    },

    /** A new captcha for `address`; `picture` is a data URI. */
    async issue(address: string, now: number): Promise<{ id: string; picture: string; challenge: CaptchaChallenge }> {
      const answer = Array.from({ length: LENGTH }, () => randomInt(10)).join('')
      const id = (await idsOf()).seal({ answer, endsAt: now + LIFE_MS, network: networkDigest(address) })
      const picture = `data:image/png;base64,${draw(answer).toString('base64')}`
      return { id, picture, challenge: challengeOf(id) }
    },

    /** A captcha ends with its first check, right or wrong, and is only valid from its own network. */
    async check(id: string, code: string, address: string, now: number): Promise<boolean> {
      const captcha = (await idsOf()).open(id)
      if (!captcha || !isOpen(captcha.endsAt, now)) return false
      const key = { namespace: used, key: id }
      const isFirst = await sharedState.change([key], now, (entries) => {
        if (entries.get(key)) return false
        entries.set(key, true, captcha.endsAt)
        return true
      })
      if (!isFirst || captcha.network !== networkDigest(address)) return false
      return captcha.answer === code.trim() || isProof(challengeOf(id), code)
    },
  }
}

/** An end too far away was set before the clock was set back. */
const isOpen = (endsAt: number, now: number) => endsAt > now && endsAt <= now + LIFE_MS

const CIPHER = 'aes-256-gcm'
const [IV_BYTES, BODY_BYTES, TAG_BYTES] = [12, 16, 16]

/** A captcha: the digits of its picture, its end, and a short digest of its network. */
type Captcha = { answer: string; endsAt: number; network: string }

/**
 * Ids that contain their captcha, encrypted with a secret key of 32 bytes: requests for captchas take no memory here,
 * and cannot displace those of others.
 */
function captchaIds(key: Buffer) {
  return {
    seal({ answer, endsAt, network }: Captcha): string {
      const body = Buffer.alloc(BODY_BYTES)
      body.writeUInt16BE(Number(answer), 0)
      body.writeUIntBE(endsAt, 2, 6)
      body.write(network, 8, 'hex')
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv)
      const sealed = [iv, cipher.update(body), cipher.final()]
      return Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64url')
    },

    /** Undefined for any other spelling of an id, so that each captcha has exactly one id. */
    open(id: string): Captcha | undefined {
      const bytes = Buffer.from(id, 'base64url')
      if (bytes.length !== IV_BYTES + BODY_BYTES + TAG_BYTES || bytes.toString('base64url') !== id) return undefined
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const body = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
        const answer = String(body.readUInt16BE(0)).padStart(4, '0')
        return { answer, endsAt: body.readUIntBE(2, 6), network: body.toString('hex', 8) }
      } catch {
        return undefined // not ours
      }
    },
  }
}

/** Eight bytes in hex that represent the network of an address. */
const networkDigest = (address: string) => createHash('sha256').update(networkOf(address)).digest('hex').slice(0, 16)

/**
 * The proof of work in place of the picture: a quarter of a million hashes on average, half a second on a desktop. Many
 * small parts instead of one large one: the time varies less, and its end can be predicted.
 */
const PROOF = { bits: 14, count: 16 }

/** The salt is derived from the id, which nobody could know before. */
const challengeOf = (id: string): CaptchaChallenge => ({
  salt: createHash('sha256').update(id).digest('hex').slice(0, 32),
  ...PROOF,
})

/** True if `proof` solves the challenge; the check takes one hash per part. The method is at `CaptchaChallenge`. */
export function isProof({ salt, bits, count }: CaptchaChallenge, proof: string): boolean {
  const nonces = proof.trim().split('.')
  return nonces.length === count && nonces.every((nonce, part) => startsWithZeros(hashOf(salt, part, nonce), bits))
}

/** Undefined for an invalid nonce. */
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
