/** Names of built files end with a hash of what is in them. */
const hashes = new Set<string>()

async function readHashes() {
  for await (const name of new Bun.Glob('*').scan('dist/site/assets')) {
    const [, hash] = name.match(/-(\w{8})\.\w+$/) ?? []
    if (hash) hashes.add(hash)
  }
}

/** Gives every file of the build another name wherever one stands; the same again gives the first. */
const renamed = (text: string) =>
  text.replace(/\b\w{8}\b/g, (hash) => {
    const other = [...hash].toReversed().join('')
    return hashes.has(hash) || hashes.has(other) ? other : hash
  })

const isText = (type: string) => /html|javascript|css/.test(type)

/** A proxy before a server, as plants have one; it can serve the client as another build, and let pages wait. */
export async function proxyOf(target: string, tls?: { key: string; cert: string }) {
  await readHashes()
  let isOther = false
  let held: Promise<void> | undefined
  const proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 120,
    ...(tls && { tls }),
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      if (held && request.headers.get('sec-fetch-mode') === 'navigate') await held
      const headers = new Headers(request.headers)
      headers.delete('accept-encoding')
      if (isOther) headers.delete('if-none-match')
      const path = isOther ? renamed(pathname) : pathname
      const answer = await fetch(target + path + search, {
        method: request.method,
        headers,
        redirect: 'manual',
        ...(!['GET', 'HEAD'].includes(request.method) && { body: await request.arrayBuffer() }),
      })
      const sent = new Headers(answer.headers)
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) sent.delete(name)
      if (!isOther || !isText(sent.get('content-type') ?? '') || answer.status !== 200)
        return new Response(answer.body, { status: answer.status, headers: sent })
      sent.delete('etag')
      const text = renamed(await answer.text())
      return new Response(pathname === '/service-worker.js' ? text.replace(/(name"?:")/, '$1other') : text, {
        headers: sent,
      })
    },
  })
  return {
    url: `${tls ? 'https' : 'http'}://localhost:${proxy.port}`,
    /** From now on the server has another build of the client. */
    serveOtherBuild: () => void (isOther = true),
    /** Lets pages that are navigated to wait; returns how to let them go. */
    holdPages(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    [Symbol.asyncDispose]: () => proxy.stop(true),
  }
}
