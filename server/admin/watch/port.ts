import { StartError } from '../../platform/store/start-error'
import type { Figures } from '.'
import { EXPOSITION_TYPE, expositionOf } from './exposition'

const HOST = '127.0.0.1'
/** Names of this machine. A web page whose own host name resolves to this machine gets nothing. */
const isOwnName = (hostname: string) => hostname === HOST || hostname === 'localhost'

/**
 * Serves the figures to programs of this machine, without a session, and nothing else. `figures` is undefined until the
 * server has started.
 * @throws StartError if the port cannot be used
 */
export function serveFigures(port: number, figures: () => Promise<Figures> | undefined) {
  async function answer(request: Request): Promise<Response> {
    if (!URL.canParse(request.url)) return plain('Bad request', 400)
    const { pathname, hostname } = new URL(request.url)
    if (pathname !== '/metrics' || !isOwnName(hostname)) return plain('Not found', 404)
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain('Method not allowed', 405)
    const present = await figures()
    return present
      ? new Response(expositionOf(present), { headers: headersOf(EXPOSITION_TYPE) })
      : plain('Starting', 503)
  }
  try {
    return Bun.serve({ hostname: HOST, port, fetch: answer, development: false, maxRequestBodySize: 0 })
  } catch {
    throw new StartError(
      `Port ${port} of CALIPER_METRICS_PORT cannot be used; stop the program that has it, or choose another above 1023.`,
    )
  }
}

const plain = (text: string, status: number) =>
  new Response(`${text}\n`, { status, headers: headersOf('text/plain; charset=utf-8') })

const headersOf = (type: string) => ({
  'content-type': type,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})
