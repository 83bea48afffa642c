import { connect, type Socket } from 'node:net'
import { codeOf } from '../../log/reason'

/** SSLRequest of PostgreSQL's protocol: its length, and its code. One letter answers it, before any session. */
const SSL_REQUEST = Uint8Array.of(0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f)
/** A connection may have been forgotten on the way, so another takes its place after this. */
const RENEWED_AFTER_MS = 5_000

/**
 * Asks again and again for a sign of life of a silent database, by few connections: one that was frozen begins a process
 * for each that was made meanwhile, before it serves anybody. A connection is used again once it stands; one that cannot
 * be made, since nothing gets through, is tried anew.
 *
 * @param onAnswer something was said, or the connection was refused
 */
export function knockAt({ host, port }: { host: string; port: number }, onAnswer: () => void) {
  const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  let socket: Socket | undefined
  let madeAt = 0

  function renew() {
    socket?.destroy()
    madeAt = performance.now()
    const made = connect(place)
    made.once('connect', () => made.write(SSL_REQUEST))
    made.once('data', () => {
      made.destroy()
      onAnswer()
    })
    made.once('error', (error) => codeOf(error) === 'ECONNREFUSED' && onAnswer())
    socket = made
  }

  return {
    knock() {
      const isUsable = socket?.readyState === 'open' && performance.now() - madeAt < RENEWED_AFTER_MS
      if (isUsable) socket?.write(SSL_REQUEST)
      else renew()
    },
    leave: () => void socket?.destroy(),
  }
}
