import { hash } from 'node:crypto'
import { insertInBatches } from '#server/platform/chunks/insert-in-batches'
import { greyPng } from '#server/platform/security/grey-png'
import type { InsertedRecord } from '#server/qc/record/insert'
import type { Dialect, Writer } from '#server/platform/store/index'
import { streamOf } from './random'
import { visual } from './templates/visual'

const WIDTH = 320
const HEIGHT = 240
/** The position of the cell: left, top, right, bottom. */
const CELL = [36, 24, 284, 216] as const
const TABLE = 0xe4
const SCRATCH = 0x30

/** Each NG record of the visual inspection has a photo of its first NG item. */
export async function addPhotos(
  store: Dialect,
  db: Writer,
  records: readonly InsertedRecord[],
  codes: readonly string[],
) {
  const rows = records.flatMap((record, index) => {
    const { qcValueBaseId, operatorId: addedBy, createdAt: addedAt, clientUid, values } = record
    const itemKey = values.find(({ judgement }) => judgement === 'NG')?.itemKey
    if (codes[index] !== visual.code || itemKey === undefined) return []
    const content = scratchedCell(clientUid ?? '')
    const facts = { mediaType: 'image/png' as const, bytes: content.length, width: WIDTH, height: HEIGHT }
    return [{ qcValueBaseId, itemKey, ...facts, sha256: hash('sha256', content, 'hex'), addedBy, addedAt, content }]
  })
  await insertInBatches(store, db, 'photos', rows)
}

/** A pouch cell with a scratch; equal for the same record. */
function scratchedCell(uid: string): Buffer {
  const random = streamOf(0, `${uid} photo`)
  const [left, top, right, bottom] = CELL
  const [x, y] = [random.whole(left + 20, right - 90), random.whole(top + 30, bottom - 60)]
  const [across, down] = [random.whole(30, 70), random.whole(-25, 40)]
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(TABLE)
  for (let row = top; row < bottom; row++) {
    pixels.fill(0x88 + Math.round(row / 6), row * WIDTH + left, row * WIDTH + right) // lit from below
  }
  for (let step = 0; step <= across * 2; step++) {
    const along = step / (across * 2)
    const at = Math.round(y + along * down) * WIDTH + Math.round(x + along * across)
    pixels.fill(SCRATCH, at, at + 2)
  }
  return greyPng(pixels, WIDTH)
}
