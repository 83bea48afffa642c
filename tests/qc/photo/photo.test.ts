import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { hash } from 'node:crypto'
import { count, eq, sum } from 'drizzle-orm'
import { pruneLogs } from '#server/access/operation-log/retention'
import { canonical } from '#server/qc/audit/append'
import { recordContent, signedSha256, type Value, type ValueBase } from '#server/qc/record/content'
import { startApp } from '../../support/app'
import { bytesOf, chunk, extension, jpeg, lossy, png, riff, riffChunk, segment, webp } from '../../support/images'
import { fetchPhoto, sendPhoto, uploaded } from '../../support/qc/photos'
import {
  done,
  draftBy,
  good,
  qcPlant,
  stepped,
  withScope,
  type Plant,
  type PlantTemplate,
} from '../../support/qc/plant'

const app = await startApp()
afterAll(app.close)
const { photos } = app.store.t
let plant: Plant
let template: PlantTemplate
let look: string

beforeAll(async () => {
  plant = await qcPlant(app)
  template = await plant.template({ signLevels: 1 })
  look = template.keys['look']!
})

const at = (id: number) => `/qc/value-base/${id}`
const stored = async () => (await app.store.db.select({ count: count() }).from(photos))[0]!.count
const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'hex')

let widths = 100
/** Of a photo that nobody has uploaded yet. */
const fresh = () => ++widths
const photoBy = (person: { token: string }) => uploaded(app, person, fresh())
/** A draft with one photo of the look. */
async function withPhoto(person = plant.inspector) {
  const hashed = await photoBy(person)
  const record = await draftBy(person, template, good, { photos: [{ itemKey: look, sha256: hashed }] })
  return { record, hashed, photo: record.photos[0]! }
}

/** TIFF of one entry: how the camera was held, in the byte order of a file. */
const tiff = (orientation: number) =>
  `MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0\0\0\0\0`
const PLACE = 'GPS 51.4779 N'

