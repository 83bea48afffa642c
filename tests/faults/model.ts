import { existsSync } from 'node:fs'
import { MINUTE_MS } from '#shared/durations'
import { plainEnvironment } from '../support/commands'
import { seen, undoing, type Fault } from './support/fault'

const databases = { sqlite: 10_000, postgres: 1_000 }
/** Nothing of what is written there need survive; to wait for a disk is most of the time. */
const IN_MEMORY = '/dev/shm'
const inMemory = existsSync(IN_MEMORY) ? { TMPDIR: IN_MEMORY } : {}
/** Processes that share them, each with sequences of its own. */
const PROCESSES = 2

type Database = keyof typeof databases

/** How many sequences are played, where the environment asks for nothing else. */
const countFor = (database: Database) =>
  Number(process.env[`CALIPER_MODEL_RUNS_${database.toUpperCase()}`] ?? databases[database])

/** Random sequences of what several people do at once come to what the model of `tests/model` says, on both databases. */
export const model: Fault = {
  name: 'model',
  patienceMs: 60 * MINUTE_MS,
  run: () =>
    undoing(async (undo) => {
      const { note, expect, outcome } = seen()
      const seed = Number(process.env['CALIPER_MODEL_SEED'] ?? Math.trunc(Math.random() * 0x3fff_ffff))
      const did: string[] = []
      for (const database of Object.keys(databases) as Database[]) {
        const count = countFor(database)
        await Promise.all(
          Array.from({ length: PROCESSES }, async (_, part) => {
            const env = {
              ...inMemory,
              CALIPER_TEST_DATABASE: database,
              CALIPER_MODEL_RUNS: String(Math.ceil(count / PROCESSES)),
              CALIPER_MODEL_SEED: String(seed + part * count),
            }
            const command = [process.execPath, 'test', './tests/qc/record/model.test.ts']
            const child = Bun.spawn(command, { env: plainEnvironment(env), stdout: 'pipe', stderr: 'pipe' })
            undo(() => child.kill())
            const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
            const code = await child.exited
            expect(code === 0, `all that people do on ${database} comes to what the model says`, env.CALIPER_MODEL_SEED)
            if (code !== 0) console.log(out + err)
            note(`${database}, seed ${env.CALIPER_MODEL_SEED}: ${out.match(/\d+ sequences, .+/)?.[0] ?? 'no sum'}`)
            for (const line of out.match(/^\w+: done .+$/gm) ?? []) console.log(`  ${line}`)
          }),
        )
        did.push(`${count} sequences on ${database}`)
      }
      return outcome(`${did.join(', ')}, seed ${seed}`)
    }),
}
