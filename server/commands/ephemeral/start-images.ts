import { constants, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { packaged } from '../../platform/process/packaged'

/** Images of this number of builds are kept; the least recently used is removed. */
const KEPT = 3

export type Image = { path: string; madeAt: number }

/**
 * Databases made by earlier starts, in the cache of the user, because making a year takes long. An image belongs to one
 * build and is never used by another. Images that cannot be kept are made again.
 * @param kind the kind of their data, in lower case
 */
export function createImages(folder: string, kind: string, build: string) {
  const name = new RegExp(`^${kind}-([\\da-f]+)-(\\d+)\\.sqlite$`)
  const all = () =>
    readdirSync(folder).flatMap((file) => {
      const [, of, madeAt] = name.exec(file) ?? []
      return of === undefined ? [] : [{ path: join(folder, file), build: of, madeAt: Number(madeAt) }]
    })

  return {
    find(): Image | undefined {
      try {
        const [image] = all()
          .filter((one) => one.build === build)
          .toSorted((a, b) => b.madeAt - a.madeAt)
        if (image) utimesSync(image.path, new Date(), new Date())
        return image
      } catch {
        return undefined // nothing was kept yet
      }
    },
    /** Keeps a copy of a database that is not being written. */
    keep(database: string, madeAt: number): void {
      const draft = join(folder, `draft-${process.pid}`)
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        copyFileSync(database, draft, constants.COPYFILE_FICLONE)
        renameSync(draft, join(folder, `${kind}-${build}-${madeAt}.sqlite`))
        const byUse = all().toSorted((a, b) => statSync(b.path).mtimeMs - statSync(a.path).mtimeMs)
        for (const { path } of byUse.slice(KEPT)) rmSync(path, { force: true })
      } catch {
        removeQuietly(draft) // no room, or no such folder may be made
      }
    },
    drop: removeQuietly,
  }
}

function removeQuietly(path: string) {
  try {
    rmSync(path, { force: true })
  } catch {
    // then the next start finds it
  }
}

/** The cache folder for programs of this user. */
export function cacheFolder(environment: Record<string, string | undefined> = process.env): string {
  const own = environment['XDG_CACHE_HOME']
  if (own) return join(own, 'caliper')
  if (process.platform === 'darwin') return join(homedir(), 'Library/Caches/caliper')
  if (process.platform === 'win32') return join(environment['LOCALAPPDATA'] ?? homedir(), 'caliper')
  return join(homedir(), '.cache/caliper')
}

/** A hash of everything on which an image depends. */
export const thisBuild = async (): Promise<string> => packaged?.build ?? (await import('../build-record')).sourcesHash()
