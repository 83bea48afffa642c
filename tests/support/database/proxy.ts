import { connect, createServer, type Socket } from 'node:net'

export type Proxy = Awaited<ReturnType<typeof startProxy>>

/** Stands between us and PostgreSQL. */
export async function startProxy(to: number) {
  let isSwallowing = false
  let isCutting = false
  const sockets = new Set<Socket>()
  function pass(from: Socket, hand: (bytes: Buffer) => void, into: Socket) {
    sockets.add(from)
    from.on('data', (bytes: Buffer) => void (isSwallowing || hand(bytes)))
    from.on('error', () => into.destroy())
    from.on('close', () => into.destroy())
  }
  const server = createServer((socket) => {
    const behind = connect(to, '127.0.0.1')
    let isCommitting = false
    pass(
      socket,
      (bytes) => {
        if (isCutting && bytes.includes('commit')) isCommitting = true
        behind.write(bytes)
      },
      behind,
    )
    pass(behind, (bytes) => void (isCommitting ? cut(socket) : socket.write(bytes)), socket)
  })
  function cut(socket: Socket) {
    isCutting = false
    socket.destroy()
  }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** While it swallows, bytes go in and nothing comes out, and no connection is closed. */
    swallow: (is: boolean) => void (isSwallowing = is),
    /** The next commit arrives; its answer does not, and the connection ends. */
    cutAtCommit: () => void (isCutting = true),
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
