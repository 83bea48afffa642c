import { createRequire } from 'node:module'

/** Chromium without windows to draw: the same pages in two thirds of the time. */
const HEADLESS = 'chromium-headless-shell'
const names = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** A sandbox needs rights that root in a container lacks; the rest keeps the browser off the network and the GPU. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
]

/**
 * The path of a Chromium that starts: $CHROMIUM, else the headless one or any other on the PATH. Only where there is none,
 * one is installed: the headless package of Debian, the one in an npm package, or Playwright's own download.
 * @throws Error when none can be had
 */
export async function findChromium(): Promise<string> {
  const named = process.env['CHROMIUM']
  if (named) {
    if (starts(named)) return named
    throw new Error(`CHROMIUM names ${named}, which does not start.`)
  }
  for (const find of [onPath, fromDebian, fromPackage, fromPlaywright]) {
    const path = await find()
    if (path && starts(path)) return path
  }
  throw new Error('No Chromium can be found or installed; set CHROMIUM to the path of one.')
}

/** A file of that name may be a stub, or lack its libraries. */
const starts = (path: string) => runs([path, '--version'], { stderr: 'ignore' })

function onPath(): string | undefined {
  return names.map((name) => Bun.which(name)).find((path) => path !== null && starts(path)) ?? undefined
}

function fromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !Bun.which('apt-get')) return undefined
  console.error('Installing Chromium with apt-get …')
  if (!runs(['apt-get', 'update', '-qq'])) return undefined
  const isThere = runs(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', HEADLESS])
  return (isThere && Bun.which(HEADLESS)) || undefined
}

/** Not among our dependencies, since few machines need it: kept beside them. */
async function fromPackage(): Promise<string | undefined> {
  console.error('Fetching Chromium from npm …')
  const folder = new URL('../../node_modules/.caliper-chromium/', import.meta.url).pathname
  await Bun.write(`${folder}package.json`, '{ "dependencies": { "@sparticuz/chromium": "153.0.0" } }')
  if (!runs([process.execPath, 'install', '--no-save'], { cwd: folder })) return undefined
  const found: unknown = await import(createRequire(folder).resolve('@sparticuz/chromium')).catch(() => undefined)
  return isBundled(found) ? found.default.executablePath() : undefined
}

type Bundled = { default: { executablePath(): Promise<string> } }

function isBundled(module: unknown): module is Bundled {
  const main = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined
  return (typeof main === 'function' || typeof main === 'object') && main !== null && 'executablePath' in main
}

async function fromPlaywright(): Promise<string | undefined> {
  console.error("Fetching Playwright's Chromium …")
  if (!runs([process.execPath, 'x', '--bun', 'playwright', 'install', 'chromium'])) return undefined
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

type Running = { cwd?: string; stderr?: 'ignore' | 'inherit' }

function runs(command: string[], { cwd = process.cwd(), stderr = 'inherit' }: Running = {}): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    const { exitCode } = Bun.spawnSync(command, { cwd, env: environment, stdio: ['ignore', 'ignore', stderr] })
    return exitCode === 0
  } catch {
    return false // there is no such program
  }
}
