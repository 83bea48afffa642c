import { DAY_MS, MINUTE_MS } from '#shared/durations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { createUser } from '#server/access/user/queries'
import { hashPassword } from '#server/platform/security/password'
import { policyOf } from '#server/access/settings/policy'
import { readSettings } from '#server/env'
import { settingKeys } from '#shared/access/settings-catalogue'
import { startApp, type App } from '../support/app'
import { jpeg, png } from '../support/images'
import { until } from '../support/until'

let clock = Date.UTC(2026, 10, 21)

let app: App
let admin: Awaited<ReturnType<App['signedIn']>>
beforeAll(async () => {
  app = await startApp({ settings: { captcha: 'never', loginLogMs: 90 * DAY_MS }, now: () => clock })
  admin = await app.signedIn('*:*:*')
})
afterAll(() => app.close())
/** As it was: everything empty. */
afterEach(async () => {
  await save(Object.fromEntries(settingKeys.map((key) => [key, null])))
})

const list = (values: object) => Object.entries(values).map(([configKey, configValue]) => ({ configKey, configValue }))
const save = (values: object) => admin.put('/set-config', list(values))

async function lastEntry() {
  const { operations } = app.store.t
  const [last] = await app.store.db.select().from(operations).orderBy(desc(operations.id)).limit(1)
  return last
}

describe('reading and saving', () => {
  test('answers every setting by its key, and beside them what an empty one stands for', async () => {
    const { data, defaults } = await admin.get('/set-config')
    expect(Object.keys(data).toSorted()).toEqual([...settingKeys].toSorted())
    expect(defaults).toEqual({
      sys_login_captcha: 'never',
      sys_login_initialHours: '72',
      sys_login_passLength: '8',
      sys_session_idleMinutes: '30',
      sys_session_maxMinutes: '720',
      sys_log_loginDays: '90',
      sys_log_operaDays: '400',
      sys_trash_days: '30',
      qc_signaturePassword: 'Y',
      qc_signatureSeries: '0',
      qc_selfReview: 'N',
      qc_blockOverdueGauge: 'N',
      qc_photosPerRecord: '20',
      qc_photoKilobytes: '2048',
      qc_photoStorageMegabytes: '10240',
      qc_yieldTarget: '0',
    })
  })

  test('what was saved is told, public settings before sign-in too; null clears', async () => {
    expect((await save({ sys_app_name: 'Shaft works', sys_index_skinName: 'skin-red' })).msg).toBe('Updated')
    expect((await admin.get('/set-config')).data).toMatchObject({ sys_app_name: 'Shaft works' })
    expect((await app.anyone.get('/app-config')).data).toMatchObject({ sys_app_name: 'Shaft works' })
    await save({ sys_app_name: null })
    expect((await app.anyone.get('/app-config')).data.sys_app_name).toBe('')
  })

  test('all of it can be sent back as it came; what did not change is not written down', async () => {
    await save({ sys_app_name: 'Before', sys_trash_days: 7 })
    const { data } = await admin.get('/set-config')
    expect((await save({ ...data, sys_app_name: 'After' })).code).toBe(200)
    expect(await lastEntry()).toMatchObject({
      action: 'update',
      stem: 'system-settings',
      before: '{"sys_app_name":"Before"}',
      after: '{"sys_app_name":"After"}',
    })
  })

  test('the first password of other clients reads as empty and is not kept', async () => {
    expect((await save({ sys_user_initPassword: '123456' })).code).toBe(200)
    const { configs } = app.store.t
    const rows = await app.store.db.select().from(configs).where(eq(configs.configKey, 'sys_user_initPassword'))
    expect(rows).toMatchObject([{ configValue: '' }])
    expect((await admin.get('/set-config')).data.sys_user_initPassword).toBe('')
  })

  test('needs its own permissions (S32)', async () => {
    const nobody = await app.signedIn('admin:sysConfig:list')
    expect((await nobody.get('/set-config')).code).toBe(403)
    const reader = await app.signedIn('admin:sysConfigSet:list')
    expect((await reader.get('/set-config')).code).toBe(200)
    expect((await reader.put('/set-config', list({ sys_app_name: 'x' }))).code).toBe(403)
  })
})

