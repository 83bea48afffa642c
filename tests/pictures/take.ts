/**
 * `bun run pictures FOLDER --data ARCHIVE [--of CHECKOUT]`: pictures of every page, and of what it opens, in
 * light and dark, Chinese and English, wide and narrow. Clock and data stand still, so that two runs of one version are
 * equal in every pixel, and what differs between two versions is a change. Nothing is masked; fixed-answers.ts has the few
 * answers that do not come from the server. ARCHIVE is made when it is not there.
 */
import { chromium, type Browser } from '@playwright/test'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromiumArgs, findChromium } from '../support/chromium'
import { addressesOf, addressesOfInspector, publicAddresses, type Address } from './addresses'
import { nameOf, openCamera, type Camera, type Look } from './camera'
import { explore } from './explore'
import { displayToken, makeData, NEWCOMER, openSession, startDemo, startEmpty } from './server'

const themes = ['light', 'dark'] as const
const locales = ['zh', 'en'] as const
const looks: Look[] = ([1440, 390] as const).flatMap((width) =>
  locales.flatMap((locale) => themes.map((themeMode) => ({ themeMode, locale, width }))),
)
/** The two looks in which what the pages open is seen, each theme, language and width once; and presses a page. */
const explored = new Map([
  ['light-zh-1440', 9],
  ['dark-en-390', 3],
])

/** Every picture is drawn whole: edges that are drawn again in part come out a shade different. */
const exact = [
  '--disable-partial-raster',
  '--disable-skia-runtime-opts',
  '--disable-checker-imaging',
  '--disable-lcd-text',
]

/** So many looks at the same time, each in a window and on a server of its own. */
const AT_ONCE = 2

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    of: { type: 'string', default: '.' },
    only: { type: 'string', default: '' },
    look: { type: 'string', default: '' },
    stage: { type: 'string', default: '' },
  },
})
const [target] = positionals
if (!target || !given.data) {
  console.error(
    'Usage: bun run pictures FOLDER --data ARCHIVE [--of CHECKOUT] [--only WORD] [--look WORD] [--stage pages|opened]',
  )
  process.exit(2)
}
const folder = resolve(target)
const archive = resolve(given.data)
const root = resolve(given.of)
const isWanted = ({ name }: Address) => name.includes(given.only)

/** The pages themselves in all looks; what they open in two. */
type Stage = 'pages' | 'opened'

async function take(camera: Camera, stage: Stage, addresses: readonly Address[], scope = '#main') {
  const most = explored.get(nameOf(camera.how)) ?? 0
  for (const address of addresses.filter(isWanted)) {
    if (stage === 'opened' && address.isPlain) continue
    await camera.open(address.path)
    const picture = await camera.atRest(address.name)
    if (stage === 'opened') await explore(camera, address, picture, scope, most)
    else await camera.save(address.name, picture)
  }
}

/** All pictures of one look, of a server with its own copy of the data. */
async function takeLook(browser: Browser, look: Look, stage: Stage): Promise<string[]> {
  const server = await startDemo({ root, index: looks.indexOf(look) + (stage === 'pages' ? 0 : 10) }, archive)
  const camera = await openCamera(browser, server.url, look, folder)
  try {
    await take(camera, stage, publicAddresses, 'body')
    await take(camera, stage, [{ name: 'wall-of-display', path: `/wall#${displayToken(archive)}`, isPlain: true }])
    const admin = await openSession(server.url, 'admin')
    await camera.beSignedIn(admin.token)
    await take(camera, stage, await addressesOf(admin.call))
    await take(camera, stage, [{ name: 'shell', path: '/404' }], 'header, nav, aside')
    const inspector = await openSession(server.url, 'inspector')
    await camera.beSignedIn(inspector.token)
    await take(camera, stage, await addressesOfInspector(inspector.call))
    const newcomer = await openSession(server.url, NEWCOMER.username, NEWCOMER.password)
    await camera.beSignedIn(newcomer.token)
    await take(camera, stage, [{ name: 'choose-password', path: '/dashboard' }], 'body')
  } finally {
    await camera.close()
    await server.stop()
  }
  return camera.restless.map((name) => `${name}.${nameOf(look)}`)
}

/** The page that makes the first administrator, which only a server without data has. */
async function takeSetUp(browser: Browser) {
  const server = await startEmpty({ root, index: looks.length })
  for (const look of looks) {
    const camera = await openCamera(browser, server.url, look, folder)
    await take(camera, 'pages', [{ name: 'setup', path: '/setup' }])
    await camera.close()
  }
  await server.stop()
}

const began = performance.now()
if (Bun.spawnSync([process.execPath, 'run', 'build'], { cwd: root, stderr: 'inherit' }).exitCode !== 0) process.exit(1)
if (!existsSync(archive)) await makeData(root, archive)
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: await findChromium(), args: [...chromiumArgs, ...exact] })
const restless: string[] = []
const chosen = looks.filter((look) => nameOf(look).includes(given.look))
const all: [Look, Stage][] = [
  ...chosen.map((look): [Look, Stage] => [look, 'pages']),
  ...chosen.filter((look) => explored.has(nameOf(look))).map((look): [Look, Stage] => [look, 'opened']),
]
const waiting = all.filter(([, stage]) => stage.includes(given.stage))
async function takeNext() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [look, stage] = next
    const from = performance.now()
    restless.push(...(await takeLook(browser, look, stage)))
    const seconds = Math.round((performance.now() - from) / 1000)
    console.log(`${nameOf(look)}, ${stage}: ${seconds} s`)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
if (isWanted({ name: 'setup', path: '' }) && given.stage !== 'opened') await takeSetUp(browser)
await browser.close()
for (const name of restless) console.log(`did not come to rest: ${name}`)
const pictures = readdirSync(folder).filter((name) => name.endsWith('.png')).length
console.log(`${pictures} pictures in ${Math.round((performance.now() - began) / 1000)} s, in ${folder}`)
