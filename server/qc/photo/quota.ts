import { sql } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { Settings } from '../../env'
import { Refusal } from '../../platform/http/refusal'
import { statementIn } from '../../platform/list/statement'
import type { Dialect, Reader } from '../../platform/store'

/** How many photos one record may have, and how much room there is for those of all. */
export type PhotoRoom = Pick<Settings, 'photosPerRecord' | 'photoStorageBytes'>

/** The same, and how large one may be. */
export type PhotoQuota = PhotoRoom & Pick<Settings, 'photoBytes'>

/** Of an index alone. */
const storedBytes = statementIn(({ t: { photos } }, db: Reader) =>
  db.select({ bytes: sql<number | null>`sum(${photos.bytes})` }).from(photos),
)

/** @throws Refusal 422 where photos would take more room than the installation gives them */
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
