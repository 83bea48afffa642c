import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { seedDemo } from '#seed/index'
import type { Store } from '#server/platform/store/index'
import { startApp, type App } from '../support/app'
import { openTestStore } from '../support/store'

let app: App
let admin: Awaited<ReturnType<App['signedIn']>>
beforeAll(async () => {
  app = await startApp()
  admin = await app.signedIn('*:*:*')
})
afterAll(() => app.close())

const resources = [
  {
    what: 'a department',
    path: '/dept',
    name: { deptName: '夜班组', deptNameEn: 'Night crew' },
    rest: { parentId: 0 },
    list: '/dept?deptName=',
  },
  {
    what: 'a role',
    path: '/role',
    name: { roleName: '夜班员', roleNameEn: 'Night operator' },
    rest: { roleKey: 'night', remark: '夜间', remarkEn: 'At night' },
    list: '/role?roleName=',
  },
  {
    what: 'a post',
    path: '/post',
    name: { postName: '夜班长', postNameEn: 'Night lead' },
    rest: { postCode: 'NL', remark: '夜间', remarkEn: 'At night' },
    list: '/post?postName=',
  },
  {
    what: 'a dictionary',
    path: '/dict/type',
    name: { dictName: '夜班字典', dictNameEn: 'Night words' },
    rest: { dictType: 'night_words', remark: '夜间', remarkEn: 'At night' },
    list: '/dict/type?dictName=',
  },
  {
    what: 'a job',
    path: '/sysjob',
    name: { jobName: '夜间统计', jobNameEn: 'Nightly statistics' },
    rest: { invokeTarget: 'statistics', cronExpression: '0 4 * * *' },
    list: '/sysjob?jobName=',
  },
]

describe.each(resources)('$what', ({ path, name, rest, list }) => {
  const [[field, chinese], [fieldEn, english]] = Object.entries(name) as [[string, string], [string, string]]
  const found = async (search: string) => {
    const { data } = await admin.get(`${list}${encodeURIComponent(search)}`)
    return (data.list ?? data) as Record<string, unknown>[]
  }

  test('has a name in English of its own, is found by either, and keeps it when a client knows none', async () => {
    const { data: id } = await admin.post(path, { ...rest, ...name })
    const fields = { ...rest, ...name }
    expect((await admin.get(`${path}/${id}`)).data).toMatchObject(fields)
    expect(await found(chinese)).toMatchObject([name])
    expect(await found(english.toUpperCase())).toMatchObject([name])

    const { remarkEn: _remarkEn, ...known } = rest as Record<string, unknown>
    const address = path === '/sysjob' ? path : `${path}/${id}`
    await admin.put(address, { ...known, jobId: id, [field]: `${chinese}二` })
    expect((await admin.get(`${path}/${id}`)).data).toMatchObject({ ...fields, [field]: `${chinese}二` })

    await admin.delete(path, { ids: [id] })
    await admin.post(`${path}/restore`, { ids: [id] })
    expect((await admin.get(`${path}/${id}`)).data).toMatchObject({ [fieldEn]: english })
  })

  test('needs none, and takes none that is too long', async () => {
    const changed = Object.entries(rest).map(([key, value]) => [key, /Code|Key|Type/.test(key) ? 'without' : value])
    const body = { ...Object.fromEntries(changed), [field]: '没有英文' }
    const long = await admin.post(path, { ...body, [fieldEn]: 'x'.repeat(65) })
    expect(long).toMatchObject({ code: 400, errors: { [fieldEn]: expect.stringContaining('64') } })
    const { data: id } = await admin.post(path, body)
    expect((await admin.get(`${path}/${id}`)).data).toMatchObject({ [fieldEn]: '' })
  })
})

test('who belongs to them is told of both names: in lists, forms, their own record, their session, and a sheet', async () => {
  const dept = (await admin.post('/dept', { parentId: 0, deptName: '英文部', deptNameEn: 'Translation' })).data
  const post = (await admin.post('/post', { postName: '译员', postNameEn: 'Translator', postCode: 'TR' })).data
  const [role] = (await admin.get('/role?roleKey=inspector')).data.list
  const person = { username: 'li.na', nickName: '李娜', password: 'a good long password', deptId: dept, postId: post }
  await admin.post('/sys-user', { ...person, roleIds: [role.roleId] })
  const { list } = (await admin.get('/sys-user?username=li.na')).data
  expect(list).toMatchObject([
    {
      dept: { deptName: '英文部', deptNameEn: 'Translation' },
      post: { postName: '译员', postNameEn: 'Translator' },
      roleNames: ['检验员'],
      roleNamesEn: ['Inspector'],
    },
  ])
  expect((await admin.get('/deptTree')).data).toContainEqual({ id: dept, label: '英文部', labelEn: 'Translation' })
  const sheetIn = async (language: string) => {
    const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': language }
    return (await app.app.request('/api/v1/sys-user/export?username=li.na', { headers })).text()
  }
  expect(await sheetIn('en')).toContain('Translation,Translator,Inspector')
  expect(await sheetIn('zh-CN')).toContain('英文部,译员,检验员')

  const csv = 'username,nickName,dept,post,roles\nli.li,李丽,translation,Translator,inspector\n'
  const body = new FormData()
  body.append('file', new Blob([csv]), 'users.csv')
  const headers = { authorization: `Bearer ${admin.token}` }
  const imported = await app.app.request('/api/v1/sys-user/import?dryRun=0', { method: 'POST', body, headers })
  expect(await imported.json()).toMatchObject({ code: 200, data: { faults: [] } })
  expect((await admin.get('/sys-user?username=li.li')).data.list).toMatchObject([
    { deptId: dept, postId: post, roleNames: ['检验员'] },
  ])
})

