import { extname } from 'node:path'
import { LOOK_COOKIE, TOKEN_COOKIE } from '#shared/constants'
import { localeNames, type Locale } from '#shared/i18n/text'
import { lookOf } from '#shared/look'
import { APPLICATION_PAGE, openPaths } from '#shared/pages'
import type { Settings } from '../../env'
import { StartError } from '../store/start-error'
import { pageHeaders } from './page-headers'
import { siteFiles, type SiteFile, type SiteFiles } from './site-files'
import { answerOf, packedVariants, variantsOf, type Variants } from './variants'

/** Answers GET and HEAD of the built client: its files, and a page for every path of the client's router. */
type Site = (request: Request) => Promise<Response>

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

/** Never sent, if a build contains them: other encodings of a file, and source maps. */
const isKeptBack = (name: string) => /\.(br|gz|map)$/.test(name)

type SiteSettings = Pick<Settings, 'https' | 'locale' | 'wecomFile' | 'wecom' | 'wecomSimulator'>

/**
 * Loads the built client into memory. Files that are missing at the start are never served, so that no path can lead
 * elsewhere.
 *
 * @param folder has index.html, the sign-in pages, `assets/` with a content hash in names, and .br and .gz beside each
 * file
 * @throws StartError if there is no index.html
 */
export async function loadSite(folder: string, settings: SiteSettings): Promise<Site> {
  const common = pageHeaders(settings)
  const files = new Map<string, File>()
  const read = await siteFiles(folder)
  for (const name of read.keys()) {
    if (!isKeptBack(name)) files.set(`/${name}`, fileOf(name, read, common))
  }
  if (settings.wecomFile) {
    const { name, content } = settings.wecomFile
    files.set(`/${name}`, await packedVariants(content, headersOf(name, common)))
  }
  if (!read.has('index.html')) throw new StartError('The client has not been built; run: bun run build')
  const pageFor = createPages(read, settings, common)

  return async function answer(request) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { ...common, allow: 'GET, HEAD' } })
    }
    const path = plainPath(request.url)
    const file = path === undefined ? undefined : isPage(path) ? await pageFor(request, path) : files.get(path)
    if (!file) return missing(common)
    const { body, ...init } = answerOf(request.headers, file)
    return new Response(body, init)
  }
}

/**
 * Chooses the page for a request: without a token the sign-in page. The cookies only choose the HTML: they authenticate
 * nothing. The HTML already has the data of the first paint: language, theme, text size.
 */
function createPages(read: SiteFiles, settings: SiteSettings, common: Record<string, string>) {
  const made = new Map<string, Promise<File>>()
  const isWecom = Boolean(settings.wecom || settings.wecomSimulator)
  const headers = { ...headersOf('index.html', common), vary: 'cookie, accept-language' }

  async function make(name: string, attributes: string): Promise<File> {
    const html = await new Response((read.get(name) ?? read.get('index.html'))?.body).text()
    const written = html.replace(/<html lang="[\w-]+"/, `$&${attributes}`)
    return packedVariants(
      isWecom ? written.replace('class="login-ways" hidden', 'class="login-ways"') : written,
      headers,
    )
  }

  return function pageFor(request: Request, path: string): Promise<File> {
    const cookies = cookiesOf(request)
    const look = lookOf(cookies.get(LOOK_COOKIE) ?? '')
    const asked = new URL(request.url).searchParams.get('lang')?.toLowerCase()
    const locale = localeOf([...(asked ? [asked] : []), ...(look.locale ? [look.locale] : []), ...installed(request)])
    const isApplication = cookies.has(TOKEN_COOKIE) || openPaths.includes(path)
    const name = isApplication ? 'index.html' : `sign-in.${locale}.html`
    const attributes = [
      settings.locale !== 'zh-CN' && ` data-locale="${settings.locale}"`,
      look.theme && ` data-theme="${look.theme}"`,
      look.fontSize && ` data-font-size="${look.fontSize}"`,
    ]
    const written = attributes.filter(Boolean).join('')
    return made.getOrInsertComputed(name + written, () => make(name, written))
  }

  /** Language tags: the installation's language, or those of the browser. */
  function installed(request: Request): string[] {
    if (settings.locale !== 'auto') return [settings.locale]
    return (request.headers.get('accept-language') ?? '').split(',').map((tag) => tag.trim().split(';')[0]!)
  }
}

/** The first language with texts; Chinese without one. */
const localeOf = (tags: readonly string[]): Locale =>
  tags
    .map((tag) => localeNames.find((name) => name === tag.split('-')[0]!.toLowerCase()))
    .find((name) => name !== undefined) ?? 'zh'

function cookiesOf(request: Request): Map<string, string> {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='))
  return new Map(pairs.flatMap(([name, value]) => (name && value ? [[name, value]] : [])))
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

/** The path of a URL in plain characters; `undefined` if it contains hidden ones. */
function plainPath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url).pathname)
    return /[\u0000-\u001f\u007f\\%]/.test(path) ? undefined : path
  } catch {
    return undefined
  }
}

/** A path of the client's router: whole segments, no dot in the last, and not the API in another spelling. */
const isPage = (path: string) =>
  path === APPLICATION_PAGE || (/^\/([^/]+\/)*[^/.]*$/.test(path) && !/^\/api(\/|$)/i.test(path))

const missing = (common: Record<string, string>) =>
  new Response('Not found\n', {
    status: 404,
    headers: { ...common, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
