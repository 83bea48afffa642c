import type Database from 'better-sqlite3'
import { closeSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { shortage } from '../http/megabytes'
import { asOwnerOf, roomOf, toDisk } from './disk'
import { stampOf } from './stamp'
import { StartError } from './start-error'

/** Number of kept copies from before upgrades; the oldest are removed. */
const KEEP = 3
/** Characters of a stamp that give the day. */
const DAY = 8

/**
 * Copies the present database before the migration with that number; the last three copies stay.
 * @throws StartError if there is no space for the copy, and for the same amount that the migration may need
 */
export function keepCopy(connection: Database.Database, path: string, migration: number) {
  const folder = dirname(path)
  const begin = `${basename(path)}.before-`
  const copies = () => readdirSync(folder).filter((name) => name.startsWith(begin))
  for (const name of copies()) if (/\.new(-journal)?$/.test(name)) rmSync(join(folder, name)) // of an upgrade that was killed
  refuseUpgradeWithoutRoom(connection, folder)
  const copy = `${path}.before-${migration}.${stampOf(Date.now()).slice(0, DAY)}` // one a day, however often it is tried
  const draft = `${copy}.new`
  closeSync(openSync(draft, 'wx', 0o600)) // SQLite fills an empty file, and leaves its mode alone
  try {
    connection.prepare('vacuum into ?').run(draft)
  } catch (error) {
    rmSync(draft)
    throw error
  }
  toDisk(draft)
  asOwnerOf(folder, draft)
  renameSync(draft, copy)
  toDisk(folder)
  const others = copies().filter((name) => name !== basename(copy)) // it stays, whatever the clock showed before
  const byAge = others.toSorted((a, b) => madeAt(join(folder, b)) - madeAt(join(folder, a)))
  for (const name of byAge.slice(KEEP - 1)) rmSync(join(folder, name))
}

const madeAt = (path: string) => statSync(path).mtimeMs

function refuseUpgradeWithoutRoom(connection: Database.Database, folder: string) {
  const pragma = (name: string) => Number(connection.pragma(name, { simple: true }))
  const needed = 2 * pragma('page_count') * pragma('page_size')
  const { freeBytes } = roomOf(folder)
  if (freeBytes >= needed) return
  const { needed: megabytes, free } = shortage(needed, freeBytes)
  throw new StartError(
    `This upgrade needs ${megabytes} MB in ${folder}, where ${free} MB are free; make room and start again. Nothing was changed.`,
  )
}
