import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { startApp, type App } from '../support/app'

let app: App
let admin: Awaited<ReturnType<App['signedIn']>>
beforeAll(async () => {
  app = await startApp()
  admin = await app.signedIn('*:*:*')
})
afterAll(() => app.close())

const inspector = { postName: '检验员', postCode: 'inspector', sort: 3, status: 2, remark: '' }
let made = 0
const create = async (change: object = {}) => {
  const answer = await admin.post('/post', { ...inspector, postCode: `post-${++made}`, ...change })
  expect(answer).toMatchObject({ code: 200, msg: 'Created' })
  return answer.data as number
}

describe('bad input is refused at its field, in the language asked for, and nothing is saved', () => {
  test.each([
    ['no name', { postName: '\u200b' }, 'postName', 'Required', '必填'],
    ['no code', { postCode: '' }, 'postCode', 'Required', '必填'],
    ['a code with blanks', { postCode: 'a b' }, 'postCode', 'A letter or digit first', '以字母或数字开头'],
    ['a code too long', { postCode: 'x'.repeat(65) }, 'postCode', 'At most 64 characters', '最多 64 个字符'],
    ['a place that is no number', { sort: 'first' }, 'sort', 'A whole number', ''],
    ['an unknown status', { status: 0 }, 'status', 'Not a valid value', ''],
    ['a remark too long', { remark: 'x'.repeat(256) }, 'remark', 'At most 255 characters', '最多 255 个字符'],
  ])('%s', async (_, change, field, en, zh) => {
    const id = await create()
    const before = (await admin.get('/post')).data
    const body = { ...inspector, postCode: 'another', ...change }
    const answer = await admin.post('/post', body)
    expect(answer).toMatchObject({ code: 400, errors: { [field]: expect.stringContaining(en) } })
    const chinese = await admin.send('POST', '/post', { body, headers: { 'accept-language': 'zh' } })
    expect(chinese.errors).toEqual({ [field]: expect.stringContaining(zh) })
    expect((await admin.put(`/post/${id}`, body)).code).toBe(400)
    expect((await admin.get('/post')).data).toEqual(before)
  })
})

test('the same code in other letters is refused', async () => {
  await create({ postCode: 'once' })
  const msg = 'The code ONCE is already in use'
  expect(await admin.post('/post', { ...inspector, postCode: 'ONCE' })).toMatchObject({
    code: 409,
    msg,
    errors: { postCode: msg },
  })
})

test('a post that users have is not deleted; the answer says which and how many, and none is deleted (S38)', async () => {
  const [free, held] = [await create(), await create({ postName: 'Turner' })]
  const { users } = app.store.t
  for (const user of [await app.signedIn(), await app.signedIn()]) {
    await app.store.tx((db) => db.update(users).set({ postId: held }).where(eq(users.userId, user.userId)))
  }
  expect(await admin.delete('/post', { ids: [free, held] })).toMatchObject({
    code: 409,
    msg: 'Turner still has 2 users and cannot be deleted. Disable it instead',
  })
  expect((await admin.get(`/post/${free}`)).code).toBe(200)
})
