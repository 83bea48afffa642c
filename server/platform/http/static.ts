import { extname } from 'node:path'
import type { Settings } from '../../env'
import { StartError } from '../store/start-error'
import { pageHeaders } from './page-headers'
import { siteFiles, type SiteFile, type SiteFiles } from './site-files'
import { answerOf, packedVariants, variantsOf, type Variants } from './variants'

/** Answers GET and HEAD of the built client: its files, and index.html for every address that is a page. */
type Site = (request: Request) => Response

type File = Variants<SiteFile['body']>

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
 * @param locale what pages speak before an operator has chosen: the page tells the client, where it is not Chinese
 * @param folder holds index.html, `assets/` whose names carry a hash of their content, and .br and .gz beside each file
 * @throws StartError when there is no index.html
 */
export async function loadSite(
  folder: string,
  { https, locale, wecomFile }: Pick<Settings, 'https' | 'locale' | 'wecomFile'>,
): Promise<Site> {
  const common = pageHeaders({ https })
  const files = new Map<string, File>()
  const read = await siteFiles(folder)
  for (const name of read.keys()) {
    if (!isKeptBack(name)) files.set(`/${name}`, fileOf(name, read, common))
  }
  const page = read.get('index.html')
  if (page && locale !== 'zh-CN') {
    const html = (await new Response(page.body).text()).replace('<html lang="zh-CN"', `$& data-locale="${locale}"`)
    files.set('/index.html', await packedVariants(html, headersOf('index.html', common)))
  }
  if (wecomFile) {
    const { name, content } = wecomFile
    files.set(`/${name}`, await packedVariants(content, headersOf(name, common)))
  }
  const home = files.get('/index.html')
  if (!home) throw new StartError('The client has not been built; run: bun run build')

  return function answer(request) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { ...common, allow: 'GET, HEAD' } })
    }
    const path = plainPath(request.url)
    const file = path === undefined ? undefined : (files.get(path) ?? (isPage(path) ? home : undefined))
    if (!file) return missing(common)
    const { body, ...init } = answerOf(request.headers, file)
    return new Response(body, init)
  }
}

function fileOf(name: string, read: SiteFiles, common: Record<string, string>): File {
  return variantsOf(
    { ...read.get(name)!, br: read.get(`${name}.br`)?.body, gzip: read.get(`${name}.gz`)?.body },
    headersOf(name, common),
  )
}

const headersOf = (name: string, common: Record<string, string>) => ({
  ...common,
  'content-type': types[extname(name)] ?? 'application/octet-stream',
  'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
})

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
