import { extname } from 'node:path'
import { StartError } from '../store/start-error'
import { pageHeaders } from './page-headers'
import { siteFiles, type SiteFile, type SiteFiles } from './site-files'

/** Answers GET and HEAD of the built client: its files, and index.html for every address that is a page. */
export type Site = (request: Request) => Response

/** One file in one encoding, ready to send. */
type Variant = { body: SiteFile['body']; etag: string; headers: Record<string, string> }
type Encoding = 'br' | 'gzip' | 'identity'
type File = Partial<Record<Encoding, Variant>> & { identity: Variant }

const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Never sent, should a build ever leave them there: other encodings of a file, and source maps. */
const isKeptBack = (name: string) => /\.(br|gz|map)$/.test(name)

/**
 * Takes the built client into memory. What is not there at start is never served, so no path can lead elsewhere.
 *
 * @param folder holds index.html, `assets/` whose names carry a hash of their content, and .br and .gz beside each file
 * @throws StartError when there is no index.html
 */
export async function loadSite(folder: string, options: { https: boolean }): Promise<Site> {
  const common = pageHeaders(options)
  const files = new Map<string, File>()
  const read = await siteFiles(folder)
  for (const name of read.keys()) {
    if (!isKeptBack(name)) files.set(`/${name}`, variantsOf(name, read, common))
  }
  const home = files.get('/index.html')
  if (!home) throw new StartError('The client has not been built; run: bun run build')

  return function answer(request) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { ...common, allow: 'GET, HEAD' } })
    }
    const path = plainPath(request.url)
    const file = path === undefined ? undefined : (files.get(path) ?? (isPage(path) ? home : undefined))
    return file ? send(request.headers, file) : missing(common)
  }
}

function variantsOf(name: string, read: SiteFiles, common: Record<string, string>): File {
  const { body, digest } = read.get(name)!
  const headers = {
    ...common,
    'content-type': types[extname(name)] ?? 'application/octet-stream',
    'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
  }
  const file: File = { identity: { body, etag: `"${digest}"`, headers: { ...headers, etag: `"${digest}"` } } }
  for (const { name: encoding, suffix } of encodings) {
    const packed = read.get(name + suffix)
    if (!packed) continue
    const tag = `"${digest}-${encoding}"`
    file[encoding] = {
      body: packed.body,
      etag: tag,
      headers: { ...headers, etag: tag, 'content-encoding': encoding },
    }
  }
  return file
}

function send(asked: Headers, file: File): Response {
  const { body, etag, headers } = chosen(file, asked.get('accept-encoding') ?? '')
  if (!names(asked.get('if-none-match'), etag)) return new Response(body, { headers })
  const { 'content-type': _type, 'content-encoding': _encoding, ...kept } = headers
  return new Response(null, { status: 304, headers: kept })
}

function chosen(file: File, accepted: string): Variant {
  const best = encodings.find(({ name }) => file[name] && accepts(accepted, name))
  return (best && file[best.name]) ?? file.identity
}

/** `br;q=0` names an encoding to say that it is not wanted. */
const accepts = (accepted: string, encoding: string) =>
  accepted.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

const names = (ifNoneMatch: string | null, etag: string) =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false

/** The path of an address in plain characters; `undefined` when it hides something. */
function plainPath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url).pathname)
    return /[\u0000-\u001f\u007f\\%]/.test(path) ? undefined : path
  } catch {
    return undefined
  }
}

/** An address of the client's router: whole segments, no dot in the last, and not the API in another spelling. */
const isPage = (path: string) => /^\/([^/]+\/)*[^/.]*$/.test(path) && !/^\/api(\/|$)/i.test(path)

const missing = (common: Record<string, string>) =>
  new Response('Not found\n', {
    status: 404,
    headers: { ...common, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
