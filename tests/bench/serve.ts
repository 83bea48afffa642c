import { createApp } from '#server/app'
import { readSettings } from '#server/env'
import { openStore } from '#server/platform/store/index'
import { watchPauses } from '../support/event-loop-pauses'

type Answer = (request: Request) => Response | Promise<Response>

/** The whole application over a folder, its log and all. */
export async function productOver(dataDir: string) {
  const settings = readSettings(
    {},
    { dataDir, captcha: 'never', publicPerMinute: undefined, writesPerMinute: undefined },
  )
  return createApp({ store: await openStore(settings), settings })
}

/** Listens, and tells whoever has started this program by `startSide` where. */
export function serve(fetch: Answer, idleTimeout = 120) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout, fetch })
  process.stdout.write(`${JSON.stringify({ url: server.url.origin, pid: process.pid })}\n`)
}

/** The same; answers at /pause for how long its event loop stood still since it was last asked, where that is watched. */
export function serveWatched(fetch: Answer, isWatched: boolean) {
  const pauses = isWatched ? watchPauses() : undefined
  serve((request) => (request.url.endsWith('/pause') ? Response.json(pauses?.taken() ?? 0) : fetch(request)))
}