describe('bad input is refused at the setting, in the language asked for, and nothing of it is saved', () => {
  test.each([
    ['sys_nowhere', 'x', 'no such setting', '没有这项设置'],
    ['demo_accounts', 'x', 'no such setting', '没有这项设置'],
    ['sys_app_name', 'x'.repeat(41), 'At most 40', '最多 40'],
    ['sys_app_name', { a: 1 }, 'Not a valid value', ''],
    ['sys_app_logo', 'https://elsewhere.example/logo.png', 'Upload a picture', '请上传图片'],
    ['sys_app_logo', 'javascript:alert(1)', 'Upload a picture', '请上传图片'],
    ['sys_app_logo', '//elsewhere.example/x.png', 'Upload a picture', '请上传图片'],
    ['sys_login_captcha', '21', 'always, never', 'always、never'],
    ['sys_login_passLength', '7', 'Not less than 8', '不能小于 8'],
    ['sys_login_passLength', '65', 'Not more than 64', '不能大于 64'],
    ['sys_session_idleMinutes', '4', 'Not less than 5', '不能小于 5'],
    ['sys_session_idleMinutes', '7.5', 'whole number', '整数'],
    ['sys_session_idleMinutes', '-9', 'whole number', '整数'],
    ['sys_session_maxMinutes', '29', 'Not less than 30', '不能小于 30'],
    ['sys_session_maxMinutes', '99999999999', 'whole number', '整数'],
    ['sys_log_loginDays', '29', 'Not less than 30', '不能小于 30'],
    ['sys_log_operaDays', '0', 'Not less than 30', '不能小于 30'],
    ['sys_trash_days', 'soon', 'whole number', '整数'],
    ['sys_index_skinName', '<b>', 'Letters, digits', '字母'],
  ])('%s: %j', async (key, value, en, zh) => {
    const before = (await admin.get('/set-config')).data
    const body = list({ sys_app_name: 'good', [key]: value })
    const wrong = await admin.put('/set-config', body)
    expect(wrong.code).toBe(400)
    expect(Object.values(wrong.errors ?? {})).toEqual([expect.stringContaining(en)])
    if (typeof value === 'string') expect(Object.keys(wrong.errors ?? {})).toEqual([key])
    const chinese = await admin.send('PUT', '/set-config', { body, headers: { 'accept-language': 'zh-CN' } })
    expect(Object.values(chinese.errors ?? {})).toEqual([expect.stringContaining(zh)])
    expect((await admin.get('/set-config')).data).toEqual(before)
  })

  test('an idle end beyond the end of the session, whichever of them is changed', async () => {
    const idle = await save({ sys_session_idleMinutes: '721' })
    expect(idle).toMatchObject({ code: 400, errors: { sys_session_idleMinutes: expect.stringContaining('720') } })
    await save({ sys_session_idleMinutes: '60' })
    const max = await save({ sys_session_maxMinutes: '30' })
    expect(max).toMatchObject({ code: 400, errors: { sys_session_maxMinutes: expect.stringContaining('30') } })
    expect((await save({ sys_session_maxMinutes: '30', sys_session_idleMinutes: '30' })).code).toBe(200)
  })
})

