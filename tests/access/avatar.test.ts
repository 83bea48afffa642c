import { afterAll, describe, expect, test } from 'bun:test'
import { MAX_AVATAR_BYTES } from '#shared/access/profile'
import { eq } from 'drizzle-orm'
import { startApp } from '../support/app'
import {
  bytesOf,
  chunk,
  extendedWebp,
  extension,
  jpeg,
  losslessWebp,
  lossy,
  png,
  riff,
  riffChunk,
  segment,
  webp,
} from '../support/images'

const app = await startApp()
const user = await app.signedIn()
const other = await app.signedIn()
afterAll(app.close)

type Part = { field?: string; name?: string; type?: string }

/** A form with one file. */
function form(content: Uint8Array<ArrayBuffer>, { field = 'upload[]', name = 'a.png', type = '' }: Part = {}) {
  const body = new FormData()
  body.append(field, new File([content], name, { type }))
  return body
}

type Sent = { token?: string | undefined; headers?: Record<string, string> }

async function upload(body: FormData | Uint8Array<ArrayBuffer> | string | ReadableStream, sent: Sent = {}) {
  const { token = user.token, headers } = sent
  const response = await app.app.request('/api/v1/user/avatar', {
    method: 'POST',
    headers: { 'accept-language': 'en', ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body,
  })
  return (await response.json()) as { code: number; msg: string; data: string; errors?: Record<string, string> }
}

const files = () => app.store.db.select().from(app.store.t.files)
const avatarOf = async ({ userId }: { userId: number }) => {
  const { users } = app.store.t
  const [row] = await app.store.db.select().from(users).where(eq(users.userId, userId))
  return row!.avatar
}
const get = (path: string) => app.app.request(`/${path}`)

describe('an avatar is served as what its content is, whatever its sender calls it (S63, S64)', () => {
  test.each([
    ['a JPEG', jpeg, 'jpg', 'image/jpeg'],
    ['a PNG', png(40, 40), 'png', 'image/png'],
    ['a WebP', webp, 'webp', 'image/webp'],
    ['a lossless WebP', losslessWebp, 'webp', 'image/webp'],
    ['a WebP with features', extendedWebp, 'webp', 'image/webp'],
  ])('%s called evil.html', async (_, content, ending, mediaType) => {
    const { code, data } = await upload(form(content, { name: '../../evil.html', type: 'text/html' }))
    expect(code).toBe(200)
    expect(data).toMatch(new RegExp(`^static/uploadfile/[\\w-]{22}\\.${ending}$`))
    const served = await get(`${data}?imageView2/1/w/80/h/80`)
    expect(served.status).toBe(200)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': mediaType,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=86400',
    })
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(content)
  })
})

