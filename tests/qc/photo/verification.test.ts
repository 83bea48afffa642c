import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hash } from 'node:crypto'
import type { Writer } from '#server/platform/store/index'
import { startApp } from '../../support/app'
import { png } from '../../support/images'
import { uploaded } from '../../support/qc/photos'
import { done, draftBy, good, qcPlant, stepped, type Plant, type PlantTemplate } from '../../support/qc/plant'
import { foundAfter } from '../../support/qc/tampering'

const app = await startApp()
afterAll(app.close)
const { store } = app
const { photos } = store.t
let plant: Plant
let template: PlantTemplate

type Kept = { recordNo: string; qcValueBaseId: number; photoId: number; sha256: string }
let first: Kept
let second: Kept
/** Taken away by a correction of `first`. */
let removed: { photoId: number; sha256: string }

async function approved(width: number): Promise<Kept> {
  const sha256 = await uploaded(app, plant.inspector, width)
  const draft = await draftBy(plant.inspector, template, good, { photos: [{ itemKey: template.keys['look'], sha256 }] })
  const record = await stepped(plant.approver, 'approve', await stepped(plant.inspector, 'submit', draft))
  const { recordNo, qcValueBaseId, photos } = record
  return { recordNo, qcValueBaseId, photoId: photos[0].photoId, sha256 }
}

/** An approved record whose photo was replaced by a correction. */
async function corrected(width: number) {
  const before = await approved(width)
  const path = `/qc/value-base/${before.qcValueBaseId}`
  const record = done(await plant.approver.get(path))
  const { lockVersion } = await stepped(plant.approver, 'reopen', record, { reason: 'blurred' })
  const sha256 = await uploaded(app, plant.inspector, width + 1)
  const change = { photos: [{ sha256 }], reasonCode: 'other', reason: 'sharp' }
  const changed = done(await plant.inspector.put(path, { lockVersion, ...change }))
  const again = await stepped(plant.approver, 'approve', await stepped(plant.inspector, 'submit', changed))
  return { first: { ...before, photoId: again.photos[0].photoId, sha256 }, removed: before }
}

beforeAll(async () => {
  plant = await qcPlant(app)
  template = await plant.template({ signLevels: 1 })
  ;({ first, removed } = await corrected(60))
  second = await approved(70)
})

const changed = (set: object, id: number) => (db: Writer) => db.update(photos).set(set).where(eq(photos.photoId, id))
const gone = (id: number) => (db: Writer) => db.delete(photos).where(eq(photos.photoId, id))
const other = Buffer.from(png(99, 99))
const ofOther = { sha256: hash('sha256', other, 'hex'), bytes: other.length, width: 99, height: 99 }
const word = (sha: string) => sha.slice(0, 8)

test('records with photos are whole, and their signatures valid', async () => {
  expect(await foundAfter(store, async () => {})).toMatchObject({ isWhole: true, photos: 3, faultCount: 0 })
  const { signatures } = done(await plant.approver.get(`/qc/value-base/${second.qcValueBaseId}`))
  expect(signatures).toMatchObject([{ meaning: 'approved', state: 'valid' }])
})

type Row = [what: string, tampering: () => (db: Writer) => Promise<unknown>, said: () => string[]]
test.each<Row>([
  [
    'what it shows was changed',
    () => changed({ content: other }, second.photoId),
    () => [
      `The photo ${second.recordNo}-${second.photoId}.png of record ${second.recordNo} no longer shows what was added`,
    ],
  ],
  [
    'it was replaced together with its hash',
    () => changed({ content: other, ...ofOther }, second.photoId),
    () => [
      `Record ${second.recordNo}: photo ${word(second.sha256)} differs from the audit trail`,
      `Record ${second.recordNo}: photo ${word(ofOther.sha256)} differs from the audit trail`,
    ],
  ],
  [
    'two records have exchanged theirs',
    () => async (db) => {
      await changed({ qcValueBaseId: second.qcValueBaseId }, first.photoId)(db)
      await changed({ qcValueBaseId: first.qcValueBaseId }, second.photoId)(db)
    },
    () =>
      [first, second].flatMap(({ recordNo }) =>
        [first, second].map(({ sha256 }) => `Record ${recordNo}: photo ${word(sha256)} differs from the audit trail`),
      ),
  ],
  [
    'two records have exchanged what they show',
    () => async (db) => {
      const rows = await db.select().from(photos)
      const [a, b] = [first, second].map(({ photoId }) => rows.find((row) => row.photoId === photoId)!)
      const shown = ({ content, sha256, bytes, width, height }: NonNullable<typeof a>) => {
        return { content, sha256, bytes, width, height }
      }
      await changed(shown(b!), a!.photoId)(db)
      await changed(shown(a!), b!.photoId)(db)
    },
    () =>
      [first, second].flatMap(({ recordNo }) =>
        [first, second].map(({ sha256 }) => `Record ${recordNo}: photo ${word(sha256)} differs from the audit trail`),
      ),
  ],
  [
    'it was changed and given an id that nobody can ask for',
    () => changed({ content: other, photoId: -second.photoId }, second.photoId),
    () => [
      `The photo ${second.recordNo}-${-second.photoId}.png of record ${second.recordNo} no longer shows what was added`,
    ],
  ],
  [
    'it was given an id that nobody can ask for',
    () => changed({ photoId: -second.photoId }, second.photoId),
    () => [
      `The photo ${second.recordNo}-${-second.photoId}.png of record ${second.recordNo} no longer shows what was added`,
    ],
  ],
  [
    'it was taken away',
    () => gone(second.photoId),
    () => [`Record ${second.recordNo}: photo ${word(second.sha256)} differs from the audit trail`],
  ],
  [
    'it was put to another item',
    () => changed({ itemKey: template.keys['leak'] }, second.photoId),
    () => [
      `Record ${second.recordNo}: photo ${word(second.sha256)} differs from the audit trail`,
      `Record ${second.recordNo}: photo ${word(second.sha256)} differs from the audit trail`,
    ],
  ],
  [
    'somebody else is to have added it',
    () => changed({ addedBy: plant.colleague.userId }, second.photoId),
    () => [`Record ${second.recordNo}: photo ${word(second.sha256)} differs from the audit trail`],
  ],
  [
    'it is to have been taken away by a correction',
    () => changed({ removedAt: 5 }, second.photoId),
    () => [
      `Record ${second.recordNo}: photo ${word(second.sha256)} differs from the audit trail`,
      `Record ${second.recordNo}: removed photo ${word(second.sha256)} differs from the audit trail`,
    ],
  ],
  [
    'one was put in',
    () => (db) =>
      db.insert(photos).values({
        ...ofOther,
        qcValueBaseId: second.qcValueBaseId,
        content: other,
        mediaType: 'image/png',
        addedBy: plant.inspector.userId,
        addedAt: 1,
      }),
    () => [`Record ${second.recordNo}: photo ${word(ofOther.sha256)} differs from the audit trail`],
  ],
  [
    'one that a correction had taken away is gone',
    () => gone(removed.photoId),
    () => [`Record ${first.recordNo}: removed photo ${word(removed.sha256)} differs from the audit trail`],
  ],
  [
    'one that a correction had taken away shows something else',
    () => changed({ content: other }, removed.photoId),
    () => [
      `The photo ${first.recordNo}-${removed.photoId}.png of record ${first.recordNo} no longer shows what was added`,
    ],
  ],
])('verification finds that %s (S71)', async (_, tampering, said) => {
  const { isWhole, faults } = await foundAfter(store, tampering())
  expect([isWhole, faults.map(({ message }) => message).toSorted()]).toEqual([false, said().toSorted()])
})
