import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { isPostgres } from './support/store'
import { startApp } from './support/app'

const hotPaths = [
  '/role',
  '/role?pageIndex=2',
  '/role?status=2&roleSortOrder=desc',
  '/getinfo',
  '/menurole',
  '/overview',
]

test('no query is built for a request that came before', async () => {
  const { store, signedIn, close } = await startApp()
  const viewer = await signedIn('admin:sysRole:query')
  const visit = async () => {
    for (const path of hotPaths) expect((await viewer.get(path)).code).toBe(200)
  }
  await visit()
  let built = 0
  const { select } = store.db
  store.db.select = ((...columns: Parameters<typeof select>) => {
    built++
    return select.apply(store.db, columns)
  }) as typeof select
  await visit()
  expect(built).toBe(0)
  await close()
})

test.skipIf(isPostgres)('no query is planned anew for a request', async () => {
  const program = Bun.spawn([process.execPath, join(import.meta.dir, 'support/reprepares.ts')], { stdout: 'pipe' })
  const plans: { sql: string; count: number }[] = await new Response(program.stdout).json()
  expect(plans.length).toBeGreaterThan(8)
  expect(plans.filter(({ count }) => count > 0)).toEqual([])
})
