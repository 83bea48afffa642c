import { createServer } from 'node:net'
import { seen, undoing, type Fault, type Seen } from '../support/fault'
import { plantFolder } from '../support/plant'
import { call, launch, serve } from '../support/server'

const REFUSED_MS = 10_000

/** S86: one server a folder, one program a port; both say which, and a killed server leaves nothing that is in the way. */
export const secondServer: Fault = {
  name: 'second-server',
  run: () =>
    undoing(async (undo) => {
      const { note, expect, expectTime, outcome } = seen()
      const { folder, keys } = await plantFolder()
      const first = await serve(folder)
      undo(() => first.kill('SIGKILL'))
      note(await refused(folder, 0, /Another Caliper server is using .+; stop it first/, { expect, expectTime }))
      expect((await call(first, keys.admin, '/getinfo')).code === 200, 'the first one goes on')
      process.kill(first.pid, 'SIGKILL')
      await first.ended()
      const third = await serve(folder)
      undo(() => third.kill('SIGKILL'))
      expect((await call(third, keys.admin, '/getinfo')).code === 200, 'after kill -9 the next one starts')

      const port = await taken(undo)
      const { folder: another } = await plantFolder()
      note(await refused(another, port, new RegExp(`Port ${port} is in use`), { expect, expectTime }))
      expect((await third.stop()) === 0, 'it stops with 0')
      return outcome('a second server on the folder, one after kill -9, one on a port in use')
    }),
}

type Told = Pick<Seen, 'expect' | 'expectTime'>

async function refused(folder: string, port: number, sentence: RegExp, { expect, expectTime }: Told): Promise<string> {
  const began = performance.now()
  const server = launch(folder, { port })
  const code = await server.ended()
  const ms = performance.now() - began
  const said = server.written.err.trim()
  expect(
    code === 1 && sentence.test(said) && !/\n\s+at /.test(said),
    `it ends with 1 and says ${sentence}`,
    `${code} ${said}`,
  )
  expectTime(ms < REFUSED_MS, 'it ends soon', ms)
  return `"${said.split('\n').at(-1)!.slice(0, 60)}…" after ${Math.round(ms)} ms`
}

async function taken(undo: (step: () => unknown) => void): Promise<number> {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  undo(() => other.close())
  const address = other.address()
  return typeof address === 'object' && address ? address.port : 0
}
