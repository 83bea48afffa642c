import type { CDPSession } from '@playwright/test'

/** One request: bytes on the wire with the headers, and when the last came, in milliseconds since 1970. */
type Request = { url: string; bytes: number; endedAt: number }

const QUIET_MS = 500
/** Nothing is told of the end of a request that a document has sent while it was left. */
const LOST_MS = 5000

/** Counts the requests of a page. Those that a cache answers weigh nothing. */
export async function watchNetwork(cdp: CDPSession) {
  const open = new Map<string, Request>()
  let ended: Request[] = []
  let quietSince = Date.now()
  /** From the browser's steady clock to that of the day, in seconds: its events are heard late. */
  let clock = 0
  function end(requestId: string, bytes: number, timestamp: number) {
    const request = open.get(requestId)
    if (!request) return
    open.delete(requestId)
    ended.push({ ...request, bytes, endedAt: (clock + timestamp) * 1000 })
    quietSince = Date.now()
  }
  function begin(requestId: string, url: string) {
    open.set(requestId, { url, bytes: 0, endedAt: 0 })
    quietSince = Date.now()
  }
  cdp.on('Network.requestWillBeSent', ({ requestId, request: { url }, type, wallTime, timestamp }) => {
    clock = wallTime - timestamp
    if (type === 'Document') open.clear() // nothing more is told of the requests of the document before
    if (!/^(data|blob):/.test(url)) begin(requestId, url)
  })
  cdp.on('Network.requestServedFromCache', ({ requestId }) => open.delete(requestId))
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType === 'text/event-stream') open.delete(requestId) // it never ends
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) =>
    end(requestId, encodedDataLength, timestamp),
  )
  cdp.on('Network.loadingFailed', ({ requestId, timestamp }) => end(requestId, 0, timestamp))
  await cdp.send('Network.enable')
  return {
    /** Waits until nothing has been under way for a while. */
    async idle() {
      while (Date.now() - quietSince < (open.size > 0 ? LOST_MS : QUIET_MS)) await Bun.sleep(20)
    },
    /** What has ended since this was last called. */
    take(): Request[] {
      const taken = ended
      ended = []
      return taken
    },
  }
}