describe('what is saved counts from the next request', () => {
  test('a captcha is asked for, or no longer', async () => {
    const enabled = async () => (await app.anyone.get('/captcha'))['enabled']
    const login = () => app.anyone.post('/login', { username: 'nobody', password: 'wrong password' })
    expect(await enabled()).toBe(false)
    await save({ sys_login_captcha: 'always' })
    expect(await enabled()).toBe(true)
    expect((await login()).errors).toHaveProperty('code')
    await save({ sys_login_captcha: '1' })
    expect(await enabled()).toBe(false)
    expect((await login()).errors).toBeUndefined()
    expect(await enabled()).toBe(true)
    await save({ sys_login_captcha: 'never' })
    expect(await enabled()).toBe(false)
  })

  test('a session that has idled longer than it now may is over; shown as so long to the client', async () => {
    const worker = await app.signedIn('admin:sysConfigSet:list')
    clock += 10 * MINUTE_MS
    await admin.get('/getinfo') // goes on
    expect((await worker.get('/set-config')).code).toBe(200)
    clock += 10 * MINUTE_MS
    await save({ sys_session_idleMinutes: '5' })
    const { db, t } = app.store
    await until(async () => (await db.select().from(t.sessions)).some(({ lastSeenAt }) => lastSeenAt === clock)) // by the save
    expect((await worker.get('/set-config')).code).toBe(6401)
    await save({ sys_session_idleMinutes: '25' })
    expect((await worker.get('/set-config')).code).toBe(200)
    const swapped = await app.anyone.post('//refreshtoken', { token: worker.token })
    expect(swapped['idleSeconds']).toBe(25 * 60)
  })

  test('a sign-in from now on ends when the longest session does', async () => {
    await save({ sys_session_maxMinutes: '45' })
    await createUser(
      app.store,
      {
        username: 'shift',
        nickName: 'Shift',
        roleKeys: ['viewer'],
        passwordHash: await hashPassword('a long password'),
      },
      clock,
    )
    const { token, expire } = await app.anyone.post('/login', { username: 'shift', password: 'a long password' })
    expect(token).toBeString()
    expect(Date.parse(String(expire))).toBeLessThanOrEqual(clock + 45 * MINUTE_MS)
  })

  test('photos have limits that devices are told', async () => {
    await save({ qc_photosPerRecord: '0', qc_photoKilobytes: '100' })
    const told = (await app.anyone.get('/app-config')).data
    expect(told).toMatchObject({ qc_photosPerRecord: '0', qc_photoKilobytes: '100' })
  })

  test('passwords are at least so long, wherever they are chosen (S2); forms are told', async () => {
    await save({ sys_login_passLength: '12' })
    expect((await app.anyone.get('/app-config')).data.sys_login_passLength).toBe('12')
    const short = { username: 'newcomer', nickName: 'N', password: 'rotor-9-bolt', roleIds: [] }
    const answer = await admin.post('/sys-user', { ...short, password: 'rotor-9-bol' })
    expect(answer).toMatchObject({ code: 400, errors: { password: 'At least 12 characters' } })
    expect((await admin.post('/sys-user', short)).errors?.['password']).toBeUndefined()
    const own = await app.signIn('shift', 'a long password')
    const change = { oldPassword: 'a long password', newPassword: 'gauge-55-k' }
    expect(await own.put('/user/pwd/set', change)).toMatchObject({
      code: 400,
      errors: { newPassword: 'At least 12 characters' },
    })
  })

  test('how long logs and deleted records are kept', async () => {
    const settings = readSettings({})
    await save({ sys_log_loginDays: '30', sys_log_operaDays: '60', sys_trash_days: '1' })
    expect(await policyOf(app.store, settings)).toEqual({
      ...settings,
      loginLogMs: 30 * DAY_MS,
      operationLogMs: 60 * DAY_MS,
      trashMs: DAY_MS,
    })
  })

  test('what makes no sense in the database leaves the default in force, and nobody locked out', async () => {
    const { configs } = app.store.t
    await app.store.tx((db) =>
      db.update(configs).set({ configValue: '0' }).where(eq(configs.configKey, 'sys_session_idleMinutes')),
    )
    expect((await admin.get('/set-config')).code).toBe(200)
  })
})