describe('what a camera writes beside the picture, such as where it was taken, is not published', () => {
  const where = 'GPS 31.2304 N 121.4737 E' // of an even length, so that no chunk needs padding
  const profile = segment(0xe2, 'ICC_PROFILE\0\x01\x01colours')
  const adobe = segment(0xee, 'Adobe\0\x64\0\0\0\0\0')
  const intoJpeg = (...parts: Uint8Array[]) => bytesOf(jpeg.slice(0, 20), ...parts, jpeg.slice(20))
  const intoPng = (...parts: Uint8Array[]) => bytesOf(png(40, 40).slice(0, 33), ...parts, png(40, 40).slice(33))
  const text = bytesOf(where)
  const colours = riffChunk('ICCP', bytesOf('colours'))

  test.each<[string, Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]>([
    ['Exif of a JPEG', intoJpeg(segment(0xe1, `Exif\0\0${where}`)), jpeg],
    ['XMP of a JPEG', intoJpeg(segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${where}`)), jpeg],
    ['IPTC and comments of a JPEG', intoJpeg(segment(0xed, where), segment(0xfe, where)), jpeg],
    ['a thumbnail of a JPEG', intoJpeg(segment(0xe0, `JFXX\0${where}`)), jpeg],
    ['further pictures of a JPEG', intoJpeg(segment(0xe2, `MPF\0${where}`)), jpeg],
    ['anything but the colours of a JPEG', intoJpeg(profile, segment(0xe1, where), adobe), intoJpeg(profile, adobe)],
    ['a film behind a JPEG, as phones write it', bytesOf(jpeg, `\0\0\0\x18ftypmp42${where}`), jpeg],
    ['a page behind a JPEG', bytesOf(jpeg, `<script>${where}</script>`), jpeg],
    ['an archive behind a JPEG that ends like one', bytesOf(jpeg, `PK\x03\x04${where}`, '\xff\xd9'), jpeg],
    ['zeros behind a JPEG', bytesOf(jpeg, '\0'.repeat(512)), jpeg],
    ['comments between the scans of a JPEG', bytesOf(jpeg.slice(0, -2), segment(0xfe, where), '\xff\xd9'), jpeg],
    ['Exif of a PNG', intoPng(chunk('eXIf', text)), png(40, 40)],
    ...['tEXt', 'zTXt', 'iTXt', 'tIME', 'prVt'].map(
      (name) => [`${name} of a PNG`, intoPng(chunk(name, text)), png(40, 40)] as const satisfies unknown[],
    ),
    ['anything but the colours of a PNG', intoPng(chunk('gAMA'), chunk('tEXt', text)), intoPng(chunk('gAMA'))],
    [
      'Exif and XMP of a WebP',
      riff(bytesOf(extension('\x2c'), colours, lossy, riffChunk('EXIF', text), riffChunk('XMP ', text))),
      riff(bytesOf(extension('\x20'), colours, lossy)),
    ],
    ['unknown parts of a WebP', riff(bytesOf(extension('\0'), riffChunk('wHat', bytesOf('odd')), lossy)), extendedWebp],
  ])('%s', async (_, content, expected) => {
    const { code, data } = await upload(form(content))
    expect(code).toBe(200)
    const served = new Uint8Array(await (await get(data)).arrayBuffer())
    expect(Buffer.from(served).toString('latin1')).toBe(Buffer.from(expected).toString('latin1'))
  })
})

test('the path is told by getinfo and by the profile as it was answered, and the field may be called file', async () => {
  const { data } = await upload(form(jpeg, { field: 'file' }))
  expect((await user.get('/getinfo')).data.avatar).toBe(data)
  expect((await user.get('/user/profile')).data.user.avatar).toBe(data)
})

test('a new picture takes the place of the one before, and removing it leaves none', async () => {
  const first = (await upload(form(jpeg))).data
  const foreign = (await upload(form(jpeg), { token: other.token })).data
  const second = (await upload(form(webp))).data
  expect((await get(first)).status).toBe(404)
  expect((await get(second)).status).toBe(200)
  expect((await user.delete('/user/avatar', {})).code).toBe(200)
  expect((await get(second)).status).toBe(404)
  expect(await avatarOf(user)).toBe('')
  expect((await user.delete('/user/avatar', {})).code).toBe(200)
  expect((await get(foreign)).status).toBe(200)
})

test("a user whose record names another's file or an address elsewhere takes nothing from anybody", async () => {
  const { users } = app.store.t
  const foreign = (await upload(form(jpeg), { token: other.token })).data
  for (const avatar of [foreign, 'https://example.org/me.png']) {
    await app.store.tx((db) => db.update(users).set({ avatar }).where(eq(users.userId, user.userId)))
    expect((await upload(form(jpeg))).code).toBe(200)
    expect((await get(foreign)).status).toBe(200)
  }
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>'
const html = '<!doctype html><script>alert(1)</script>'
const cut = (bytes: Uint8Array<ArrayBuffer>, by: number) => bytes.slice(0, bytes.length - by)
/** The size stands in the frame's segment, after FF C0. */
function jpegOf(width: number, height: number) {
  const claimed = jpeg.slice()
  new DataView(claimed.buffer).setUint32(Buffer.from(jpeg).indexOf('ffc0', 0, 'hex') + 5, height * 65_536 + width)
  return claimed
}

describe('what is no whole picture of a sane size is refused, and nothing is kept (S63, S64)', () => {
  const notPicture = 'Only a whole JPEG, PNG or WebP picture is accepted'
  const wrongSize = 'Width and height must be 16 to 2048 pixels'
  test.each<[name: string, content: Uint8Array<ArrayBuffer>, says: string]>([
    ['nothing', bytesOf(''), notPicture],
    ['an SVG', bytesOf(svg), notPicture],
    ['an SVG after a byte order mark and an XML header', bytesOf('\xef\xbb\xbf<?xml version="1.0"?>', svg), notPicture],
    ['HTML', bytesOf(html), notPicture],
    ['a GIF', bytesOf('GIF89a\x20\0\x20\0\0\0\0;'), notPicture],
    ['a BMP', bytesOf('BM', new Uint8Array(60)), notPicture],
    ['a PDF', bytesOf('%PDF-1.7'), notPicture],
    ['a GIF that is a script as well', bytesOf('GIF89a/*', html, '*/=1;'), notPicture],
    ['a PNG with a page behind it', bytesOf(png(40, 40), html), notPicture],
    ['a WebP with a page behind it', bytesOf(webp, html), notPicture],
    ['a page with a JPEG behind it', bytesOf(html, jpeg), notPicture],
    ['a JPEG cut at the end', cut(jpeg, 2), notPicture],
    ['a JPEG cut in its tables', jpeg.slice(0, 60), notPicture],
    ['the first bytes of a JPEG', bytesOf('\xff\xd8\xff\xe0'), notPicture],
    ['a JPEG without a scan', bytesOf(jpeg.slice(0, 158), '\xff\xd9'), notPicture],
    ['a JPEG whose segments have no length', bytesOf('\xff\xd8\xff\xe0\0\0\xff\xd9'), notPicture],
    ['a PNG cut at the end', cut(png(40, 40), 4), notPicture],
    ['a PNG without data', bytesOf(png(40, 40).slice(0, 33), chunk('IEND')), notPicture],
    [
      'a PNG whose chunk is longer than the file',
      bytesOf(png(40, 40).slice(0, 33), '\xff\xff\xff\xffIDAT'),
      notPicture,
    ],
    ['a WebP cut at the end', cut(webp, 6), notPicture],
    ['a WebP that claims to be longer', riff(webp.slice(12), 1_000_000), notPicture],
    ['a WebP of an unknown kind', riff(bytesOf('VP9 ', new Uint8Array(40))), notPicture],
    [
      'a WebP that only says what it consists of',
      riff(bytesOf(extension('\0'), riffChunk('EXIF', bytesOf(html)))),
      notPicture,
    ],
    ['a WebP with a page for a picture', riff(riffChunk('VP8 ', bytesOf(html))), notPicture],
    ['a WebP whose last chunk is longer than the file', riff(bytesOf(webp.slice(12), 'EXIF\xff\0\0\0')), notPicture],
    ['a WebP with half a chunk at the end', riff(bytesOf(webp.slice(12), 'EXIF')), notPicture],
    ['a WebP of two pictures', riff(bytesOf(lossy, lossy)), notPicture],
    [
      'a WebP whose picture is of another size than it says',
      riff(bytesOf(extension('\0').fill(9, 12, 13), lossy)),
      notPicture,
    ],
    [
      'a WebP that moves',
      riff(bytesOf(extension('\x02'), riffChunk('ANIM', bytesOf('123456')), riffChunk('ANMF', lossy))),
      notPicture,
    ],
    ['a sound file', bytesOf('RIFF\x24\0\0\0WAVE', new Uint8Array(40)), notPicture],
    ['a PNG that claims 60,000 by 60,000', png(40, 40, [60_000, 60_000]), wrongSize],
    ['a PNG that claims 2,147,483,648 by 40', png(40, 40, [0x8000_0000, 40]), wrongSize],
    ['a PNG of 0 by 40', png(40, 40, [0, 40]), wrongSize],
    ['a PNG of 15 by 40', png(15, 40), wrongSize],
    ['a JPEG that claims 65,535 by 65,535', jpegOf(65_535, 65_535), wrongSize],
    ['a JPEG of 2049 by 16', jpegOf(2049, 16), wrongSize],
  ])('%s', async (_, content, says) => {
    const before = await files()
    expect(await upload(form(content))).toMatchObject({ code: 400, msg: says, errors: { 'upload[]': says } })
    expect(await files()).toEqual(before)
  })

  test.each([
    ['16 by 16', png(16, 16)],
    ['2048 by 2048', png(2048, 2048)],
  ])('%s is accepted', async (_, content) => {
    expect((await upload(form(content))).code).toBe(200)
  })
})

/** A PNG of exactly so many bytes. */
function pngOf(bytes: number) {
  const small = png(40, 40)
  const padding = chunk('teXt', new Uint8Array(bytes - small.length - 12))
  return bytesOf(small.slice(0, 33), padding, small.slice(33))
}

describe('the size is bounded (S63, S91)', () => {
  test('512 kB are accepted, a byte more is 413', async () => {
    expect((await upload(form(pngOf(MAX_AVATAR_BYTES)))).code).toBe(200)
    expect(await upload(form(pngOf(MAX_AVATAR_BYTES + 1)))).toMatchObject({
      code: 413,
      errors: { 'upload[]': 'At most 512 kB' },
    })
  })

  test('a body that says it is too long is refused before it is read', async () => {
    let isRead = false
    const source = {
      pull(controller: ReadableStreamDefaultController) {
        isRead = true
        controller.close()
      },
    }
    const body = new ReadableStream(source, { highWaterMark: 0 })
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '800000' }
    expect((await upload(body, { headers })).code).toBe(413)
    expect(isRead).toBe(false)
  })

  test('a body without a length is read no further than the limit', async () => {
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        if (sent > 100_000_000) controller.close()
        else controller.enqueue(new Uint8Array(65_536))
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' }
    expect((await upload(body, { headers })).code).toBe(413)
    expect(sent).toBeLessThan(2_000_000)
  })
})

describe('a body that is no form with one file is refused (S46, S63)', () => {
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' }
  const twice = form(jpeg)
  twice.append('upload[]', new File([jpeg], 'b.jpg'))
  const inTwoFields = form(jpeg)
  inTwoFields.append('file', new File([jpeg], 'b.jpg'))
  const text = new FormData()
  text.append('upload[]', 'data:image/png;base64,iVBORw0KGgo=')
  test.each<[string, FormData | string, Record<string, string>, number]>([
    ['JSON', '{"upload[]":"x"}', { 'content-type': 'application/json' }, 415],
    ['a form of another kind', 'upload=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a bare picture', 'x', { 'content-type': 'image/png' }, 415],
    ['multipart without a boundary', '--x--', { 'content-type': 'multipart/form-data' }, 415],
    ['an empty boundary', '--x--', { 'content-type': 'multipart/form-data; boundary=' }, 400],
    ['a boundary that is not there', '--y\r\n\r\n--y--', boundary, 400],
    ['no part', '--x--\r\n', boundary, 400],
    [
      'a part without an end',
      '--x\r\nContent-Disposition: form-data; name="upload[]"; filename="a"\r\n\r\n',
      boundary,
      400,
    ],
    ['a part without a name', '--x\r\nContent-Type: image/png\r\n\r\nx\r\n--x--', boundary, 400],
    ['nothing', '', boundary, 400],
    ['a thousand empty parts', '--x\r\n\r\n\r\n'.repeat(1000) + '--x--', boundary, 400],
    ['another field', form(jpeg, { field: 'avatar' }), {}, 400],
    ['the field __proto__', form(jpeg, { field: '__proto__' }), {}, 400],
    ['text in the field', text, {}, 400],
    ['two files in the field', twice, {}, 400],
    ['two files in two fields', inTwoFields, {}, 400],
  ])('%s', async (_, body, headers, code) => {
    const before = await files()
    expect((await upload(body, { headers })).code).toBe(code)
    expect(await files()).toEqual(before)
  })

  test('without a session it is refused unread (S63, S91)', async () => {
    expect((await upload(form(jpeg), { token: '' })).code).toBe(401)
    expect((await upload('nonsense', { token: 'garbage', headers: boundary })).code).toBe(401)
  })
})

describe('a name selects no path: unknown ones are 404, in either mode (S40, S55, S65)', () => {
  test.each([
    `static/uploadfile/${'A'.repeat(22)}.png`,
    `static/uploadfile/${'A'.repeat(22)}.svg`,
    'static/uploadfile/..%2f..%2fcaliper.sqlite',
    'static/uploadfile/%00',
    'static/uploadfile/' + 'x'.repeat(5000),
    'static/uploadfile/%ff%fe',
  ])('%s', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toStartWith('text/plain')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('names are as hard to guess as tokens of 128 bits', async () => {
    const names = await Promise.all(Array.from({ length: 20 }, async () => (await upload(form(jpeg))).data))
    const random = names.map((name) => name.replace('static/uploadfile/', '').replace('.jpg', ''))
    expect(new Set(random).size).toBe(20)
    for (const name of random) expect(Buffer.from(name, 'base64url')).toHaveLength(16)
  })
})
