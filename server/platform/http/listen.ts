import type { Settings } from '../../env'
import { codeOf, reasonOf } from '../log/reason'
import { StartError } from '../store/start-error'

/** A request that takes longer than this to arrive or to be read is aborted. */
const IDLE_SECONDS = 30

type Answer = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>

/**
 * Opens the port.
 * @throws StartError if the address cannot be used
 */
export function listen({ host, port }: Pick<Settings, 'host' | 'port'>, fetch: Answer) {
  try {
    if (host === '127.0.0.1' && port !== 0) refuseNeighbour(port)
    return Bun.serve({
      hostname: host,
      port,
      fetch,
      idleTimeout: IDLE_SECONDS,
      // Bun would refuse a long body without our envelope. The app's own limit answers before anything is read.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      development: false,
    })
  } catch (error) {
    throw listenFault(error, host, port)
  }
}

/** Browsers resolve "localhost" to ::1 first, so another program there would answer instead of this server. */
function refuseNeighbour(port: number) {
  try {
    Bun.listen({ hostname: '::1', port, socket: { data() {} } }).stop(true)
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') throw error // any other reason: there is no such address here
  }
}

/** The reason why listening failed, in one sentence. */
export function listenFault(error: unknown, host: string, port: number): StartError {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is in use; stop the other program or choose a port with --port.`)
  }
  if (code === 'EACCES') {
    return new StartError(`Port ${port} may not be opened by this user; choose one above 1023 with --port.`)
  }
  return new StartError(`Cannot listen on ${host}:${port} (${reasonOf(error)}).`)
}

/** The host name to open in a browser on this machine. */
export function shownName(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The host name in a URL with which this machine reaches a listener on `host`. */
export function loopbackOf(host: string): string {
  if (host === '0.0.0.0' || host === 'localhost') return '127.0.0.1'
  return host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host
}
