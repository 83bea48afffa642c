import { isForApi } from '#shared/api-paths'
import { APPLICATION_PAGE, SIGN_IN_PAGES } from '#shared/pages'

/**
 * Lets the client start without a network (ADR 84): keeps the files of one build, and answers with them when the server
 * does not. It never keeps or answers a request to the API.
 */

/** The parts of the service worker API used here. TypeScript describes it only for files without a page's types. */
type LastingEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = LastingEvent & {
  request: Request
  /** The answer that the browser asked for while this worker was being started. */
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

/** Written by the build (`server/commands/build-worker.ts`): its name, its first script, and addresses of files. */
declare const BUILD: { name: string; script: string; files: string[] }
const { name, script, files } = BUILD

const PREFIX = 'client '
const CACHE = PREFIX + name
const pages = [APPLICATION_PAGE, ...Object.values(SIGN_IN_PAGES)]
/** A network that is there in name only: whoever has waited so long for a page gets the one that is kept. */
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

/** Rejects, to be tried again at a later start, when a file is missing or the server has another build meanwhile. */
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

/** Names in caches are ours alone: what an answer varies by is a matter between server and browser. */
const kept = (path: string) => caches.match(path, { cacheName: CACHE, ignoreVary: true })

/** Files never change under their name, so the kept one is as good as the server's. */
const answerFile = async (request: Request) => (await kept(request.url)) ?? fetch(request)

/**
 * A page is the server's, which chooses it by the cookie (ADR 79). The kept ones are for when it does not answer. No cookie
 * is seen here: each of the two pages gives way to the other when it is not for whoever opens it.
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
