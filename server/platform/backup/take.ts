import Database from 'better-sqlite3'
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codes } from '#shared/envelope'
import { Refusal } from '../http/refusal'
import { because } from '../log/reason'
import { asOwnerOf, noSpaceIn, sizeOf, toDisk } from '../store/disk'
import { storeFault } from '../store/fault'
import { appliedIn, isNewer, migrationsOf } from '../store/migrations'
import { DATABASE_NAME, databasePath, DEMO_MARKER, isDatabaseOfOurs, rollBack } from '../store/sqlite/file'
import { stampOf } from '../store/stamp'
import { packFiles } from './archive'
import { onEarlyEnd, DRAFT, ownMark, removeLeftovers } from './drafts'
import { copyDatabase, damageIn, PATIENCE_MS } from './copy'
import { withDiskRefusals, refuseWithoutRoom } from './files'
import { Manifest, MANIFEST_NAME, manifestOf } from './manifest'
import { openBackup } from './open'
import { metered, type Report } from './report'

export type BackupFile = { path: string; bytes: number; manifest: Manifest }

type Order = {
  dataDir: string
  /** A folder, where the file gets a name with the time, or the file itself, which must not exist. */
  to: { folder: string } | { file: string }
  now: number
  report?: Report
}

/**
 * Makes a backup of the database in `dataDir`, in use or not, and reads it back. Others can use the database meanwhile:
 * its state at the beginning is read, on a separate connection. For a separate process, because it takes a while.
 * @throws Refusal if there is no database or no space, the file exists already, or the database is damaged
 */
export async function takeBackup({ dataDir, to, now, report = () => {} }: Order): Promise<BackupFile> {
  const source = databasePath(dataDir)
  if (!existsSync(source)) throw new Refusal(codes.notFound, 'backup.noDatabase', { folder: dataDir })
  if (!isDatabaseOfOurs(source)) throw notOurs(source)
  const path = 'file' in to ? to.file : freeName(to.folder, now)
  if (existsSync(path)) throw new Refusal(codes.conflict, 'backup.isThere', { file: path })
  return withDiskRefusals(dirname(path), () => make(source, path, { dataDir, now, report }))
}

async function make(source: string, path: string, { dataDir, now, report }: Required<Omit<Order, 'to'>>) {
  const folder = dirname(path)
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    asOwnerOf(dataDir, folder)
  }
  removeLeftovers(folder, DRAFT)
  const mark = ownMark()
  const draft = `${path}.${mark}.new`
  const copy = `${path}.${mark}.copy.new`
  const remove = () => [draft, copy, `${copy}-journal`].forEach((file) => rmSync(file, { force: true }))
  const completed = onEarlyEnd(remove)
  try {
    rollBack(source)
    refuseNewer(source)
    // the copy, and an archive that could not be compressed
    await copyDatabase(source, copy, report, (bytes) => refuseWithoutRoom(folder, 2 * bytes))
    const isDemo = existsSync(join(dataDir, DEMO_MARKER))
    const manifest = await pack(copy, draft, { source, now, isDemo }, report)
    const backup = await openBackup(draft, basename(path))
    await backup.read(undefined, report) // the database in the archive has the very bytes of the copy that was checked
    toDisk(draft)
    asOwnerOf(folder, draft)
    renameSync(draft, path)
    toDisk(folder)
    return { path, bytes: sizeOf(path), manifest }
  } catch (error) {
    throw readableFault(error, source)
  } finally {
    remove()
    completed()
  }
}

/** This program could not read such a backup back. */
function refuseNewer(source: string) {
  const database = new Database(source, { readonly: true, timeout: PATIENCE_MS })
  try {
    if (!isNewer(migrationsOf('sqlite'), appliedIn(database))) return
    throw new Refusal(codes.conflict, 'backup.sourceNewer', { name: source })
  } finally {
    database.close()
  }
}

/** Two backups of one second have different names. */
function freeName(folder: string, now: number): string {
  const path = join(folder, `caliper-${stampOf(now)}.tar.gz`)
  return existsSync(path) ? freeName(folder, now + 1000) : path
}

/** @returns the manifest */
async function pack(
  copy: string,
  draft: string,
  { source, now, isDemo }: { source: string; now: number; isDemo: boolean },
  report: Report,
): Promise<Manifest> {
  report({ phase: 'checking', done: 0, total: 0 })
  const fault = damageIn(copy)
  if (fault) throw sourceDamaged(new Error(fault))
  const size = sizeOf(copy)
  const sha256 = await sha256Of(createReadStream(copy))
  const described = manifestOf(copy, now)
  if (described.migrations.length === 0) throw notOurs(source)
  const manifest = { ...described, ...(isDemo && { isDemo }), files: [{ name: DATABASE_NAME, size, sha256 }] }
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  const files = [
    { name: MANIFEST_NAME, size: text.length, content: [text] },
    { name: DATABASE_NAME, size, content: metered(createReadStream(copy), size, 'packing', report) },
  ]
  await packFiles(draft, files, now)
  return manifest
}

async function sha256Of(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

/** The fault of the database to copy, in words for people. */
function readableFault(error: unknown, source: string): unknown {
  if (!(error instanceof Database.SqliteError) || storeFault(error) === 'full') return error
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return sourceDamaged(error)
  const { code } = error
  const why = noSpaceIn(dirname(source), error) ? because('disk.full', code) : { why: code, whyEn: code }
  return new Refusal(codes.impossible, 'backup.sourceUnreadable', { name: source, ...why })
}

const notOurs = (name: string) => new Refusal(codes.impossible, 'backup.sourceNotOurs', { name })
const sourceDamaged = (cause: Error) => new Refusal(codes.impossible, 'backup.sourceDamaged').dueTo(cause)
