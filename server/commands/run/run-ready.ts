import { loopbackOf } from '../../platform/http/listen'
import { optionsOf, portOf, say, type Command, value } from '../support/command-line'
import { commandSettings } from '../settings'

const PATIENCE_MS = 5_000

export const command: Command = {
  summary: 'asks the server on this machine whether it can serve',
  help: `
Usage: caliper ready [--port <number>]

Asks the server that runs here with the same settings whether it can serve, that is, whether its database answers. For
watchers of containers and services.

  --port <number>  where the server listens; 3000 unless CALIPER_PORT says otherwise

Example: caliper ready && echo all is well

Exit codes: 0 it can serve, 1 it cannot or there is none, 2 used wrongly.
`,
  async run(args) {
    const options = optionsOf(args, { port: value })
    const { host, port } = commandSettings('production', { overrides: { port: portOf(options.port) } })
    const url = `http://${loopbackOf(host)}:${port}/readyz`
    try {
      const { status } = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
      say(status === 200 ? 'Ready.' : `Not ready: ${url} answers ${status}.`)
      return status === 200 ? 0 : 1
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      say(`Not ready: ${url} ${isLate ? `does not answer within ${PATIENCE_MS / 1000} s` : 'cannot be reached'}.`)
      return 1
    }
  },
}
