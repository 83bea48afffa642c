import type { CDPSession } from '@playwright/test'

/** One request: bytes on the wire with the headers, and when the last came, in milliseconds since 1970. */
type Request = { url: string; bytes: number; endedAt: number }

/** Counts the requests of a page. Those that a cache answers weigh nothing. */
export async function watchNetwork(cdp: CDPSession) {
  const open = new Map<string, Request>()
  let ended: Request[] = []
  let quietSince = Date.now()
  function end(requestId: string, bytes: number) {
    const request = open.get(requestId)
    if (!request) return
    open.delete(requestId)
    ended.push({ ...request, bytes, endedAt: Date.now() })
    quietSince = Date.now()
  }
  cdp.on('Network.requestWillBeSent', ({ requestId, request: { url }, type }) => {
    if (type === 'Document') open.clear() // nothing more is told of the requests of the document before
    if (!/^(data|blob):/.test(url)) open.set(requestId, { url, bytes: 0, endedAt: 0 })
  })
  cdp.on('Network.requestServedFromCache', ({ requestId }) => open.delete(requestId))
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType === 'text/event-stream') open.delete(requestId) // it never ends
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength))
  cdp.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0))
  await cdp.send('Network.enable')
  return {
    /** Waits until nothing has been under way for a while. */
    async idle() {
      while (open.size > 0 || Date.now() - quietSince < 500) await Bun.sleep(20)
    },
    /** What has ended since this was last called. */
    take(): Request[] {
      const taken = ended
      ended = []
      return taken
    },
  }
}
