import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/** A received mail. */
export type Mail = { from: string; to: string[]; messageId: string; subject: string; text: string; raw: string }

type Options = {
  port?: number
  /** Certificate and key: the server uses TLS from the first byte. */
  tls?: { cert: string; key: string }
  /** Called before a mail is accepted; its result is sent instead, as `451 later`. */
  before?: (mail: Mail) => string | undefined | Promise<string | undefined>
  /** Called with each `MAIL` and `RCPT`; its result is sent instead, as `550 unknown here`. */
  refuse?: (command: string) => string | undefined
}

const MAX_BYTES = 1024 * 1024

/**
 * A mail server that stores received mails, for demos and tests (RFC 5321, the part that a client needs). It listens
 * only on loopback and relays nothing.
 */
export async function startSmtp(onMail: (mail: Mail) => void, { port = 0, tls, before, refuse }: Options = {}) {
  const sockets = new Set<Socket>()
  /** Received commands, for tests. */
  const commands: string[] = []
  const server = tls ? createTlsServer(tls, greet) : createServer(greet)

  function greet(socket: Socket) {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.setEncoding('utf8')
    const reply = (line: string) => void socket.write(`${line}\r\n`)
    let buffer = ''
    let from = ''
    let to: string[] = []
    let isData = false

    async function take(raw: string) {
      const mail = { from, to, ...parsed(raw), raw }
      const answer = await before?.(mail)
      if (answer) return reply(answer)
      onMail(mail)
      reply('250 2.0.0 kept')
    }

    function obey(line: string) {
      commands.push(line)
      const [verb = ''] = line.split(/[ :]/, 1)
      const refusal = /^(MAIL|RCPT)/i.test(line) ? refuse?.(line) : undefined
      if (refusal) return reply(refusal)
      switch (verb.toUpperCase()) {
        case 'EHLO':
          socket.write(`250-localhost\r\n250-8BITMIME\r\n${tls ? '250-AUTH PLAIN\r\n' : ''}250 SMTPUTF8\r\n`)
          return
        case 'AUTH':
          return reply('235 welcome')
        case 'HELO':
        case 'NOOP':
          return reply('250 ok')
        case 'RSET':
        case 'MAIL':
          from = /<([^>]*)>/.exec(line)?.[1] ?? ''
          to = []
          return reply('250 ok')
        case 'RCPT':
          to.push(/<([^>]*)>/.exec(line)?.[1] ?? '')
          return reply('250 ok')
        case 'DATA':
          isData = true
          return reply('354 go on')
        case 'QUIT':
          reply('221 bye')
          socket.end()
          return
        default:
          return reply('502 not known here')
      }
    }

    socket.on('data', (chunk: string) => {
      buffer += chunk
      if (buffer.length > MAX_BYTES) return socket.destroy()
      for (;;) {
        const end = isData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n')
        if (end < 0) return
        const part = buffer.slice(0, end)
        buffer = buffer.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          void take(part.replace(/^\.\./gm, '.'))
        } else obey(part)
      }
    })
    reply('220 localhost simulator')
  }

  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen(port, '127.0.0.1', () => listening.resolve())
  await listening.promise
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    commands,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function parsed(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? ''
  return {
    messageId: header('message-id'),
    subject: header('subject')
      .replace(/\?= =\?/g, '?==?')
      .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, word),
    text: decoded(rest.join('\r\n\r\n'), header('content-transfer-encoding')),
  }
}

const word = (_: string, kind: string, content: string) =>
  decoded(
    kind.toLowerCase() === 'b' ? content : content.replaceAll('_', ' '),
    kind.toLowerCase() === 'b' ? 'base64' : 'quoted-printable',
  )

function decoded(text: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(text, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(encoding)) return text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
