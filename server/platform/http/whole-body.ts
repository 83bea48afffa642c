import type { Context, MiddlewareHandler } from 'hono'
import { codes } from '#shared/envelope'
import { Refusal } from './refusal'

export function tooLarge(): never {
  throw new Refusal(codes.tooLarge, 'error.tooLarge')
}

/**
 * Waits for a body to its end; whoever asks for it afterwards has it at once.
 * @param limit hono's, which throws where it is too long
 * @throws Refusal 400 when its sender breaks off, which is no fault of ours
 */
export async function wholeBody(c: Context, limit: MiddlewareHandler): Promise<ArrayBuffer> {
  let body = new ArrayBuffer()
  try {
    await limit(c, async () => void (body = await c.req.arrayBuffer()))
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(codes.badRequest, 'error.notJson')
  }
  return body
}
