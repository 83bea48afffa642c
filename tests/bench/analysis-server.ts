/**
 * The server of the benchmark of analysis: the whole application over one folder. Prints its address and process id;
 * /told says how much processor time it has used, how long its event loop stood still since it was last asked, and what
 * memory it holds once what nobody needs is given back.
 *   bun tests/bench/analysis-server.ts product DATA_DIR
 */
import { createApp } from '#server/app'
import { readSettings } from '#server/env'
import { openStore } from '#server/store/index'
import { watchPauses } from './pauses'

const [, dataDir] = process.argv.slice(2)
const settings = readSettings({}, { dataDir: dataDir!, captcha: 'never' })
const app = createApp({ store: await openStore(settings), settings })
const pauses = watchPauses()
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 255,
  fetch: (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/collect') Bun.gc(true)
    return pathname === '/told' || pathname === '/collect' ? Response.json(told()) : app.fetch(request)
  },
})
process.stdout.write(`${JSON.stringify({ url: server.url.origin, pid: process.pid })}\n`)

export type Told = ReturnType<typeof told>

function told() {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, pauseMs: pauses.taken() }
}
