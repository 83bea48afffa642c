import { connect, type Socket } from 'node:net'
import { codeOf } from '../../log/reason'

/** SSLRequest of PostgreSQL's protocol: its length, and its code. The answer is one letter, before any session. */
const SSL_REQUEST = Uint8Array.of(0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f)
/** A connection may have been dropped on the way, so another replaces it after this time. */
const RENEWED_AFTER_MS = 5_000

/**
 * Repeatedly asks a silent database for a sign of life, with few connections: a database that was frozen starts a
 * process for each connection made meanwhile, before it serves anybody. An established connection is reused; one that
 * cannot be made, because nothing gets through, is tried again.
 *
 * @param onAnswer called after any answer, or after a refused connection
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
