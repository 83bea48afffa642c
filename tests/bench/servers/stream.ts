/**
 * The server of the benchmark of the live feed: the whole application with its log. Prints its address and process id;
 * at /tell it is told what to tell: `rate` events a second from now on, or `burst` events at once. At /size it answers how
 * many listen; from /watch on, for how long its event loop stood still since it was last asked as well.
 *   bun tests/bench/servers/stream.ts product DATA_DIR
 */
import { createApp } from '#server/app'
import { readSettings } from '#server/env'
import { openFeed } from '#server/qc/feed/index'
import { publishEvents, type FeedEvent } from '#server/qc/feed/queries'
import { openStore } from '#server/platform/store/index'
import { watchPauses } from '../../support/event-loop-pauses'
import { serve } from '../serve'

const settings = readSettings({}, { dataDir: process.argv[3]!, captcha: 'never' })
const store = await openStore(settings)
const feed = openFeed(store, settings)
const app = createApp({ store, settings, feed })
let pauses: ReturnType<typeof watchPauses> | undefined
let telling: ReturnType<typeof setInterval> | undefined

/** About 250 bytes as they travel, which say when they were told. */
const event = (): FeedEvent => ({
  productId: 1,
  deptId: null,
  operatorId: 1,
  type: 'record',
  payload: {
    qcValueBaseId: 1_234_567,
    recordNo: String(performance.timeOrigin + performance.now()),
    product: 'c21 '.padEnd(60, 'x'),
    templateId: 12,
    status: 'submitted',
    judgement: 'OK',
  },
})
const tellSome = (count: number) => store.tx((db) => publishEvents(store, db, Array.from({ length: count }, event)))

serve(async (request) => {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/watch') pauses ??= watchPauses()
  if (pathname !== '/tell' && !pathname.startsWith('/api')) {
    return Response.json({ size: feed.size(), pause: pauses?.taken() ?? 0 })
  }
  if (pathname !== '/tell') return app.fetch(request)
  clearInterval(telling)
  const [rate, burst] = [Number(searchParams.get('rate')), Number(searchParams.get('burst'))]
  if (rate > 0) telling = setInterval(() => void tellSome(1), 1000 / rate)
  if (burst > 0) await tellSome(burst)
  return Response.json(null)
}, 30)
