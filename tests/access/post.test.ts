import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
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

async function lastEntry() {
  const { operations } = app.store.t
  const [entry] = await app.store.db.select().from(operations).orderBy(desc(operations.id)).limit(1)
  return entry
}

test('a post can be created, read, changed, deleted and brought back, and each is written down', async () => {
  const { data: id } = await admin.post('/post', inspector)
  expect((await admin.get(`/post/${id}`)).data).toMatchObject({ ...inspector, postId: id })
  expect(await lastEntry()).toMatchObject({ action: 'create', stem: 'post', name: '检验员' })

  const whole = { ...inspector, postId: id, createdAt: 'x', params: {}, status: '1', sort: '4' }
  expect(await admin.put(`/post/${id}`, whole)).toMatchObject({ code: 200, data: id })
  expect((await admin.get(`/post/${id}`)).data).toMatchObject({ status: 1, sort: 4 })
  await admin.put(`/post/${id}`, { postName: '检验员', postCode: 'inspector' })
  expect((await admin.get(`/post/${id}`)).data).toMatchObject({ status: 1, sort: 4 })

  expect((await admin.delete('/post', { ids: [id] })).data).toEqual([id])
  expect((await admin.get(`/post/${id}`)).code).toBe(404)
  expect(await admin.post('/post/restore', { ids: [id] })).toMatchObject({ code: 200, data: [id] })
  expect((await admin.get(`/post/${id}`)).data).toMatchObject({ status: 1, sort: 4 })
  expect(await lastEntry()).toMatchObject({ action: 'restore', stem: 'post', name: '检验员' })
})

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
    const before = (await admin.get('/post')).data
    const body = { ...inspector, postCode: 'another', ...change }
    const answer = await admin.post('/post', body)
    expect(answer).toMatchObject({ code: 400, errors: { [field]: expect.stringContaining(en) } })
    const chinese = await admin.send('POST', '/post', { body, headers: { 'accept-language': 'zh' } })
    expect(chinese.errors).toEqual({ [field]: expect.stringContaining(zh) })
    const id = before.list[0].postId
    expect((await admin.put(`/post/${id}`, body)).code).toBe(400)
    expect((await admin.get('/post')).data).toEqual(before)
  })
})

test('the same code in other letters is refused; made ten times at once there is one (S49)', async () => {
  await create({ postCode: 'once' })
  const msg = 'The code ONCE is already in use'
  expect(await admin.post('/post', { ...inspector, postCode: 'ONCE' })).toMatchObject({
    code: 409,
    msg,
    errors: { postCode: msg },
  })
  const twin = { ...inspector, postCode: 'twin' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => admin.post('/post', twin)))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array(9).fill(409)])
})

test('the list is filtered and sorted, and exported as it is filtered', async () => {
  await create({ postName: '100%', postCode: 'f-full', sort: 1 })
  await create({ postName: 'Half', postCode: 'f-half', sort: 2, status: 1 })
  const codes = async (search: string) =>
    (await admin.get(`/post${search}`)).data.list.map((post: { postCode: string }) => post.postCode)
  expect(await codes('?postCode=F-')).toEqual(['f-full', 'f-half'])
  expect(await codes('?postName=%25')).toEqual(['f-full'])
  expect(await codes('?postCode=f-&status=1')).toEqual(['f-half'])
  expect(await codes('?postCode=f-&sortOrder=desc&pageSize=1')).toEqual(['f-half'])
  const response = await app.app.request('/api/v1/post/export?postCode=f-', {
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
  })
  const lines = (await response.text()).trim().split('\r\n')
  expect(lines.map((line) => line.split(',').slice(0, 4).join())).toEqual([
    'Post,Post code,Order,Status',
    '100%,f-full,1,Enabled',
    'Half,f-half,2,Disabled',
  ])
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
  expect((await admin.delete('/post', { ids: [free, 4711] })).code).toBe(404)
  expect((await admin.get(`/post/${free}`)).code).toBe(200)
})

test('a deleted post does not come back while another has its code, nor does any other with it', async () => {
  const [one, other] = [await create(), await create({ postCode: 'wanted' })]
  await admin.delete('/post', { ids: [one, other] })
  await create({ postCode: 'wanted' })
  expect((await admin.post('/post/restore', { ids: [one, other] })).code).toBe(409)
  expect((await admin.post('/post/restore', { ids: [one, 4711] })).code).toBe(404)
  expect((await admin.get(`/post/${one}`)).code).toBe(404)
})
