import { join } from 'node:path'
import { createApp } from '../app'
import { apiPaths } from '#shared/api-paths'
import { listenFault } from '../platform/http/listen'
import type { Store } from '../platform/store'
import { endInGoodOrder } from './lifetime'
import { openDemo } from './open-demo'
import { namesIn, plainFiles } from './paths'
import { demoSettings } from './run/run-demo'
import { optionsOf, portOf, say, flag, value } from './support/command-line'

/** The state that survives when a change of the server's code runs this file again. */
declare global {
  var caliperDev: { store: Store; server?: Bun.Server<undefined> } | undefined
}

/**
 * `bun run dev`: client and server in one process, both reloaded on changes, with the data of the demo. Changes below
 * `server/platform/store` need a restart, because the open database survives a reload. `--empty`: without a year of
 * records.
 */
export async function dev(args: string[]) {
  const options = optionsOf(args, { port: value, empty: flag })
  const settings = demoSettings('127.0.0.1', portOf(options.port))
  const isFirst = !globalThis.caliperDev
  const state = (globalThis.caliperDev ??= {
    store: (await openDemo(settings, { empty: options.empty ?? false }, () => {})).store,
  })
  const app = createApp({ store: state.store, settings })
  const { default: page } = await import('../../client/index.html')
  const { default: signInPage } = await import('../../client/sign-in.html')

  const api = (request: Request, server: Bun.Server<undefined>) => {
    const peer = server.requestIP(request)
    return app.fetch(request, peer ? { address: peer.address } : {})
  }
  const plain = (await namesIn(plainFiles)).map((name) => [`/${name}`, new Response(Bun.file(join(plainFiles, name)))])
  const serving = {
    routes: {
      ...Object.fromEntries(plain),
      ...Object.fromEntries(apiPaths.flatMap((path) => [[`/${path}`, api] as const, [`/${path}/*`, api] as const])),
      '/login': signInPage,
      '/*': page,
    },
    development: { hmr: true, console: true },
  }
  const { host: hostname, port } = settings
  try {
    if (state.server) state.server.reload(serving)
    else state.server = Bun.serve({ hostname, port, ...serving })
  } catch (error) {
    throw listenFault(error, hostname, port)
  }
  if (!isFirst) return
  say(`\n  Caliper dev\n  ➜  Open       ${state.server.url}\n  ➜  UI parts   ${state.server.url}dev/ui\n`)
  endInGoodOrder(async () => {
    await state.server?.stop(true)
    await state.store.close()
  })
}
