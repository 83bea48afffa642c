import type { Context, MiddlewareHandler } from 'hono'
import { codes } from '#shared/envelope'
import { Refusal } from './refusal'

export function tooLarge(): never {
  throw new Refusal(codes.tooLarge, 'error.tooLarge')
}

/**
 * Reads a body to its end; later readers get it at once.
 * @param limit hono's, which throws if it is too long
 * @throws Refusal 400 if the sender aborts, which is no fault of the server
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
