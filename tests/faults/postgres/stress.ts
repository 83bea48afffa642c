import { postgresPrograms } from '../../support/database/postgres'
import { stress } from '../../support/database/stress'
import { seen, undoing, type Fault } from '../support/fault'
import { startDatabase } from './database'

const CALLERS = 240
const CALLS_EACH = 40

/** 240 callers with conflicts, unique violations and roll-backs at once, while connections are killed. */
export const postgresStress: Fault = {
  name: 'postgres-stress',
  run: () =>
    undoing(async (undo) => {
      const { note, expect, leftOut, outcome } = seen()
      if (!postgresPrograms()) return leftOut('PostgreSQL is not installed')
      const database = await startDatabase()
      undo(() => database.stop())
      const began = performance.now()
      const { calls, refused, wrong, hung } = await stress(database.url, { callers: CALLERS, callsEach: CALLS_EACH })
      expect(wrong.length === 0, 'each answer belongs to its question', wrong.slice(0, 5))
      expect(hung === 0, 'nothing waits without end', hung)
      note(`${calls} calls, ${refused} refused as busy, in ${Math.round((performance.now() - began) / 1000)} s`)
      return outcome(`${CALLERS} callers at once on PostgreSQL, whose connections are killed`)
    }),
}
