import { expect, test } from 'bun:test'
import { startDatabase } from '../../faults/postgres/database'
import { postgresPrograms } from '../../support/database/postgres'
import { stress } from '../../support/database/stress'

const CALLERS = 240

test.skipIf(!postgresPrograms())(
  'of 240 callers at once, while connections are killed, each gets the answer to its own question and none waits without end',
  async () => {
    const database = await startDatabase()
    try {
      const { calls, wrong, hung, refused } = await stress(database.url, { callers: CALLERS, callsEach: 5 })
      expect({ wrong, hung, calls }).toEqual({ wrong: [], hung: 0, calls: CALLERS * 5 })
      expect(refused).toBeLessThan(calls / 2)
    } finally {
      await database.stop()
    }
  },
  180_000,
)
