import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { CaptchaChallenge } from '#shared/access/login'

/** Computed without a pause; the page answers to keys and clicks in between. */
const SLICE_MS = 20

/**
 * Finds what a captcha's challenge asks for; `CaptchaChallenge` says what that is. Browsers bring SHA-256 of their own
 * only over https, and factories often have none.
 *
 * @param onProgress is told now and then how much is done, from 0 to 1
 * @returns the proof, for the field `code`
 * @throws DOMException `AbortError` when `signal` says so
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
