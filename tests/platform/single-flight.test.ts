import { expect, test } from 'bun:test'
import { singleFlight } from '#server/platform/cache/single-flight'
import type { Store } from '#server/platform/store/index'

/** Runs that are begun by questions, and end when the test says so. */
function begin(patienceMs?: number) {
  const store = { db: {} } as unknown as Store // all that is read of it
  const share = singleFlight<string, string>(patienceMs)
  const runs: PromiseWithResolvers<string>[] = []
  function work() {
    const run = Promise.withResolvers<string>()
    runs.push(run)
    return run.promise
  }
  return { runs, ask: (key: string) => share(store, key, work) }
}

test('who asks while a run is under way shares the next one, which is begun after it', async () => {
  const { runs, ask } = begin()
  const first = ask('a')
  const meanwhile = [ask('a'), ask('a')]
  expect(runs).toHaveLength(1)
  runs[0]!.resolve('before')
  expect(await first).toBe('before')
  await Bun.sleep(0)
  expect(runs).toHaveLength(2)
  runs[1]!.resolve('after')
  expect(await Promise.all(meanwhile)).toEqual(['after', 'after'])
})

test('what has ended is not given again, and other keys do not wait', async () => {
  const { runs, ask } = begin()
  const [one, other] = [ask('a'), ask('b')]
  expect(runs).toHaveLength(2)
  for (const run of runs) run.resolve('done')
  expect(await Promise.all([one, other])).toEqual(['done', 'done'])
  void ask('a')
  expect(runs).toHaveLength(3)
})

test('one that fails is told to who asked for it alone; who waited has the next', async () => {
  const { runs, ask } = begin()
  const [first, waiting] = [ask('a'), ask('a')]
  runs[0]!.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await Bun.sleep(0)
  runs[1]!.resolve('there')
  expect(await waiting).toBe('there')
})

test('who waits for a run that never comes to its end is refused with 503 in time; who asks then has a new one (S93)', async () => {
  const { runs, ask } = begin(50)
  const first = ask('a')
  const refusals = await Promise.allSettled([ask('a'), ask('a')])
  for (const one of refusals) {
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 503, headers: { 'retry-after': '5' } } })
  }
  expect(runs).toHaveLength(1)
  const next = ask('a')
  runs[1]!.resolve('anew')
  expect(await next).toBe('anew')
  runs[0]!.resolve('late')
  expect(await first).toBe('late')
  const last = ask('a')
  expect(runs).toHaveLength(3)
  runs[2]!.resolve('last')
  expect(await last).toBe('last')
})
