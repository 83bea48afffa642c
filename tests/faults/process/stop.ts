import Database from 'better-sqlite3'
import { connect } from 'node:net'
import { databasePath } from '#server/platform/store/sqlite/file'
import { seen, undoing, type Fault, type Seen } from '../support/fault'
import { makeRole, missingFrom, nothingYet } from '../support/load'
import { plantFolder, type Keys } from '../support/plant'
import { serve, type Server } from '../support/server'

const REQUESTS = 50
const STREAMS = 15
const LOGGED = 200_000
const MOST_MS = 10_000

/** S95: what has begun is answered, listeners are let go, the log is written into the database, and it ends with 0. */
export const stop: Fault = {
  name: 'stop',
  async run() {
    const { note, expect, expectTime, outcome } = seen()
    let lost = 0
    for (const signal of ['SIGTERM', 'SIGINT'] as const) lost += await stopped(signal, { note, expect, expectTime })
    await hurried({ note, expect, expectTime })
    return outcome(
      `SIGTERM and SIGINT with ${2 * REQUESTS} writes, ${STREAMS} event streams, an export that is not read and idle connections; Ctrl-C twice`,
      lost,
    )
  },
}

type Told = Pick<Seen, 'note' | 'expect' | 'expectTime'>

const stopped = (signal: 'SIGTERM' | 'SIGINT', { note, expect, expectTime }: Told) =>
  undoing(async (undo) => {
    const { folder, keys } = await plantFolder()
    writeLog(folder)
    const server = await serve(folder)
    undo(() => server.kill('SIGKILL'))
    const acknowledged = nothingYet()
    await busy(server, keys, undo)
    const write = () =>
      makeRole(server, keys, acknowledged).then(
        ({ code }) => code,
        () => 0,
      )
    const first = Array.from({ length: REQUESTS }, write)
    await Promise.race(first)
    const answers = [...first, ...Array.from({ length: REQUESTS }, write)] // some answered, some under way, some not begun
    const began = performance.now()
    process.kill(server.pid, signal)
    const exit = await server.ended()
    const ms = performance.now() - began
    const left = Bun.file(`${folder}/caliper.sqlite-wal`).size
    const codes = await Promise.all(answers)
    const answered = codes.filter((code) => code === 200).length
    expect(exit === 0, `${signal}: it ends with 0`, exit)
    expectTime(ms < MOST_MS, `${signal}: it ends within ${MOST_MS} ms`, ms)
    expect(
      codes.every((code) => [0, 200, 503].includes(code)),
      `${signal}: requests are answered or not begun`,
      codes,
    )
    expect(answered > 0, `${signal}: requests that have begun are answered`)
    expect(left === 0, `${signal}: the log is written into the database`, left)
    const { lost, isSound, verdict } = missingFrom(folder, acknowledged)
    expect(isSound, `${signal}: the database is sound`, verdict)
    note(
      `${signal}: exit 0 after ${Math.round(ms)} ms, ${answered} of ${answers.length} answered, the rest were not begun`,
    )
    return lost
  })

/** Entries in the operation log, so that an export of it is far more than a connection takes at once. */
function writeLog(folder: string) {
  const database = new Database(databasePath(folder))
  const columns = database.pragma('table_info(sys_opera_log)') as { name: string; pk: number }[]
  const names = columns.filter(({ pk }) => pk === 0).map(({ name }) => `"${name}"`)
  database.exec(`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${LOGGED})
    insert into sys_opera_log (${names.join()}) select ${names.join()} from (select * from sys_opera_log limit 1), n`)
  database.close()
}

/** Listeners, idle connections, and a download whose reader has stopped reading. */
async function busy(server: Server, { admin }: Keys, undo: (step: () => unknown) => void) {
  const port = Number(new URL(server.url).port)
  const ask = (path: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    undo(() => socket.destroy())
    return new Promise<void>((resolve) => {
      socket.once('data', () => {
        resolve()
        if (path.includes('export')) socket.pause()
      })
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin}\r\n\r\n`)
    })
  }
  const streams = Array.from({ length: STREAMS }, () => ask('/api/v1/qc/stream'))
  const idle = Array.from({ length: STREAMS }, () => ask('/healthz'))
  await Promise.all([...streams, ...idle, ask('/api/v1/sys-opera-log/export')])
}

/** Who presses Ctrl-C again means now. */
const hurried = ({ note, expect, expectTime }: Told) =>
  undoing(async (undo) => {
    const { folder } = await plantFolder()
    const server = await serve(folder)
    undo(() => server.kill('SIGKILL'))
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
    undo(() => socket.destroy())
    socket.write(
      'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    )
    await Bun.sleep(100)
    process.kill(server.pid, 'SIGINT')
    await Bun.sleep(600)
    const began = performance.now()
    process.kill(server.pid, 'SIGINT')
    const exit = await server.ended()
    const ms = performance.now() - began
    expect(exit === 130, 'a second Ctrl-C ends it with 130', exit)
    expectTime(ms < 1000, 'a second Ctrl-C ends it at once', ms)
    note(`Ctrl-C twice: ${exit} after ${Math.round(ms)} ms`)
  })
