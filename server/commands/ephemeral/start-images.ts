import { constants, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { packaged } from '../../platform/process/packaged'

/** Images of so many builds stay; the one that was used longest ago goes. */
const KEPT = 3

export type Image = { path: string; madeAt: number }

/**
 * Databases that earlier starts have made, in the cache of the user: making a year takes long. An image is of one build and
 * never used by another. What cannot be kept is made again.
 * @param kind what is in them, in small letters
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
    /** Keeps a copy of a database that nobody writes to. */
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

/** Where programs of this user keep what they can make again. */
export function cacheFolder(environment: Record<string, string | undefined> = process.env): string {
  const own = environment['XDG_CACHE_HOME']
  if (own) return join(own, 'caliper')
  if (process.platform === 'darwin') return join(homedir(), 'Library/Caches/caliper')
  if (process.platform === 'win32') return join(environment['LOCALAPPDATA'] ?? homedir(), 'caliper')
  return join(homedir(), '.cache/caliper')
}

/** Stands for everything that an image depends on. */
export const thisBuild = async (): Promise<string> => packaged?.build ?? (await import('../build-record')).sourcesHash()
