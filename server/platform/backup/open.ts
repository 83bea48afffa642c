import Database from 'better-sqlite3'
import { closeSync, createWriteStream, openSync, readSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { codes } from '#shared/envelope'
import { MEGABYTE } from '../http/megabytes'
import { because, codeOf } from '../log/reason'
import { Refusal } from '../http/refusal'
import { isNewer, migrationsOf } from '../store/migrations'
import { DATABASE_NAME, isDatabaseOfOurs, rollBack } from '../store/sqlite/file'
import { ArchiveFault, unpackFiles, type PackedFile } from './archive'
import { copyDatabase } from './copy'
import { isFormatKnown, Manifest, MANIFEST_NAME, manifestOf } from './manifest'
import { metered, type Report } from './report'

/** Far above the length of a manifest. */
const MAX_MANIFEST = MEGABYTE
/** The rest of an archive beside the database: manifest, headers, padding. */
const MAX_BESIDES = 2 * MEGABYTE

export type Backup = {
  manifest: Omit<Manifest, 'files'>
  /** Bytes of the database in it. */
  size: number
  /**
   * Reads all of it, compares it with its checksums, and writes its database to `path` if given.
   * @throws Refusal if it is damaged
   */
  read(path: string | undefined, report: Report): Promise<void>
}

/**
 * Opens a backup: an archive, or a plain copy of the database by an earlier version.
 * @param name the file's name for people
 * @throws Refusal if it is no backup, or of a newer version
 */
export async function openBackup(file: string, name: string): Promise<Backup> {
  const backup = await refusing(name, async () => (isGzip(file) ? archived(file, name) : plainCopy(file, name)))
  if (isNewer(migrationsOf('sqlite'), backup.manifest.migrations)) throw newer(name, backup.manifest)
  return backup
}

async function archived(file: string, name: string): Promise<Backup> {
  const manifest = await manifestIn(file, name)
  const [database] = manifest.files
  if (!database || manifest.files.length > 1 || database.name !== DATABASE_NAME) throw notOurs(name)
  return {
    manifest,
    size: database.size,
    read: (path, report) =>
      refusing(name, async () => {
        let isThere = false
        for await (const packed of unpackFiles(file, database.size + MAX_BESIDES)) {
          if (packed.name !== DATABASE_NAME || isThere) continue
          isThere = true
          const sha256 = await extract(packed, database.size, path, report)
          if (sha256 !== database.sha256) throw damaged(name, 'checksum')
        }
        if (!isThere) throw damaged(name, 'missing')
      }),
  }
}

/** The manifest is the first file, so that it can be read without the rest of the archive. */
async function manifestIn(file: string, name: string): Promise<Manifest> {
  for await (const { name: first, size, content } of unpackFiles(file)) {
    if (first !== MANIFEST_NAME || size > MAX_MANIFEST) break
    const { data } = Manifest.safeParse(jsonOf(Buffer.concat(await Array.fromAsync(content)).toString('utf8')))
    if (!data) break
    if (!isFormatKnown(data)) throw newer(name, data)
    return data
  }
  throw notOurs(name)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Writes a file of the archive to `path` if given.
 * @returns its checksum; empty if its size differs from the manifest
 */
async function extract({ content, size }: PackedFile, expected: number, path: string | undefined, report: Report) {
  if (size !== expected) return ''
  const hash = new Bun.CryptoHasher('sha256')
  async function* hashed() {
    for await (const piece of metered(content, size, 'reading', report)) {
      hash.update(piece)
      yield piece
    }
  }
  if (path === undefined) for await (const _piece of hashed());
  else await pipeline(hashed(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return hash.digest('hex')
}

/** A plain database: a copy, or one replaced by a restore, with its write-ahead log beside it. */
async function plainCopy(file: string, name: string): Promise<Backup> {
  if (!isDatabaseOfOurs(file)) throw notOurs(name)
  rollBack(file)
  const { size, mtimeMs } = statSync(file)
  return {
    manifest: { ...manifestOf(file, mtimeMs), version: '' },
    size,
    async read(path, report) {
      if (path !== undefined) await refusing(name, () => copyDatabase(file, path, report, () => {}))
    },
  }
}

function isGzip(file: string): boolean {
  const start = Buffer.alloc(2)
  const opened = openSync(file, 'r')
  try {
    readSync(opened, start)
    return start.equals(Buffer.from([0x1f, 0x8b]))
  } finally {
    closeSync(opened)
  }
}

/** Runs `work`. @throws Refusal with the name of the file if it is faulty */
async function refusing<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArchiveFault) throw damaged(name, error.kind, error.cause)
    if (error instanceof Database.SqliteError) throw damaged(name, 'database', error)
    const code = codeOf(error)
    if (code === 'ENOENT') throw new Refusal(codes.notFound, 'backup.noFile', { name })
    if (code === 'EACCES' || code === 'EISDIR') throw new Refusal(codes.badRequest, 'backup.unreadable', { name })
    throw error
  }
}

const notOurs = (name: string) => new Refusal(codes.badRequest, 'backup.notOurs', { name })
export const damaged = (name: string, damage: Damage, cause?: unknown) =>
  new Refusal(codes.impossible, 'backup.damaged', { name, ...because(`backup.why.${damage}`) }).dueTo(cause)
type Damage = ArchiveFault['kind'] | 'checksum' | 'missing' | 'database' | 'schema'
const newer = (name: string, { version }: Pick<Manifest, 'version'>) =>
  new Refusal(codes.conflict, 'backup.newer', { name, version: version || '?' })
