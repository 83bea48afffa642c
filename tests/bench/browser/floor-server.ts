import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { serve } from '../serve'

/** Builds the floor and serves it as the product is served: brotli made once, hashed or not asked for again. */

export type Row = { id: number; name: string; owner: string; state: string; updated: string }

const rows = Array.from({ length: 20 }, (_, at): Row => ({
  id: at + 1,
  name: `Record ${at + 1}`,
  owner: `operator ${at % 7}`,
  state: at % 3 ? 'open' : 'closed',
  updated: `2026-11-${at + 1} 08:00:00`,
}))

const folder = join(import.meta.dir, 'floor')
const { outputs } = await Bun.build({
  entrypoints: [join(folder, 'main.tsx'), join(folder, 'main.css')],
  minify: true,
  define: { 'process.env.NODE_ENV': '"production"' },
})
const built = await Promise.all(
  outputs.map(
    async (file) => [file.path.replace('./', '/'), new Uint8Array(await file.arrayBuffer()), file.type] as const,
  ),
)
const pages = await Promise.all(
  ['/index.html', '/login.html'].map(
    async (name) => [name, await Bun.file(folder + name).bytes(), 'text/html'] as const,
  ),
)
const files = new Map(
  [...built, ...pages].map(([name, bytes, type]) => {
    const cached = type === 'text/html' ? 'no-cache' : 'public, max-age=31536000, immutable'
    const etag = `"${Bun.hash(bytes)}"`
    return [
      name,
      {
        packed: brotliCompressSync(bytes),
        headers: { 'content-type': type, 'content-encoding': 'br', 'cache-control': cached, etag },
      },
    ]
  }),
)

serve((request) => {
  const { pathname } = new URL(request.url)
  if (pathname === '/api/login') return Response.json({ code: 200 })
  if (pathname === '/api/list') return Response.json(rows)
  const { packed, headers } = files.get(pathname) ?? files.get('/index.html')!
  const isSame = request.headers.get('if-none-match') === headers.etag
  return isSame ? new Response(null, { status: 304, headers }) : new Response(packed, { headers })
})
