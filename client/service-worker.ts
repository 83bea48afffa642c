import { isForApi } from '#shared/api-paths'
import { APPLICATION_PAGE, SIGN_IN_PAGES } from '#shared/pages'

/**
 * Lets the client start without a network (ADR 84): stores the files of one build, and answers with them if the server
 * does not. It never stores or answers a request to the API.
 */

/** The parts of the service worker API used here. TypeScript describes it only for files without a page's types. */
type LastingEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = LastingEvent & {
  request: Request
  /** The answer to the request that the browser sent while this worker was starting. */
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
type Events = { install: LastingEvent; activate: LastingEvent; fetch: FetchEvent; message: MessageEvent<unknown> }
declare const self: {
  addEventListener: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void) => void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
}

/**
 * Written by the build (`server/commands/build-worker.ts`): its name, its first script, and the addresses of its files.
 */
declare const BUILD: { name: string; script: string; files: string[] }
const { name, script, files } = BUILD

const PREFIX = 'client '
const CACHE = PREFIX + name
const pages = [APPLICATION_PAGE, ...Object.values(SIGN_IN_PAGES)]
/** For a network that exists in name only: after this wait, a page comes from the cache. */
const PATIENCE_MS = 5000

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', ({ data }) => {
  if (data === script) void self.skipWaiting()
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || isForApi(pathname)) return
  if (request.mode === 'navigate') event.respondWith(answerPage(event, pathname))
  else if (files.includes(pathname)) event.respondWith(answerFile(request))
})

/** Rejects if a file is missing or the server has another build meanwhile; a later start tries again. */
async function install() {
  const cache = await caches.open(CACHE)
  await cache.addAll([...files, ...pages.map((page) => new Request(page, { cache: 'no-cache' }))])
  const application = await kept(APPLICATION_PAGE)
  if (!(await application?.text())?.includes(script)) throw new Error('the pages are of another build')
}

async function activate() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  )
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** Cache keys are ours alone: `Vary` only matters between server and browser. */
const kept = (path: string) => caches.match(path, { cacheName: CACHE, ignoreVary: true })

/** Files never change under their name, so the stored one is as good as the server's. */
const answerFile = async (request: Request) => (await kept(request.url)) ?? fetch(request)

/**
 * A page comes from the server, which chooses it by the cookie (ADR 79). The stored pages are for a server that does
 * not answer. This worker sees no cookie: each of the two pages hands over to the other if it is not the right one for
 * the operator.
 */
async function answerPage(event: FetchEvent, pathname: string): Promise<Response> {
  const answer = askServer(event)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
  const response = await Promise.race([answer, late]).catch(() => undefined)
  if (response && ![502, 503, 504].includes(response.status)) return response
  const language = navigator.language.startsWith('en') ? 'en' : 'zh'
  const page = isPage(pathname) && (await kept(pathname === '/login' ? SIGN_IN_PAGES[language] : APPLICATION_PAGE))
  return page || answer
}

const askServer = async (event: FetchEvent) => (await event.preloadResponse) ?? fetch(event.request)

/** Files have a dot in their names. */
const isPage = (pathname: string) => !/\.[^/]*$/.test(pathname)
