import { Glob } from 'bun'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The moment at which the server and the browser stand still: 10:20:30 in the plant, a Wednesday. */
export const NOW = new Date('2026-06-17T02:20:30Z')
export const TIME_ZONE = 'Asia/Shanghai'

/** Of the first server; each has a port of its own, the same in each run, since labels contain the address. */
const FIRST_PORT = 4173
const urlOf = (index: number) => `http://localhost:${FIRST_PORT + index}`

/** The four accounts of the demo have this password. */
const PASSWORD = 'caliper-demo'
/** An account whose password was set by an administrator, so that it has to choose one. */
export const NEWCOMER = { username: 'newcomer', password: 'wheel of many spokes' }

/** libfaketime holds still what the system says the time is, but not the time that timers measure. */
function frozenClock(): Record<string, string> {
  const [library] = new Glob('/usr/lib/**/faketime/libfaketimeMT.so.1').scanSync('/')
  if (!library) throw new Error('Pictures need libfaketime: apt-get install faketime')
  return {
    LD_PRELOAD: join('/', library),
    FAKETIME: '2026-06-17 10:20:30',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_RESET: '1',
    TZ: TIME_ZONE,
  }
}

export type Server = { url: string; stop(): Promise<void> }
/** A checkout, and which of several servers that run at the same time. */
export type Place = { root: string; index: number }

/** Starts the production build of a checkout on the data in `dataDir`. */
async function start({ root, index }: Place, dataDir: string, args: string[]): Promise<Server> {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('CALIPER_'))
  const isReady = () => fetch(`${urlOf(index)}/readyz`).then(({ ok }) => ok, () => false) // prettier-ignore
  if (await isReady()) throw new Error(`Another server listens on ${urlOf(index)}; end it first.`)
  const { scripts } = await Bun.file(join(root, 'package.json')).json()
  const [, entry = ''] = String(scripts.caliper).split(' ')
  const child = Bun.spawn([process.execPath, entry, ...args, '--port', `${FIRST_PORT + index}`], {
    cwd: root,
    env: { ...Object.fromEntries(kept), ...frozenClock(), CALIPER_DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`The server of ${root} ended before it was ready.`)
    await Bun.sleep(100)
  }
  return {
    url: urlOf(index),
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

const tar = (...args: string[]) => {
  const { exitCode } = Bun.spawnSync(['tar', ...args], { stderr: 'inherit' })
  if (exitCode !== 0) throw new Error(`tar ${args.join(' ')} failed`)
}

/** A server on a fresh copy of the data in `archive`, or without any data, which is deleted at the end. */
async function startCopy(of: Place, archive: string | undefined, args: string[]): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  if (archive) tar('-xf', archive, '-C', dataDir)
  const server = await start(of, dataDir, args)
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const startDemo = (of: Place, archive: string) => startCopy(of, archive, ['demo', '--still'])
export const startEmpty = (of: Place) => startCopy(of, undefined, ['serve'])

export type Call = <Data>(method: string, path: string, body?: object) => Promise<Data>

/** A session on the server at `url`; its calls must succeed. */
export async function openSession(url: string, username: string, password = PASSWORD) {
  const ask = async (method: string, path: string, body?: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const json = await answer.json()
    if (json.code !== 200) throw new Error(`${method} ${path}: ${json.msg}`)
    return json
  }
  const { token }: { token: string } = await ask('POST', '/login', { username, password })
  const call: Call = async (method, path, body) => (await ask(method, path, body, token)).data
  return { token, call }
}

/**
 * Packs the data that all pictures show: the demo at `NOW`, and what its year of records leaves empty. Some of it is
 * random, so pictures to compare need the same archive.
 */
export async function makeData(root: string, archive: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  const server = await start({ root, index: 0 }, folder, ['demo', '--still'])
  const { call } = await openSession(server.url, 'admin')
  const postId = await call<number>('POST', '/post', { postName: '实习生', postCode: 'TRAINEE', sort: 90 })
  await call('DELETE', '/post', { ids: [postId] })
  await call('POST', '/sys-user', { ...NEWCOMER, nickName: '新同事', roleIds: [2] })
  const { list } = await call<{ list: { qcValueBaseId: number; lotId: number; templateId: number }[] }>('GET', '/qc/value-base?status=draft') // prettier-ignore
  const [record] = list
  await call('POST', '/qc/qr', { kind: 'record', ids: [record!.qcValueBaseId] })
  await call('POST', '/qc/qr', { kind: 'lot', ids: [record!.lotId] })
  await call('POST', '/qc/qr', { kind: 'template', ids: [record!.templateId] })
  await call('POST', '/qc/instrument', { name: '卡尺 7', username: 'inspector' })
  const { token } = await call<{ token: string }>('POST', '/qc/display', { name: '一车间东墙', productId: 1 })
  await server.stop()
  await Bun.write(join(folder, 'display-token.txt'), token)
  mkdirSync(dirname(archive), { recursive: true })
  tar('-cf', archive, '-C', folder, '.')
  rmSync(folder, { recursive: true, force: true })
}

/** The token of the display that `makeData` has made. */
export function displayToken(archive: string): string {
  if (!existsSync(archive)) throw new Error(`There is no ${archive}.`)
  return Bun.spawnSync(['tar', '-xOf', archive, './display-token.txt']).stdout.toString()
}
