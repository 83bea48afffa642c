import { copyFileSync, constants, linkSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { codes } from '#shared/envelope'
import { copyDatabase } from '../../platform/backup/copy'
import { Refusal } from '../../platform/http/refusal'
import { openStore, type Store } from '../../platform/store'
import { openSqliteCopy } from '../../platform/store/sqlite/index'
import { databasePath } from '../../platform/store/sqlite/file'

const MAX_SNAPSHOTS = 20
/** No snapshot of a test can have this name. */
const START = ''

/**
 * The databases of a server that is thrown away, below one folder: the one in use, and what it can go back to. Each that is
 * gone back to is a copy in a folder of its own, so that nothing written late to the one before is seen.
 */
export function createData(folder: string) {
  const snapshots = new Map<string, string>()
  let made = 0
  let current = ''

  const folderOf = (name: string) => join(folder, name)

  async function keep(name: string): Promise<void> {
    const path = join(folder, `snapshot-${++made}.sqlite`)
    await copyDatabase(
      databasePath(current),
      path,
      () => {},
      () => {},
    )
    const before = snapshots.get(name)
    snapshots.set(name, path)
    if (before) rmSync(before)
  }

  /** Copies what was kept, the start without a name, and opens it. */
  function copyOf(name = START) {
    const dataDir = folderOf(`copy-${++made}`)
    mkdirSync(dataDir, { mode: 0o700 })
    copyFileSync(snapshots.get(name)!, databasePath(dataDir), constants.COPYFILE_FICLONE)
    return {
      dataDir,
      async open() {
        current = dataDir
        return openSqliteCopy(dataDir)
      },
    }
  }

  return {
    folder,
    names: () => [...snapshots.keys()].filter((name) => name !== START),
    /** Makes a database and opens it. @param fill makes it what every reset goes back to */
    async first(fill: (store: Store) => Promise<void>): Promise<Store> {
      current = folderOf('first')
      const store = await openStore({ dataDir: current, databaseUrl: undefined })
      await fill(store)
      await keep(START)
      return store
    },
    /** The same of a file that somebody else has made. @throws StartError when it is damaged */
    async firstFrom(image: string, fill: (store: Store) => Promise<void> = async () => {}): Promise<Store> {
      const path = folderOf('start.sqlite')
      try {
        linkSync(image, path) // nobody writes to it
      } catch {
        copyFileSync(image, path, constants.COPYFILE_FICLONE) // on another disk
      }
      snapshots.set(START, path)
      const { dataDir } = copyOf()
      current = dataDir
      const store = await openStore({ dataDir, databaseUrl: undefined })
      await fill(store)
      return store
    },
    /** What every reset goes back to. */
    start: () => snapshots.get(START)!,
    /** Keeps the data as they are. @throws Refusal 409 when there are too many */
    async keep(name: string): Promise<void> {
      const isNew = !snapshots.has(name)
      if (isNew && snapshots.size > MAX_SNAPSHOTS)
        throw new Refusal(codes.conflict, 'test.tooManySnapshots', { max: MAX_SNAPSHOTS })
      await keep(name)
    },
    has: (name: string) => snapshots.has(name),
    copyOf,
    current: () => current,
    remove: (dataDir: string) => rmSync(dataDir, { recursive: true, force: true }),
  }
}
