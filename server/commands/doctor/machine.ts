import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../../env'
import { reasonOf } from '../../platform/log/reason'
import { roomOf } from '../../platform/store/disk'
import { databasePath } from '../../platform/store/sqlite/file'
import { findingsOf, sizeWord, factsOf, watched, type Finding } from './finding'
import { counted } from '../support/command-line'

/** Connections and event streams take one each. */
const MIN_OPEN_FILES = 4096
const OWNER_WRITES = 0o200
/** Permission bits of group and others for reading, writing and execution. */
const OTHERS = 0o077

/** At the root of a disk, ext4 has a folder of its own, which only root can access. */
const OF_THE_DISK = 'lost+found'

const RUN_AS_SERVER = 'Run this as root, or as the user that the server runs as: sudo caliper doctor'

/** Checks that only their owner can access the folder and all files in it (S77). */
export function checkFiles(dataDir: string): Finding[] {
  try {
    return checkAll(dataDir)
  } catch (error) {
    const { failure } = findingsOf('data folder')
    return [failure(`${dataDir} cannot be looked into (${reasonOf(error)}).`, RUN_AS_SERVER)]
  }
}

function checkAll(dataDir: string): Finding[] {
  const { ok, warning, failure } = findingsOf('data folder')
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (!folder?.isDirectory()) {
    const advice = 'Name the folder of the data in CALIPER_DATA_DIR, or run this where the server runs.'
    return [failure(`There is no folder ${dataDir}.`, advice)]
  }
  const files = filesIn(dataDir)
  const open = [...(folder.mode & OTHERS ? [dataDir] : []), ...files.filter(({ mode }) => mode & OTHERS).map(pathOf)]
  const foreign = files.filter(({ uid }) => uid !== folder.uid).map(pathOf)
  const locked = [{ path: dataDir, mode: folder.mode }, ...files.filter(({ path }) => path === databasePath(dataDir))]
    .filter(({ mode }) => !(mode & OWNER_WRITES))
    .map(({ path }) => path)
  const findings = [
    open.length > 0
      ? warning(`Other users of this machine can reach ${firstOf(open)}.`, `Close them: chmod -R go= ${dataDir}`)
      : ok(`${dataDir}: ${counted(files.length, 'file')}, for their owner alone.`),
  ]
  if (locked.length > 0) {
    findings.unshift(failure(`${firstOf(locked)} cannot be written by its owner.`, `Allow it: chmod u+w ${locked[0]}`))
  }
  if (foreign.length > 0) {
    const advice = `The server may not be able to use them: chown -R --reference=${dataDir} ${dataDir}`
    findings.unshift(warning(`Not everything belongs to the owner of the folder: ${firstOf(foreign)}.`, advice))
  }
  return findings
}

type File = { path: string; mode: number; uid: number }
const pathOf = ({ path }: File) => path

function filesIn(folder: string): File[] {
  const names = readdirSync(folder).filter((name) => name !== OF_THE_DISK)
  return names.flatMap((name) => {
    const path = join(folder, name)
    const stat = statSync(path, { throwIfNoEntry: false }) // it may have gone meanwhile
    return stat ? [{ path, mode: stat.mode, uid: stat.uid }, ...(stat.isDirectory() ? filesIn(path) : [])] : []
  })
}

const firstOf = (paths: string[]) =>
  paths.slice(0, 3).join(', ') + (paths.length > 3 ? ` and ${paths.length - 3} more` : '')

export function checkDisk(settings: Settings, now: number): Finding {
  try {
    const { freeBytes, totalBytes } = roomOf(settings.dataDir)
    const facts = factsOf(settings, now)
    const room =
      facts.databaseBytes > 0 ? ` The next backup needs ${sizeWord(2 * facts.databaseBytes)} for a moment.` : ''
    return watched(facts, {
      check: 'disk space',
      kind: 'disk',
      fine: `${sizeWord(freeBytes)} of ${sizeWord(totalBytes)} are free where the data lie.`,
      advice: `Delete what is not needed, move old backups elsewhere, or give the data a larger disk.${room}`,
    })
  } catch (error) {
    return findingsOf('disk space').warning(`Could not be looked at (${reasonOf(error)}).`, RUN_AS_SERVER)
  }
}

/** The executable unpacks a library there at each start. */
export function checkTemporary(): Finding {
  const { ok, failure } = findingsOf('temporary folder')
  const folder = tmpdir()
  const probe = join(folder, `caliper-doctor-${crypto.randomUUID()}`)
  try {
    writeFileSync(probe, 'x', { mode: 0o600 })
    rmSync(probe)
    return ok(`${folder} can be written.`)
  } catch (error) {
    return failure(`${folder} cannot be written (${reasonOf(error)}).`, 'Name a folder that can be in TMPDIR.')
  }
}

export function checkOpenFiles(): Finding {
  const { ok, warning } = findingsOf('open files')
  const limit = softLimit()
  if (limit === undefined) return ok('This system does not tell its limit.')
  const message = `A process of this user may have ${limit} files open.`
  if (limit >= MIN_OPEN_FILES) return ok(message)
  return warning(
    `${message} Each connection takes one.`,
    'Raise it where the server is started: LimitNOFILE=65536 in a systemd unit, or ulimit -n 65536.',
  )
}

function softLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined // not Linux
  }
}
