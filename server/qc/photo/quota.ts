import { sql } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { Settings } from '../../env'
import { Refusal } from '../../platform/http/refusal'
import { statementIn } from '../../platform/list/statement'
import type { Dialect, Reader } from '../../platform/store'

/** The number of photos per record, and the storage for all photos. */
export type PhotoRoom = Pick<Settings, 'photosPerRecord' | 'photoStorageBytes'>

/** {@link PhotoRoom}, and the size of one photo. */
export type PhotoQuota = PhotoRoom & Pick<Settings, 'photoBytes'>

/** Reads only an index. */
const storedBytes = statementIn(({ t: { photos } }, db: Reader) =>
  db.select({ bytes: sql<number | null>`sum(${photos.bytes})` }).from(photos),
)

/** @throws Refusal 422 if photos would need more storage than the installation allows */
export async function refuseWithoutRoom(
  store: Dialect,
  db: Reader,
  bytes: number,
  photoStorageBytes: number,
  field: string,
): Promise<void> {
  const [stored] = await storedBytes(store, db)
  if (Number(stored?.bytes ?? 0) + bytes <= photoStorageBytes) return
  const megabytes = Math.floor(photoStorageBytes / 1024 ** 2)
  throw new Refusal(codes.impossible, 'qcPhoto.storageFull', { megabytes }).at(field)
}