describe('a logo', () => {
  async function upload(content: Uint8Array<ArrayBuffer>, token = admin.token, field = 'file') {
    const body = new FormData()
    body.append(field, new File([content], '../logo.svg', { type: 'image/svg+xml' }))
    body.append('type', '1')
    const response = await app.app.request('/api/v1/public/uploadFile', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
      body,
    })
    return (await response.json()) as { code: number; data: { full_path: string }; errors?: Record<string, string> }
  }
  const isServed = async (path: string) => (await app.app.request(path)).status === 200

  test('is uploaded, used once it is saved, and goes when another takes its place', async () => {
    const { data } = await upload(png(64, 64))
    expect(data).toMatchObject({ path: data.full_path.slice(1), type: 'image/png', size: expect.any(Number) })
    await save({ sys_app_logo: `https://plant.example/prod-api${data.full_path}` }) // as clients elsewhere write it
    expect((await app.anyone.get('/app-config')).data.sys_app_logo).toBe(data.full_path)
    const { data: next } = await upload(jpeg)
    expect(await isServed(data.full_path)).toBe(true)
    await save({ sys_app_logo: next.full_path })
    expect(await isServed(data.full_path)).toBe(false)
    expect(await isServed(next.full_path)).toBe(true)
  })

  test('that was uploaded and not used gives way to the next', async () => {
    const first = await upload(png(32, 32))
    const second = await upload(png(32, 32))
    expect(await isServed(first.data.full_path)).toBe(false)
    expect(await isServed(second.data.full_path)).toBe(true)
  })

  test('of nobody who may not change the settings, and of nothing but a picture (S32, S63)', async () => {
    const reader = await app.signedIn('admin:sysConfigSet:list')
    expect((await upload(png(32, 32), reader.token)).code).toBe(403)
    const script = new Uint8Array(Buffer.from('<svg onload="alert(1)"/>'))
    expect(await upload(script)).toMatchObject({ code: 400, errors: { file: expect.any(String) } })
    expect(await upload(png(8, 8))).toMatchObject({ code: 400, errors: { file: expect.stringContaining('16') } })
    expect((await upload(png(32, 32), admin.token, 'other')).code).toBe(400)
  })

  test.each<[string, string, (string | File)[]]>([
    ['several (type 2)', '2', [new File([png(32, 32)], 'a.png'), new File([png(32, 32)], 'b.png')]],
    ['base64 (type 3)', '3', [`data:image/png;base64,${Buffer.from(png(32, 32)).toString('base64')}`]],
  ])('as %s is refused at its field, and nothing is kept', async (_, type, files) => {
    const body = new FormData()
    for (const file of files) body.append('file', file)
    body.append('type', type)
    const before = await app.store.db.select().from(app.store.t.files)
    const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' }
    const response = await app.app.request('/api/v1/public/uploadFile', { method: 'POST', headers, body })
    expect(await response.json()).toMatchObject({ code: 400, errors: { file: expect.stringContaining('one file') } })
    expect(await app.store.db.select().from(app.store.t.files)).toEqual(before)
  })

  async function avatarOf(token: string) {
    const body = new FormData()
    body.append('file', new File([png(32, 32)], 'a.png'))
    const headers = { authorization: `Bearer ${token}` }
    const response = await app.app.request('/api/v1/user/avatar', { method: 'POST', headers, body })
    const { data } = (await response.json()) as { data: string }
    return `/${data}`
  }

  describe('is what the operator has uploaded for that, and nothing else (S40)', () => {
    const others: [what: string, pathOf: () => Promise<string>][] = [
      ['somebody’s picture', async () => avatarOf((await app.signedIn()).token)],
      ['the own picture', () => avatarOf(admin.token)],
      [
        'what somebody else has uploaded',
        async () => (await upload(png(32, 32), (await app.signedIn('*:*:*')).token)).data.full_path,
      ],
      ['what is not there', () => Promise.resolve('/static/uploadfile/nothing.png')],
    ]
    test.each(others)('%s is refused, and stays whose it is', async (_, pathOf) => {
      const path = await pathOf()
      const { files } = app.store.t
      const owners = () => app.store.db.select({ ownerId: files.ownerId }).from(files).orderBy(files.fileName)
      const before = await owners()
      const errors = { sys_app_logo: expect.stringContaining('Upload the picture as a logo') }
      expect(await save({ sys_app_logo: path })).toMatchObject({ code: 400, errors })
      expect(await owners()).toEqual(before)
      expect((await admin.get('/set-config')).data.sys_app_logo).toBe('')
    })

    test('a picture of the installation itself may be named', async () => {
      expect((await save({ sys_app_logo: '/logo.svg' })).code).toBe(200)
    })
  })

  test('stays when whoever uploaded it is deleted, and goes with the next one', async () => {
    const uploader = await app.signedIn('*:*:*')
    const { data } = await upload(png(32, 32), uploader.token)
    expect((await uploader.put('/set-config', list({ sys_app_logo: data.full_path }))).code).toBe(200)
    expect((await admin.delete('/sys-user', { ids: [uploader.userId] })).code).toBe(200)
    expect(await isServed(data.full_path)).toBe(true)
    await save({ sys_app_name: 'Saved beside it', sys_app_logo: data.full_path })
    expect(await isServed(data.full_path)).toBe(true)
    await save({ sys_app_logo: '' })
    expect(await isServed(data.full_path)).toBe(false)
  })
})
