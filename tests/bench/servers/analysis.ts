/**
 * The server of the benchmark of analysis: the whole application over one folder. Prints its address and process id;
 * /told says how much processor time it has used, how long its event loop stood still since it was last asked, and what
 * memory it holds once what nobody needs is given back.
 *   bun tests/bench/servers/analysis.ts product DATA_DIR
 */
import { watchPauses } from '../../support/event-loop-pauses'
import { productOver, serve } from '../serve'

const app = await productOver(process.argv[3]!)
const pauses = watchPauses()
serve((request) => {
  const { pathname } = new URL(request.url)
  if (pathname === '/collect') Bun.gc(true)
  return pathname === '/told' || pathname === '/collect' ? Response.json(told()) : app.fetch(request)
}, 255)

export type Told = ReturnType<typeof told>

function told() {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, pauseMs: pauses.taken() }
}
