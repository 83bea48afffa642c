import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { codes } from '#shared/envelope'
import { Refusal } from '../refusal'
import type { Store } from '../store'

/** So many copies stay; the oldest go. */
const KEEP = 14
const isCopy = (name: string) => /^caliper-\d{8}-\d{6}\.sqlite$/.test(name)

/**
 * Copies the database into `dataDir/backups` while it is in use, checks the copy, and removes the oldest ones.
 * @returns the name of the copy, its size, and how many there are now
 * @throws Refusal when the database is not an embedded one
 */
export async function backUp(store: Store, dataDir: string, keep = KEEP, now: number) {
  if (!store.copyTo) throw new Refusal(codes.impossible, 'job.noBackup')
  const folder = join(dataDir, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `caliper-${stampOf(now)}.sqlite`
  const path = join(folder, name)
  const draft = `${path}.new`
  rmSync(draft, { force: true })
  try {
    await store.copyTo(draft)
    chmodSync(draft, 0o600)
    await check(draft)
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  const copies = readdirSync(folder).filter(isCopy).toSorted()
  const gone = copies.slice(0, Math.max(0, copies.length - keep))
  for (const old of gone) rmSync(join(folder, old))
  const megabytes = Math.round((statSync(path).size / 1024 / 1024) * 10) / 10
  return { name, megabytes, kept: copies.length - gone.length }
}

/** Reads every page of the copy, in a process of its own: it takes a while, and would hold up the server. */
async function check(path: string) {
  const program = join(import.meta.dir, 'check-copy.ts')
  const child = Bun.spawn([process.execPath, program, path], { stdout: 'pipe', stderr: 'pipe', env: {} })
  const [said, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`The copy is damaged: ${said || complaint}`)
}

/** Local time, as `20261121-023000`. */
function stampOf(now: number): string {
  const local = new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString()
  return `${local.slice(0, 10).replaceAll('-', '')}-${local.slice(11, 19).replaceAll(':', '')}`
}
