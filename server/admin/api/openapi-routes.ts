import { Hono, type Context } from 'hono'
import type { AppEnv } from '../../platform/http/app-env'
import { docsPage, docsStyle } from './docs-page'
import { openApiOf } from './document'
import { answerOf, packedVariants, type Variants } from '../../platform/http/variants'

const PAGE_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** A socket takes this number of bytes in a tenth of a millisecond. */
const BYTES_PER_TURN = 256 * 1024
/** For waiting downloads: 200 MB a second, far above the speed of a network, and a tenth of a processor. */
const WAITING_BYTES_PER_MS = 200 * 1024

/** The API document of `app`, for programs and as a page. Both contain only public information. */
export function openApiRoutes(app: Hono<AppEnv>) {
  let prepared: ReturnType<typeof prepare> | undefined
  const read = () => (prepared ??= prepare(app)) // at the first request: all routes are registered by then
  const admit = bytesPerTurn(BYTES_PER_TURN)

  async function send(c: Context<AppEnv>, variants: Variants): Promise<Response> {
    const { body, status, headers } = answerOf(c.req.raw.headers, variants)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    if (!body || status === 304) return c.body(null, 304)
    c.header('content-length', String(body.byteLength))
    if (c.req.raw.method === 'HEAD') return c.body(null)
    const isNext = admit(body.byteLength)
    if (isNext) await isNext
    return c.body(body)
  }

  return new Hono<AppEnv>()
    .get('/v1/openapi.json', async (c) => send(c, (await read()).document))
    .get('/docs', async (c) => send(c, (await read()).page))
    .get('/docs.css', (c) => c.body(docsStyle, 200, { 'content-type': 'text/css; charset=utf-8' }))
}

/** Both as bytes in each encoding. Making them takes a tenth of a second, so it is done once. */
async function prepare(app: Hono<AppEnv>) {
  const description = await openApiOf(app)
  const caching = { 'cache-control': 'no-cache' }
  const [document, page] = await Promise.all([
    packedVariants(JSON.stringify(description), { ...caching, 'content-type': 'application/json' }),
    packedVariants(String(await docsPage(description)), {
      ...caching,
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': PAGE_POLICY,
    }),
  ])
  return { document, page }
}

/**
 * Spreads large answers over the turns of the event loop: concurrent downloads wait for each other, and other requests
 * do not wait for them. If there is capacity it returns `undefined`, because a promise costs more time.
 */
function bytesPerTurn(most: number) {
  let sent = 0
  let waiting = 0
  let last = Promise.resolve()

  async function leave(bytes: number) {
    await Bun.sleep(Math.ceil(bytes / WAITING_BYTES_PER_MS))
    waiting -= 1
  }
  return function admit(bytes: number): Promise<void> | undefined {
    if (waiting === 0 && (sent === 0 || sent + bytes <= most)) {
      if (sent === 0) setImmediate(() => void (sent = 0))
      sent += bytes
      return undefined
    }
    waiting += 1
    return (last = last.then(() => leave(bytes)))
  }
}