describe('a photo is taken for what its content is, without what a camera wrote beside it (S63, S64)', () => {
  test.each([
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a PNG', png(40, 41), 'image/png'],
    ['a WebP', webp, 'image/webp'],
  ])('%s comes back as it was', async (_, content, mediaType) => {
    const { data, code } = await sendPhoto(app, plant.inspector, content, 'page.html')
    expect({ code, ...data }).toMatchObject({ code: 200, mediaType, bytes: content.length, sha256: sha256(content) })
    const response = await fetchPhoto(app, plant.inspector, data.photoId)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': mediaType,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    })
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(content)
  })

  const cut = (file: Uint8Array, index: number, ...more: (string | Uint8Array)[]) =>
    bytesOf(file.subarray(0, index), ...more, file.subarray(index))
  const exif = (orientation: number) => `Exif\0\0${tiff(orientation)}${PLACE}`
  const plain = png(42, 43)
  const extended = bytesOf(extension('\x0c'), lossy)
  test.each([
    [
      'a JPEG',
      cut(
        jpeg,
        2,
        segment(0xe1, exif(6)),
        segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${PLACE}`),
        segment(0xfe, PLACE),
      ),
      [16, 24],
    ],
    [
      'a PNG',
      cut(plain, 33, chunk('eXIf', bytesOf(tiff(6), PLACE)), chunk('tEXt', bytesOf(`Comment\0${PLACE}`))),
      [43, 42],
    ],
    [
      'a WebP',
      riff(bytesOf(extended, riffChunk('EXIF', bytesOf(exif(6))), riffChunk('XMP ', bytesOf(PLACE)))),
      [16, 24],
    ],
  ])('%s loses place and text, and stays turned as the camera was held', async (_, content, shown) => {
    const { data, code } = await sendPhoto(app, plant.inspector, content)
    expect(code).toBe(200)
    const kept = Buffer.from(await (await fetchPhoto(app, plant.inspector, data.photoId)).arrayBuffer())
    expect(kept.includes('GPS')).toBe(false)
    expect(kept.includes(Buffer.from('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0', 'latin1'))).toBe(true)
    expect([data.width, data.height]).toEqual(shown)
    const again = await sendPhoto(app, plant.inspector, new Uint8Array(kept))
    expect(again.data).toEqual(data)
  })

  test('one that was held upright is written no orientation', async () => {
    const { data } = await sendPhoto(app, plant.inspector, cut(jpeg, 2, segment(0xe1, exif(1))))
    expect(data).toMatchObject({ sha256: sha256(jpeg), width: 24, height: 16 })
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each([
    ['an SVG', bytesOf(svg), 'a.svg'],
    ['a page', bytesOf('<!doctype html><script>alert(1)</script>'), 'a.jpg'],
    ['a GIF', bytesOf('GIF89a\x01\0\x01\0\0\0\0;'), 'a.gif'],
    ['a cut JPEG', jpeg.subarray(0, 100), 'a.jpg'],
    ['a PNG with a page behind it', bytesOf(png(40, 40), svg), 'a.png'],
    ['nothing', new Uint8Array(), 'a.png'],
  ])('%s is refused', async (_, content, name) => {
    const before = await stored()
    expect(await sendPhoto(app, plant.inspector, new Uint8Array(content), name)).toMatchObject({
      code: 400,
      errors: { file: expect.stringContaining('JPEG, PNG or WebP') },
    })
    expect(await stored()).toBe(before)
  })

  test.each([
    ['more pixels than may be decoded', png(1, 1, [5000, 5000]), 400],
    ['an edge that is too long', png(1, 1, [9000, 10]), 400],
    ['edges of gigapixels', png(1, 1, [0xffffffff, 0xffffffff]), 400],
    ['more bytes than the setting allows', bytesOf(png(40, 40), 'x'.repeat(2 * 1024 * 1024)), 413],
    ['more bytes than any setting allows', bytesOf(png(40, 40), 'x'.repeat(5 * 1024 * 1024)), 413],
  ])('%s: refused by the header, before anything decodes it', async (_, content, code) => {
    expect(await sendPhoto(app, plant.inspector, content)).toMatchObject({ code, errors: { file: expect.any(String) } })
  })
})

describe('a photo belongs to a record or one of its items', () => {
  test('it comes with the record, which names it, and goes with a change that leaves it out', async () => {
    const [ofItem, ofRecord] = [await photoBy(plant.inspector), await photoBy(plant.inspector)]
    const photos = [{ itemKey: look, sha256: ofItem }, { sha256: ofRecord }]
    const made = await draftBy(plant.inspector, template, good, { photos })
    expect(made.photos).toMatchObject([
      { itemKey: look, sha256: ofItem, mediaType: 'image/png', height: 30, addedBy: plant.inspector.userId },
      { itemKey: null, sha256: ofRecord },
    ])
    const id = made.qcValueBaseId
    expect(done(await plant.reviewer.get(at(id))).photos).toEqual(made.photos)
    expect(done(await plant.reviewer.get(`${at(id)}/print`)).photos).toEqual(made.photos)
    const same = done(await plant.inspector.put(at(id), { lockVersion: made.lockVersion, remark: 'as it was' }))
    expect(same.photos).toEqual(made.photos)
    const { lockVersion } = same
    const less = done(await plant.inspector.put(at(id), { lockVersion, photos: [{ sha256: ofRecord }] }))
    expect(less.photos).toEqual([made.photos[1]])
    expect(less.lockVersion).toBe(lockVersion + 1)
    expect((await fetchPhoto(app, plant.inspector, made.photos[0].photoId)).status).toBe(404)
  })

  test('a record that a device sends again is one record with its photos once, uploaded again or not', async () => {
    const width = fresh()
    const hashed = await uploaded(app, plant.inspector, width)
    const clientUid = `photo-${crypto.randomUUID()}`
    const input = { clientUid, photos: [{ itemKey: look, sha256: hashed }] }
    const before = await stored()
    expect(await uploaded(app, plant.inspector, width)).toBe(hashed) // the answer was lost
    expect(await stored()).toBe(before)
    const made = await draftBy(plant.inspector, template, good, input)
    expect(await draftBy(plant.inspector, template, good, input)).toEqual(made)
    await uploaded(app, plant.inspector, width)
    const again = await draftBy(plant.inspector, template, good, input)
    expect([again.photos, again.lockVersion]).toEqual([made.photos, made.lockVersion])
    const change = { lockVersion: made.lockVersion, photos: input.photos }
    expect(done(await plant.inspector.put(at(made.qcValueBaseId), change)).lockVersion).toBe(made.lockVersion)
  })

  test('twenty uploads of one photo at once are one photo', async () => {
    const width = fresh()
    const before = await stored()
    const answers = await Promise.all(Array.from({ length: 20 }, () => uploaded(app, plant.inspector, width)))
    expect([new Set(answers).size, await stored()]).toEqual([1, before + 1])
  })

  test('one photo may show two items, and one of them alone again', async () => {
    const hashed = await photoBy(plant.inspector)
    const both = [look, template.keys['leak']!].map((itemKey) => ({ itemKey, sha256: hashed }))
    const made = await draftBy(plant.inspector, template, good, { photos: both })
    const ids = made.photos.map(({ photoId }: { photoId: number }) => photoId)
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect((await fetchPhoto(app, plant.inspector, id)).status).toBe(200)
    const change = { lockVersion: made.lockVersion, photos: [both[1]] }
    const { photos } = done(await plant.inspector.put(at(made.qcValueBaseId), change))
    expect(photos).toEqual([made.photos[1]])
  })

  test('one of a draft is put to another item without being uploaded again', async () => {
    const { record, hashed } = await withPhoto()
    const change = { lockVersion: record.lockVersion, photos: [{ itemKey: template.keys['leak']!, sha256: hashed }] }
    const { photos } = done(await plant.inspector.put(at(record.qcValueBaseId), change))
    expect(photos).toMatchObject([{ itemKey: template.keys['leak'], sha256: hashed }])
    expect((await fetchPhoto(app, plant.inspector, photos[0].photoId)).status).toBe(200)
  })

  test.each([
    ['one that nobody has uploaded', async () => ({ sha256: '0'.repeat(64) }), 'photos.0.sha256'],
    [
      'one that somebody else has uploaded',
      async () => ({ sha256: await photoBy(plant.colleague) }),
      'photos.0.sha256',
    ],
    ['one of another record', async () => ({ sha256: (await withPhoto()).hashed }), 'photos.0.sha256'],
    [
      'one of an item that is not there',
      async () => ({ itemKey: 'x', sha256: await photoBy(plant.inspector) }),
      'photos.0.itemKey',
    ],
    ['what is no hash', async () => ({ sha256: '../../etc/passwd' }), 'photos.0.sha256'],
  ])('%s is refused', async (_, photo, field) => {
    const input = { templateId: template.templateId, photos: [await photo()] }
    expect(await plant.inspector.post('/qc/value-base', input)).toMatchObject({
      code: 400,
      errors: { [field]: expect.any(String) },
    })
  })

  test('once submitted it is as closed as the values', async () => {
    const { record, photo } = await withPhoto()
    const submitted = await stepped(plant.inspector, 'submit', record)
    const id = record.qcValueBaseId
    const change = { lockVersion: submitted.lockVersion, photos: [] }
    expect((await plant.inspector.put(at(id), change)).code).toBe(409)
    for (const tampering of [
      () => app.store.tx((db) => db.delete(photos).where(eq(photos.photoId, photo.photoId))),
      () => app.store.tx((db) => db.update(photos).set({ removedAt: 1 }).where(eq(photos.photoId, photo.photoId))),
      () => app.store.tx((db) => db.update(photos).set({ sha256: 'x' }).where(eq(photos.photoId, photo.photoId))),
      () => app.store.tx((db) => db.update(photos).set({ qcValueBaseId: 1 }).where(eq(photos.photoId, photo.photoId))),
    ]) {
      await expect(tampering()).rejects.toThrow()
    }
  })

  test('a correction takes it away with a reason, tells of it, and keeps it', async () => {
    const { record, photo, hashed } = await withPhoto()
    const submitted = await stepped(plant.inspector, 'submit', record)
    const rejected = await stepped(plant.approver, 'reject', submitted, { reason: 'blurred' })
    const id = record.qcValueBaseId
    const sharp = await photoBy(plant.inspector)
    const change = { lockVersion: rejected.lockVersion, photos: [{ itemKey: look, sha256: sharp }] }
    expect(await plant.inspector.put(at(id), change)).toMatchObject({
      code: 400,
      errors: { reasonCode: expect.any(String) },
    })
    const reasons = { reasonCode: 'other', reason: 'a sharp one' }
    const corrected = done(await plant.inspector.put(at(id), { ...change, ...reasons }))
    expect(corrected.photos).toMatchObject([{ itemKey: look, sha256: sharp }])
    expect(corrected.removedPhotos).toEqual([photo])
    expect(corrected.corrections).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ itemKey: look, field: 'photo', old: null, new: sharp, reason: 'a sharp one' }),
        expect.objectContaining({ itemKey: look, field: 'photo', old: hashed, new: null, reason: 'a sharp one' }),
      ]),
    )
    expect((await fetchPhoto(app, plant.approver, photo.photoId)).status).toBe(200)
    expect(corrected.signatures).toMatchObject([{ meaning: 'rejected', state: 'superseded' }])
    const { list } = done(await plant.reviewer.get(`${at(id)}/audit?pageSize=100`))
    expect(list.map(({ action, field }: { action: string; field: string }) => `${action} ${field}`)).toContain(
      `correct photo:${look}:${sharp}`,
    )
    const back = { lockVersion: corrected.lockVersion, photos: [{ itemKey: look, sha256: hashed }], ...reasons }
    const restored = done(await plant.inspector.put(at(id), back))
    expect(restored.photos).toMatchObject([{ itemKey: look, sha256: hashed }])
    expect(restored.removedPhotos.length).toBe(2)
  })

  test('whoever adds one to the record of another is one of its authors, and the trail tells of it', async () => {
    const plain = await draftBy(plant.inspector, template)
    const sha = await photoBy(plant.colleague)
    const change = { lockVersion: plain.lockVersion, photos: [{ sha256: sha }] }
    const changed = done(await plant.colleague.put(at(plain.qcValueBaseId), change))
    expect(changed.authors).toContain(plant.colleague.userId)
    const { list } = done(await plant.reviewer.get(`${at(plain.qcValueBaseId)}/audit`))
    expect(list[0]).toMatchObject({
      action: 'update',
      field: `photo::${sha}`,
      old: null,
      actorId: plant.colleague.userId,
    })
  })

  test('the sheet of records names it beside its item, and those of the record in the first row', async () => {
    const [ofItem, ofRecord] = [await photoBy(plant.inspector), await photoBy(plant.inspector)]
    const made = await draftBy(plant.inspector, template, good, {
      photos: [{ itemKey: look, sha256: ofItem }, { sha256: ofRecord }],
    })
    const sheet = String((await plant.admin.get(`/qc/export?format=csv&recordNo=${made.recordNo}`)).data)
    const [header, ...rows] = sheet
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','))
    const [item, photo] = [header!.indexOf('Item'), header!.indexOf('Photos')]
    const [first, second] = made.photos.map(({ photoId }: { photoId: number }) => `${made.recordNo}-${photoId}.png`)
    const named = rows.filter((row) => row[photo] !== '').map((row) => [row[item], row[photo]])
    expect(named).toEqual([
      ['thickness', second],
      ['look', first],
    ])
  })
})

describe('who sees it', () => {
  test('whoever sees its record, in the data scope, with the right; and an upload its sender alone (S33, S34, S40)', async () => {
    const { photo } = await withPhoto()
    const elsewhere: number = done(await plant.admin.post('/dept', { parentId: 0, deptName: 'elsewhere' }))
    const outsider = await withScope(app, await app.signedIn('qc:record:list'), '3', elsewhere)
    const insider = await withScope(app, await app.signedIn('qc:record:list'), '3', plant.deptId)
    const alone = await withScope(app, await app.signedIn('qc:record:list'), '5', plant.deptId)
    const without = await app.signedIn('qc:product:list')
    const statusFor = async (who: { token: string }, id = photo.photoId) => (await fetchPhoto(app, who, id)).status
    expect(await statusFor(plant.reviewer)).toBe(200)
    expect(await statusFor(insider)).toBe(200)
    expect(await statusFor(outsider)).toBe(404)
    expect(await statusFor(alone)).toBe(404) // the draft of another
    expect(await statusFor(without)).toBe(403)
    expect(await statusFor({ token: 'none' })).toBe(401)
    expect(await statusFor(plant.reviewer, 1_000_000)).toBe(404)
    const { data } = await sendPhoto(app, plant.inspector, png(fresh(), 30))
    expect(await statusFor(plant.inspector, data.photoId)).toBe(200)
    expect(await statusFor(plant.admin, data.photoId)).toBe(404)
    const path = await app.app.request(`/static/uploadfile/${photo.sha256.slice(0, 22)}.png`)
    expect(path.status).toBe(404)
  })

  test('nobody adds one to a record outside of the own data scope, or without the right to change records', async () => {
    const { record } = await withPhoto()
    const alone = await withScope(app, await app.signedIn('qc:record:add', 'qc:record:edit'), '5', plant.deptId)
    const change = { lockVersion: record.lockVersion, photos: [{ sha256: await photoBy(alone) }] }
    expect((await alone.put(at(record.qcValueBaseId), change)).code).toBe(404)
    expect((await sendPhoto(app, plant.viewer, png(40, 40))).code).toBe(403)
    expect((await sendPhoto(app, { token: 'none' }, png(40, 40))).code).toBe(401)
  })
})

test('an upload of whoever may send it has longer to arrive than other requests; others get no longer (S91)', async () => {
  const allowed: number[] = []
  const env = { allowSeconds: (seconds: number) => void allowed.push(seconds) }
  const sent = async ({ token }: { token: string }, path: string) => {
    const body = new FormData()
    body.append('file', new Blob([png(fresh(), 30)]), 'a.png')
    const headers = { authorization: `Bearer ${token}` }
    return (await app.app.request(`/api/v1${path}`, { method: 'POST', headers, body }, env)).status
  }
  await sent({ token: 'none' }, '/qc/photo')
  await sent(plant.viewer, '/qc/photo')
  await sent(plant.inspector, '/role')
  expect(allowed).toEqual([])
  expect(await sent(plant.inspector, '/qc/photo')).toBe(200)
  expect(allowed).toEqual([255])
})

describe('how many there may be', () => {
  const set = async (values: object) =>
    done(
      await plant.admin.put(
        '/set-config',
        Object.entries(values).map(([configKey, configValue]) => ({ configKey, configValue })),
      ),
    )

  test('so many of one record, of such a length, and so much of all', async () => {
    await set({ qc_photosPerRecord: '1', qc_photoKilobytes: '50' })
    const two = [{ sha256: await photoBy(plant.inspector) }, { sha256: await photoBy(plant.inspector) }]
    const input = { templateId: template.templateId, photos: two }
    expect(await plant.inspector.post('/qc/value-base', input)).toMatchObject({
      code: 400,
      errors: { photos: 'At most 1 photo in one record' },
    })
    const one = await draftBy(plant.inspector, template, good, { photos: two.slice(0, 1) })
    const { code } = await plant.inspector.put(at(one.qcValueBaseId), { lockVersion: one.lockVersion, photos: two })
    expect(code).toBe(400)
    const long = bytesOf(jpeg.subarray(0, 2), segment(0xe2, `ICC_PROFILE\0${'x'.repeat(60_000)}`), jpeg.subarray(2))
    expect((await sendPhoto(app, plant.inspector, long)).code).toBe(413)
    await set({ qc_photosPerRecord: '', qc_photoKilobytes: '', qc_photoStorageMegabytes: '1' })
    const filling = bytesOf(...Array.from({ length: 17 }, () => segment(0xe2, `ICC_PROFILE\0${'x'.repeat(65_000)}`)))
    const huge = bytesOf(jpeg.subarray(0, 2), filling, jpeg.subarray(2))
    expect(await sendPhoto(app, plant.inspector, huge)).toMatchObject({
      code: 422,
      errors: { file: expect.stringContaining('1 MB') },
    })
    await set({ qc_photoStorageMegabytes: '' })
    expect((await sendPhoto(app, plant.inspector, huge)).code).toBe(200)
  })

  test('corrections that take one away and bring it back copy no more than there is room for (S27)', async () => {
    const { record, hashed } = await withPhoto()
    const submitted = await stepped(plant.inspector, 'submit', record)
    let { lockVersion } = await stepped(plant.approver, 'reject', submitted, { reason: 'blurred' })
    const reasons = { reasonCode: 'other', reason: 'again' }
    const correct = (...sent: object[]) =>
      plant.inspector.put(at(record.qcValueBaseId), { lockVersion, photos: sent, ...reasons })
    ;({ lockVersion } = done(await correct()))
    const total = app.store.db.select({ bytes: sum(photos.bytes) }).from(photos)
    const megabytes = Math.floor(Number((await total)[0]!.bytes) / 1024 ** 2)
    await set({ qc_photoStorageMegabytes: String(megabytes) })
    expect(await correct({ itemKey: look, sha256: hashed })).toMatchObject({
      code: 422,
      errors: { photos: expect.stringContaining(`${megabytes} MB`) },
    })
    await set({ qc_photoStorageMegabytes: '' })
    expect((await correct({ itemKey: look, sha256: hashed })).code).toBe(200)
  })

  test('a record keeps two hundred at most, with those that corrections have taken away (S27)', async () => {
    const { record, hashed, photo } = await withPhoto()
    const [row] = await app.store.db.select().from(photos).where(eq(photos.photoId, photo.photoId))
    const { photoId: _id, ...facts } = row!
    const gone = Array.from({ length: 199 }, (_, index) => ({ ...facts, sha256: `gone ${index}`, removedAt: 1 }))
    await app.store.tx(async (db) => {
      for (const one of gone) await db.insert(photos).values(one)
    })
    const more = [{ itemKey: look, sha256: hashed }, { sha256: await photoBy(plant.inspector) }]
    const change = { lockVersion: record.lockVersion, photos: more }
    expect(await plant.inspector.put(at(record.qcValueBaseId), change)).toMatchObject({
      code: 400,
      errors: { photos: 'At most 200 photos in one record' },
    })
  })

  test('an upload that no record is saved with is forgotten after a week, one of a record never', async () => {
    const { photo } = await withPhoto()
    const { data } = await sendPhoto(app, plant.inspector, png(fresh(), 30))
    const lives = { loginLogMs: 1e12, operationLogMs: 1e12, trashMs: 1e12 }
    const has = async (id: number) => (await fetchPhoto(app, plant.inspector, id)).status === 200
    await pruneLogs(app.store, Date.now() + 6 * 86_400_000, lives)
    expect(await has(data.photoId)).toBe(true)
    await pruneLogs(app.store, Date.now() + 8 * 86_400_000, lives)
    expect([await has(data.photoId), await has(photo.photoId)]).toEqual([false, true])
  })

  test('one that is sent again late is kept for a week from then', async () => {
    let clock = Date.now()
    const later = await startApp({ now: () => clock, settings: { sessionIdleMs: 1e12, sessionMaxMs: 2e12 } })
    try {
      const { inspector, ...line } = await qcPlant(later)
      const { templateId } = await line.template()
      const file = png(fresh(), 30)
      const sent = async () => (await sendPhoto(later, inspector, file)).data
      const first = await sent()
      clock += 7 * 86_400_000 - 60_000
      const again = await sent()
      expect(again.sha256).toBe(first.sha256)
      expect(await sent()).toEqual(again)
      clock += 120_000
      await pruneLogs(later.store, clock, { loginLogMs: 1e12, operationLogMs: 1e12, trashMs: 1e12 })
      const record = await inspector.post('/qc/value-base', { templateId, photos: [{ sha256: again.sha256 }] })
      expect(done(record).photos).toMatchObject([{ photoId: again.photoId }])
    } finally {
      await later.close()
    }
  })
})

/** As 0.2.0 and every version before photos signed it. */
test('what was signed before there were photos reads the same, byte for byte', () => {
  const record = {
    recordNo: 'C21-261120-0007',
    productId: 1,
    templateId: 2,
    versionId: 3,
    lotId: 4,
    equipmentId: null,
    shiftId: 5,
    businessDay: '2026-11-20',
    operatorId: 6,
    operatorName: '李工 (li)',
    createBy: 6,
    signLevels: 2,
    source: 'manual',
    inspectedAt: 1795132800000,
    tzMin: 480,
    retestOf: null,
    remark: '首件',
    judgement: 'OK',
    ngItems: 0,
    warnItems: 0,
    missingItems: 0,
  } as ValueBase
  const measured = { state: 'present', missingCode: null, raw: '10.01', num: 10.01, den: null, judgement: 'OK' }
  const value = { ...measured, gaugeId: 7, confirmed: false, enteredBy: 6 }
  const values = [
    { itemKey: 'b', sampleNo: 1, ...value },
    { itemKey: 'a', sampleNo: 2, ...value, gaugeOverdueSince: 1795046400000 },
    { itemKey: 'a', sampleNo: 1, ...value },
  ] as Value[]
  const content = recordContent(record, values, [])
  const signed = signedSha256(content, { rev: 1, contentSha256: 'e'.repeat(64), disposition: null })
  expect([sha256(Buffer.from(canonical(content))), signed]).toEqual([
    'c842857ddf0abafc8e82800e5a5cd1a00837756af193adb2f3faafb98670e71a',
    '9ff11f7029ab3e50bd94333f8aaa3ffed279b33dd05b230252110dd6d586dabf',
  ])
})
