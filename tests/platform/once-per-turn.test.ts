import { expect, test } from 'bun:test'
import { oncePerTurn } from '#server/platform/cache/once-per-turn'
import { yieldToEventLoop } from '#server/platform/chunks/yield-to-event-loop'
import { openBeside, openStore } from '#server/platform/store/index'
import { testFolder } from '../support/folder'

test('a value is read once in a turn of the event loop, again in the next, and again once it is forgotten', async () => {
  let reads = 0
  const value = oncePerTurn(() => ++reads)
  expect([value(), value()]).toEqual([1, 1])
  await Promise.resolve()
  expect(value()).toBe(1)
  await yieldToEventLoop()
  expect([value(), value()]).toEqual([2, 2])
  value.forget()
  expect(value()).toBe(3)
})

test('a read that fails is not kept', async () => {
  let isGood = false
  const value = oncePerTurn(() => {
    if (!isGood) throw new Error('not yet')
    return 'good'
  })
  expect(value).toThrow('not yet')
  isGood = true
  expect(value()).toBe('good')
})

// What is cached until a commit may be a right that somebody has withdrawn: by this server, or by a command of the host.
test('the version of the embedded database tells of every commit, of the server and of a command (S30)', async () => {
  const place = { dataDir: testFolder(), databaseUrl: undefined }
  const server = await openStore(place)
  const command = await openBeside(place)
  const config = (configKey: string) => ({ configKey, configName: '', configValue: '', createdAt: 0, updatedAt: 0 })

  const atFirst = server.version()!
  await server.tx(async (db) => {
    await db.insert(server.t.configs).values(config('of the server'))
    expect(server.version()).toBe(atFirst) // it is not committed yet
  })
  const afterServer = server.version()!
  expect(afterServer).not.toBe(atFirst)

  await command.tx((db) => db.insert(command.t.configs).values(config('of a command')))
  await yieldToEventLoop() // whoever was told of it asks in a later turn
  expect(server.version()).not.toBe(afterServer)
  await command.close()
  await server.close()
})
