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
 * The databases of a temporary server, in one folder: the present one, and the snapshots. Each return to a snapshot
 * uses a copy in a new folder, so that late writes to the old database are not seen.
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

  /** Copies a snapshot, without a name the start, and opens it. */
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
    /** Makes a database and opens it. @param fill makes the state of every reset */
    async first(fill: (store: Store) => Promise<void>): Promise<Store> {
      current = folderOf('first')
      const store = await openStore({ dataDir: current, databaseUrl: undefined })
      await fill(store)
      await keep(START)
      return store
    },
    /** {@link first} from an existing file. @throws StartError if it is damaged */
    async firstFrom(image: string, fill: (store: Store) => Promise<void> = async () => {}): Promise<Store> {
      const path = folderOf('start.sqlite')
      try {
        linkSync(image, path) // it is never written
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
    /** The state of every reset. */
    start: () => snapshots.get(START)!,
    /** Makes a snapshot of the present data. @throws Refusal 409 if there are too many */
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
