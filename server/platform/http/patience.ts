import type { Context } from 'hono'
import { errorFields, log } from '../log/index'
import type { AppEnv } from './app-env'

/** Far below the idle timeout of the server or a proxy before it. */
const QUIET_MS = 5_000

/**
 * Answers the result of `work` as JSON, however long it takes: a blank at intervals keeps the connection open, and JSON
 * parsers skip it. A failure before the first blank is refused as usual; a later one aborts the answer.
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
