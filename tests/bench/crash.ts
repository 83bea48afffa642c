/** Kills the server with SIGKILL under 16 writing clients, and counts what was acknowledged and is gone.   bun tests/bench/crash.ts [rounds] */
import { crash } from '../support/crash'
import { endTestStores } from '../support/store'

const rounds = Number(process.argv[2] ?? 10)
const result = await crash(rounds)
await endTestStores()
console.log(`${rounds} kills: ${JSON.stringify(result)}`)
process.exit(result.lost + result.broken === 0 ? 0 : 1)
