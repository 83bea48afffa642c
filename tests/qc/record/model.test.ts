import { test } from 'bun:test'
import { outcomeLines, playSequences } from '../../model/run'
import { isPostgres } from '../../support/store'

/** `CALIPER_MODEL_RUNS` plays more; `CALIPER_MODEL_SEED` plays again what a run has told the seed of. */
const { CALIPER_MODEL_RUNS: runs, CALIPER_MODEL_SEED: again } = process.env
const RUNS = isPostgres ? 5 : 10
const MAX_SEED = 0x3fff_ffff

test('random sequences of what people do come to what the domain says', async () => {
  const seed = again ? Number(again) : Math.trunc(Math.random() * MAX_SEED)
  console.log(`CALIPER_MODEL_SEED=${seed}`)
  const began = performance.now()
  const played = await playSequences(Number(runs ?? RUNS), seed)
  const { sequences, actions, done } = played
  console.log(`${sequences} sequences, ${actions} actions, ${done} done, ${Math.round(performance.now() - began)} ms`)
  if (runs) console.log(outcomeLines(played).join('\n'))
}, 3_600_000)
