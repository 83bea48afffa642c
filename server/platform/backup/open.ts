import Database from 'better-sqlite3'
import { closeSync, createWriteStream, openSync, readSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { codes } from '#shared/envelope'
import { MEGABYTE } from '../http/megabytes'
import { because } from '../log/reason'
import { Refusal } from '../http/refusal'
import { migrationsOf } from '../store/migrations'
import { DATABASE_NAME, isDatabaseOfOurs, rollBack } from '../store/sqlite/file'
import { ArchiveFault, unpackFiles, type PackedFile } from './archive'
import { copyDatabase } from './copy'
import { isFormatKnown, Manifest, MANIFEST_NAME, manifestOf } from './manifest'
import { metered, type Report } from './report'

/** Far more than a manifest is long. */
const MOST_MANIFEST = MEGABYTE
/** What an archive holds beside the database: the manifest, headers, filling. */
const MOST_BESIDES = 2 * MEGABYTE

export type Backup = {
  manifest: Omit<Manifest, 'files'>
  /** Of the database in it, in bytes. */
  size: number
  /**
   * Reads the whole of it, compares it with its checksums, and writes its database to `path` when one is given.
   * @throws Refusal when it is damaged
   */
  read(path: string | undefined, report: Report): Promise<void>
}

/**
 * Looks at a backup: an archive, or a copy of the database alone, as earlier versions made it.
 * @param name what people know the file by
 * @throws Refusal when it is none, or of a version newer than this one
 */
export async function openBackup(file: string, name: string): Promise<Backup> {
  const isArchive = await refusing(name, () => beginsWith(file, Buffer.from([0x1f, 0x8b])))
  const backup = await refusing(name, () => (isArchive ? archived(file, name) : plainCopy(file, name)))
  const known = new Set(migrationsOf('sqlite').map(({ hash }) => hash))
  if (backup.manifest.migrations.some((hash) => !known.has(hash))) throw newer(name, backup.manifest)
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
        for await (const packed of unpackFiles(file, database.size + MOST_BESIDES)) {
          if (packed.name !== DATABASE_NAME || isThere) continue
          isThere = true
          const sha256 = await taken(packed, database.size, path, report)
          if (sha256 !== database.sha256) throw damaged(name, 'checksum')
        }
        if (!isThere) throw damaged(name, 'missing')
      }),
  }
}

/** The manifest is the first file, so that one need not read the whole of it to know what it is. */
async function manifestIn(file: string, name: string): Promise<Manifest> {
  for await (const { name: first, size, content } of unpackFiles(file)) {
    if (first !== MANIFEST_NAME || size > MOST_MANIFEST) break
    const words = Buffer.concat(await Array.fromAsync(content)).toString('utf8')
    const { data } = Manifest.safeParse(parsed(words))
    if (!data) break
    if (!isFormatKnown(data)) throw newer(name, data)
    return data
  }
  throw notOurs(name)
}

function parsed(words: string): unknown {
  try {
    return JSON.parse(words)
  } catch {
    return undefined
  }
}

/** @returns the checksum of what was read */
async function taken({ content, size }: PackedFile, wanted: number, path: string | undefined, report: Report) {
  if (size !== wanted) return ''
  const hash = new Bun.CryptoHasher('sha256')
  async function* hashed() {
    const pieces = content as AsyncIterable<Uint8Array> // as `unpackFiles` gives them
    for await (const piece of metered(pieces, size, (done, total) =>
      report({ phase: 'reading', done, total, unit: 'MB' }),
    )) {
      hash.update(piece)
      yield piece
    }
  }
  if (path === undefined) for await (const _piece of hashed());
  else await pipeline(hashed(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return hash.digest('hex')
}

/** A database that lies there as it is: a copy, or one that a restore has replaced, with its write-ahead log beside it. */
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

async function beginsWith(file: string, bytes: Buffer): Promise<boolean> {
  const opened = openSync(file, 'r')
  try {
    const start = Buffer.alloc(bytes.length)
    readSync(opened, start)
    return start.equals(bytes)
  } finally {
    closeSync(opened)
  }
}

/** Does `work`; what it finds wrong with the file is told of the file. */
async function refusing<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArchiveFault) throw damaged(name, error.kind, error.cause)
    if (error instanceof Database.SqliteError) throw damaged(name, 'database', error)
    const { code } = error as { code?: unknown }
    if (code === 'ENOENT') throw new Refusal(codes.notFound, 'backup.noFile', { name })
    if (code === 'EACCES' || code === 'EISDIR') throw new Refusal(codes.badRequest, 'backup.unreadable', { name })
    throw error
  }
}

const notOurs = (name: string) => new Refusal(codes.badRequest, 'backup.notOurs', { name })
/** @param cause what was found, in the words of whoever found it */
export const damaged = (name: string, what: Damage, cause?: unknown) =>
  new Refusal(codes.impossible, 'backup.damaged', { name, ...because(`backup.why.${what}`) }).dueTo(cause)
type Damage = ArchiveFault['kind'] | 'checksum' | 'missing' | 'database' | 'schema'
const newer = (name: string, { version }: Pick<Manifest, 'version'>) =>
  new Refusal(codes.conflict, 'backup.newer', { name, version: version || '?' })
