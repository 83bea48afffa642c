import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { CaptchaChallenge } from '#shared/access/login'
import { PROOF } from './captcha-proof'
import { networkOf } from './network'

const CIPHER = 'aes-256-gcm'
const [IV_BYTES, BODY_BYTES, TAG_BYTES] = [12, 16, 16]

/** What a captcha is: the digits that its picture shows, when it is over, and a short digest of whose network it is for. */
export type Captcha = { answer: string; endsAt: number; network: string }

/**
 * Ids that carry their captcha, encrypted under a key of 32 bytes that is never given away: whoever asks for captchas
 * takes no room here, and can push out nobody else's.
 */
export function captchaIds(key: Buffer) {
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

    /** Nothing for an id that is not ours to the letter, so that each captcha has one id. */
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

/** Its salt follows from the id, which nobody could know before. */
export const challengeOf = (id: string): CaptchaChallenge => ({
  salt: createHash('sha256').update(id).digest('hex').slice(0, 32),
  ...PROOF,
})

/** Eight bytes in hex that stand for the network of an address. */
export const networkDigest = (address: string) =>
  createHash('sha256').update(networkOf(address)).digest('hex').slice(0, 16)
