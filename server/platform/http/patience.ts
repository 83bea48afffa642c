import type { Context } from 'hono'
import { errorFields, log } from '../log/index'
import type { AppEnv } from './app-env'

/** Far less than the server, or a proxy before it, lets a connection be silent. */
const QUIET_MS = 5_000

/**
 * Answers with what `work` comes to, in JSON, however long that takes: a blank now and then keeps the connection, and who
 * reads JSON skips it. What fails before the first blank is refused as usual; later the answer breaks off.
 */
export async function answerWithPatience<Result, Env extends AppEnv>(
  c: Context<Env>,
  work: Promise<Result>,
  answer: (result: Result) => Response,
  quietMs = QUIET_MS,
): Promise<Response> {
  const done = work.then(answer)
  const soon = await Promise.race([done, Bun.sleep(quietMs)])
  if (soon) return soon
  const pieces = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const response = await Promise.race([done, Bun.sleep(quietMs)])
          controller.enqueue(response ? await response.bytes() : blank)
          if (response) controller.close()
        } catch (error) {
          log('error', 'fault', { requestId: c.var.requestId, ...errorFields(error) })
          controller.error(error)
        }
      },
    },
    { highWaterMark: 0 },
  )
  return c.body(pieces, 200, { 'content-type': 'application/json; charset=utf-8' })
}

const blank = new TextEncoder().encode(' ')
