import { connect } from 'node:net'
import { seen, undoing, type Fault } from '../support/fault'
import { makeRecord, nothingYet } from '../support/load'
import { plantFolder } from '../support/plant'
import { call, serve, type Server } from '../support/server'

const LISTENERS = 500
const ROUNDS = 6
const GROWTH_MB = 60
const PER_USER = 3

/** S90, S92: listeners cost a bounded part of memory, and are given up once they have left. */
export const listeners: Fault = {
  name: 'listeners',
  run: () =>
    undoing(async (undo) => {
      const { note, expect, outcome } = seen()
      const { folder, keys } = await plantFolder()
      const server = await serve(folder, { env: { CALIPER_MAX_STREAMS_PER_USER: String(LISTENERS) } })
      undo(() => server.kill('SIGKILL'))
      const resting: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const come = await Promise.all(Array.from({ length: LISTENERS }, () => listen(server, keys.admin)))
        const statuses = come.map(({ status }) => status)
        expect(
          statuses.every((status) => status === 200),
          'all may listen',
          statuses.find((status) => status !== 200),
        )
        expect(await refused(server, keys.admin), 'one more may not')
        await makeRecord(server, keys, nothingYet()) // they hear of it
        await Bun.sleep(300)
        come.forEach(({ leave }) => leave())
        await Bun.sleep(1500)
        resting.push(server.memory())
      }
      const grown = resting.at(-1)! - resting[1]!
      expect(
        grown < GROWTH_MB,
        `${LISTENERS * (ROUNDS - 2)} that came and left cost less than ${GROWTH_MB} MiB`,
        resting,
      )
      expect((await call(server, keys.admin, '/getinfo')).code === 200, 'it goes on')
      await bounded(undo, expect)
      note(`memory after each round ${resting.map(Math.round).join(', ')} MiB; places are free again each time`)
      return outcome(`${ROUNDS} times ${LISTENERS} event streams that come and leave`)
    }),
}

async function bounded(
  undo: (step: () => unknown) => void,
  expect: (holds: boolean, text: string, found?: unknown) => void,
) {
  const { folder, keys } = await plantFolder()
  const server = await serve(folder, { env: { CALIPER_MAX_STREAMS_PER_USER: String(PER_USER) } })
  undo(() => server.kill('SIGKILL'))
  const own = []
  for (let index = 0; index < PER_USER; index++) own.push(await listen(server, keys.admin))
  expect(
    own.every(({ status }) => status === 200),
    `of one user ${PER_USER} may listen`,
    own,
  )
  expect(await refused(server, keys.admin), 'and no more')
  const other = await listen(server, keys.inspector)
  expect(other.status === 200, 'others may all the same')
  for (const { leave } of [...own, other]) leave()
}

async function refused(server: Server, token: string): Promise<boolean> {
  const { status, leave } = await listen(server, token)
  leave()
  return status === 429
}

/** An event stream on a connection of its own, read as it comes; the status that it was answered with. */
function listen({ url }: Server, token: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const leave = () => void socket.destroy()
  return new Promise<{ status: number; leave: () => void }>((resolve, reject) => {
    socket.on('error', reject)
    socket.once('data', (head) => resolve({ status: Number(String(head).split(' ')[1]), leave }))
    socket.on('data', () => {})
    socket.write(`GET /api/v1/qc/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  })
}
