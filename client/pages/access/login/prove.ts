import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { CaptchaChallenge } from '#shared/access/login'

/** The longest computation without a pause; in between, the page handles keys and clicks. */
const SLICE_MS = 20

/**
 * Solves a captcha's challenge, described at `CaptchaChallenge`. Browsers have SHA-256 only over HTTPS, which factories
 * often lack.
 *
 * @param onProgress called from time to time with the progress, from 0 to 1
 * @returns the proof, for the field `code`
 * @throws DOMException `AbortError` when `signal` is aborted
 */
export async function prove(
  { salt, bits, count }: CaptchaChallenge,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const input = new Uint8Array(24)
  const view = new DataView(input.buffer)
  input.set(hexToBytes(salt))
  const nonces: string[] = []
  let nonce = 0
  while (nonces.length < count) {
    const pauseAt = performance.now() + SLICE_MS
    view.setUint32(16, nonces.length)
    for (let tries = 0; nonces.length < count && (tries % 64 > 0 || performance.now() < pauseAt); tries += 1) {
      view.setUint32(20, nonce)
      if (startsWithZeros(sha256(input), bits)) {
        nonces.push(nonce.toString(36))
        view.setUint32(16, nonces.length)
        nonce = 0
      } else nonce += 1
    }
    onProgress(nonces.length / count)
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
  }
  return nonces.join('.')
}

/** `bits` is at most 32. */
const startsWithZeros = (hash: Uint8Array, bits: number) =>
  new DataView(hash.buffer, hash.byteOffset).getUint32(0) < 2 ** (32 - bits)