describe('what is seeded', () => {
  const hasChinese = (text: string) => /\p{Script=Han}/u.test(text)
  let store: Store
  beforeAll(async () => {
    store = await openTestStore()
    await seedDemo(store, () => 'caliper-demo-2026')
  })
  afterAll(() => store.close())

  async function names() {
    const { db, t } = store
    const [depts, roles, posts, jobs, types] = await Promise.all([
      db.select({ name: t.depts.deptName, en: t.depts.deptNameEn }).from(t.depts).orderBy(t.depts.deptId),
      db
        .select({ name: t.roles.roleName, en: t.roles.roleNameEn, remark: t.roles.remark, remarkEn: t.roles.remarkEn })
        .from(t.roles)
        .orderBy(t.roles.roleId),
      db.select({ name: t.posts.postName, en: t.posts.postNameEn }).from(t.posts).orderBy(t.posts.postId),
      db.select({ name: t.jobs.jobName, en: t.jobs.jobNameEn }).from(t.jobs).orderBy(t.jobs.jobId),
      db
        .select({
          name: t.dictTypes.dictName,
          en: t.dictTypes.dictNameEn,
          remark: t.dictTypes.remark,
          remarkEn: t.dictTypes.remarkEn,
        })
        .from(t.dictTypes)
        .orderBy(t.dictTypes.id),
    ])
    return [...depts, ...roles, ...posts, ...jobs, ...types] as Record<'name' | 'en' | 'remark' | 'remarkEn', string>[]
  }

  test('has a name and a remark in English, each in a field of its own', async () => {
    const all = await names()
    expect(all.length).toBeGreaterThan(40)
    expect(all.filter(({ name, en }) => en === '' || hasChinese(en) || /[A-Za-z]{4}/.test(name))).toEqual([])
    expect(all.filter(({ remark = '', remarkEn = '' }) => (remark === '') !== (remarkEn === ''))).toEqual([])
    expect(all.filter(({ remarkEn = '' }) => hasChinese(remarkEn))).toEqual([])
  })

  test('gets it once in a database that is older, unless somebody calls it otherwise by now', async () => {
    const before = await names()
    const { depts, roles, posts, jobs, dictTypes, seeds } = store.t
    await store.tx(async (db) => {
      await db.update(depts).set({ deptNameEn: '' })
      await db.update(roles).set({ roleNameEn: '', remarkEn: '' })
      await db.update(posts).set({ postNameEn: '' })
      await db.update(jobs).set({ jobNameEn: '' })
      await db.update(dictTypes).set({ dictNameEn: '', remarkEn: '' })
      await db.update(depts).set({ deptName: '总公司' }).where(eq(depts.deptName, '总部'))
      await db.update(roles).set({ roleName: '观众' }).where(eq(roles.roleKey, 'viewer'))
      for (const kind of ['department', 'plant', 'role', 'post', 'job', 'dictionary']) {
        await db.delete(seeds).where(eq(seeds.seedKey, `${kind} names in English`))
      }
    })
    await seedDemo(store, () => 'caliper-demo-2026')
    const own: Record<string, string> = { 总部: '总公司', 访客: '观众' }
    expect(await names()).toEqual(
      before.map((row) => (own[row.name] ? { ...row, name: own[row.name]!, en: '' } : row)) as never,
    )
    await store.tx((db) => db.update(posts).set({ postNameEn: '' }).where(eq(posts.postCode, 'GM')))
    await seedDemo(store, () => 'caliper-demo-2026')
    expect((await names()).find(({ name }) => name === '总经理')).toMatchObject({ en: '' })
  })
})

test.each([
  '/role',
  '/post',
  '/sys-user',
  '/config',
  '/sys-opera-log',
  '/sys-api',
  '/qc/audit',
  '/qc/value-base',
  '/trash',
])('the list %s sends its total under both names', async (path) => {
  const { data } = await admin.get(`${path}?pageSize=1`)
  expect(data.total).toBe(data.count)
  expect(data.total).toBeGreaterThanOrEqual(data.list.length)
})

describe('what other clients alone read can be left out of the list', () => {
  test.each([
    ['/dict/type', 'dictType', ['sys_yes_no', 'sys_notice_type'], ['sys_user_sex', 'qc_stage']],
    ['/config', 'configKey', ['sys_user_initPassword', 'sys_index_skinName'], ['sys_app_name', 'qc_selfReview']],
  ])('%s', async (path, key, others, own) => {
    const keysOf = async (use: string): Promise<string[]> => {
      const { data } = await admin.get(`${path}?pageSize=1000${use}`)
      expect(data.total).toBe(data.list.length)
      return data.list.map((row: Record<string, string>) => row[key])
    }
    const [all, ours, theirs] = [await keysOf(''), await keysOf('&use=own'), await keysOf('&use=other')]
    expect(all).toEqual(expect.arrayContaining([...others, ...own]))
    expect([...ours, ...theirs].toSorted()).toEqual(all.toSorted())
    expect(theirs).toEqual(expect.arrayContaining(others))
    expect(ours).toEqual(expect.arrayContaining(own))
    expect(await keysOf('&use=all')).toEqual(all)
    expect((await admin.get(`${path}?use=mine`)).code).toBe(400)
  })
})

test('what the demo seeds for other clients says so in its remark', async () => {
  const { list } = (await admin.get('/dict/type?use=other&pageSize=100')).data
  expect(list).toHaveLength(9)
  for (const { remark } of list) expect(remark).toContain('本系统的页面不使用')
})
