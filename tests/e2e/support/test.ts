import { test as base, type BrowserContext, type ConsoleMessage, type Page, type ViewportSize } from '@playwright/test'
import { noteAsked } from './answered'
import { spawnProgram, spawnServer, type Account, type Program, type Server } from './server'
import { slowDown } from './slow-network'
import { keepWindows, type Windows } from './window'

export { expect } from '@playwright/test'

type Worker = { server: Server; windows: Windows }
type Fixtures = {
  /** A demo account by its name. */
  account(username: string): Account
  /** Starts a program of ours that ends with the test. */
  start(args: string[], environment?: Record<string, string>): Program
  /** A page in a browser of its own, watched like `page`: for a second operator at the same time. */
  otherPage: Page
  /** What a page may say on its console without failing its test, such as a request that is meant to be refused. */
  expectedErrors: RegExp[]
  /** Where a page may send requests: the worker's server; a test with a server of its own adds that. */
  origins: string[]
}

/**
 * A test on a server of the worker's own, in the production build. It fails on anything that a careful person would see
 * in the developer tools: console errors, thrown errors, breaches of the content policy, requests to other origins.
 */
export const test = base.extend<Fixtures, Worker>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const server = await spawnServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  windows: [({ browser, server }, use) => use(keepWindows(browser, server.url)), { scope: 'worker' }],
  context: async ({ windows, hasTouch, userAgent }, use, test) => {
    const kind = JSON.stringify(['own', hasTouch, userAgent])
    await use(await windows.open(kind))
    await windows.giveBack(kind, test.status === test.expectedStatus)
  },
  baseURL: ({ server }, use) => use(server.url),
  account: ({ server }, use) =>
    use((username) => {
      const account = server.accounts.find((known) => known.username === username)
      if (!account) throw new Error(`There is no demo account "${username}".`)
      return account
    }),
  start: async ({ page }, use) => {
    const programs: Program[] = []
    await use((args, environment) => {
      const program = spawnProgram(args, environment)
      programs.push(program)
      return program
    })
    await page.goto('about:blank') // what it still asks for would find its server gone
    await Promise.all(programs.map((program) => program.stop()))
  },
  expectedErrors: [[], { option: true }],
  origins: ({ server }, use) => use([server.url]),
  page: async ({ context, viewport, origins, expectedErrors }, use) => {
    const page = await firstPage(context, viewport)
    const faults = watch(page, origins)
    await slowDown(context)
    await use(page)
    await context.unrouteAll({ behavior: 'ignoreErrors' }) // what a window still asks for ends with it
    expectQuiet(faults, expectedErrors)
  },
  otherPage: async ({ windows, hasTouch, userAgent, viewport, origins, expectedErrors }, use, test) => {
    const kind = JSON.stringify(['other', hasTouch, userAgent])
    const page = await firstPage(await windows.open(kind), viewport)
    const faults = watch(page, origins)
    await use(page)
    await windows.giveBack(kind, test.status === test.expectedStatus)
    expectQuiet(faults, expectedErrors)
  },
})

/** Of a kept window, which may have been resized before. */
async function firstPage(context: BrowserContext, viewport: ViewportSize | null | undefined): Promise<Page> {
  const [page = await context.newPage()] = context.pages()
  if (viewport) await page.setViewportSize(viewport)
  return page
}

function expectQuiet(faults: readonly string[], expectedErrors: readonly RegExp[]) {
  const unexpected = faults.filter((fault) => !expectedErrors.some((pattern) => pattern.test(fault)))
  if (unexpected.length > 0) throw new Error(`The page was not quiet:\n  ${unexpected.join('\n  ')}`)
}

/** Collects what goes wrong on a page. Breaches of the content policy are console errors in Chromium. */
function watch(page: Page, origins: readonly string[]): string[] {
  const faults: string[] = []
  noteAsked(page)
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' || /Content Security Policy|Trusted Type/i.test(message.text())) {
      faults.push(`console: ${message.text()} (${message.location().url})`)
    }
  })
  page.on('pageerror', (error) => void faults.push(`thrown: ${error.stack || error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    const isOwn = origins.some((origin) => url.startsWith(`${origin}/`)) || /^(data|blob|about):/.test(url)
    if (!isOwn) faults.push(`request to another origin: ${url}`)
  })
  return faults
}
