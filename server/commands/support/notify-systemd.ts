import { errorFields, log } from '../../platform/log/index'

/**
 * Tells systemd that the server can serve: `systemctl start` waits for it (Type=notify in the unit). Its own program does,
 * since the runtime has no datagram sockets. Nothing happens where systemd does not ask.
 */
export async function notifySystemd(environment: Record<string, string | undefined> = process.env) {
  if (!environment['NOTIFY_SOCKET']) return
  try {
    const child = Bun.spawn(['systemd-notify', '--ready'], { env: environment, stdio: ['ignore', 'ignore', 'ignore'] })
    const code = await child.exited
    if (code !== 0) throw new Error(`systemd-notify ended with ${code}.`)
  } catch (error) {
    log('error', 'notify', errorFields(error))
  }
}
