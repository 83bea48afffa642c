import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { settingKeys } from '#shared/access/settings-catalogue'
import { startApp, type App } from '../support/app'

let app: App
let admin: Awaited<ReturnType<App['signedIn']>>
beforeAll(async () => {
  app = await startApp()
  admin = await app.signedIn('*:*:*')
})
afterAll(() => app.close())

const line = { configName: 'Default line', configKey: 'qc_line', configValue: 'A1', configType: 'N', remark: '' }
let made = 0
async function create(change: object = {}) {
  const answer = await admin.post('/config', { ...line, configKey: `qc_${++made}`, ...change })
  expect(answer).toMatchObject({ code: 200, msg: 'Created' })
  return answer.data as number
}
const get = async (id: number) => (await admin.get(`/config/${id}`)).data

async function lastEntry() {
  const { operations } = app.store.t
  const [last] = await app.store.db.select().from(operations).orderBy(desc(operations.id)).limit(1)
  return last
}
/** What the database holds, past all that hides it. */
async function stored(id: number) {
  const { configs } = app.store.t
  const [row] = await app.store.db.select().from(configs).where(eq(configs.configId, id))
  return row?.configValue
}
async function idOf(configKey: string): Promise<number> {
  const { data } = await admin.get(`/config?configKey=${configKey}`)
  return data.list[0].id
}

test('no parameter sends everybody to the set-up page, or offers accounts and WeCom at the sign-in page (S57, S76)', async () => {
  const said = async () => {
    const { setup_required, wecom_enabled } = (await app.anyone.get('/app-config')).data
    return [setup_required, wecom_enabled]
  }
  for (const configKey of ['setup_required', 'wecom_enabled']) {
    await admin.post('/config', { ...line, configKey, configValue: '1', isFrontend: '1' })
  }
  expect(await said()).toEqual([undefined, undefined])
  const production = await startApp({ settings: { mode: 'production' } })
  const boss = await production.signedIn('*:*:*')
  await boss.post('/config', { ...line, configKey: 'demo_accounts', configValue: '[]', isFrontend: '1' })
  expect((await production.anyone.get('/app-config')).data.demo_accounts).toBeUndefined()
  await production.close()
})

test('a whole record can be sent back, as clients of the family do; the log tells what of it was changed', async () => {
  const id = await create({ configKey: 'qc_line', isFrontend: 1 })
  const whole = { ...(await get(id)), configValue: 'B2', isFrontend: '2', createBy: 1 }
  expect(await admin.put(`/config/${id}`, whole)).toMatchObject({ code: 200, data: id })
  expect(await get(id)).toMatchObject({ configValue: 'B2', isFrontend: '0' })
  expect(await lastEntry()).toMatchObject({
    before: '{"configKey":"qc_line","configValue":"A1","isFrontend":true}',
    after: '{"configKey":"qc_line","configValue":"B2","isFrontend":false}',
  })
})

describe('bad input is refused at its field, in the language asked for, and nothing is saved', () => {
  test.each([
    ['no name', { configName: '' }, 'configName', 'Required', '必填'],
    ['no key', { configKey: '' }, 'configKey', 'Required', '必填'],
    ['a key with blanks', { configKey: 'a b' }, 'configKey', 'A letter first', '以字母开头'],
    ['a value too long', { configValue: 'x'.repeat(4001) }, 'configValue', 'At most 4000', '最多 4000'],
    ['a list for a value', { configValue: ['a'] }, 'configValue', 'Not a valid value', ''],
    ['neither built in nor own', { configType: 'X' }, 'configType', 'Not a valid value', ''],
    ['neither public nor not', { isFrontend: '3' }, 'isFrontend', 'Not a valid value', ''],
    [
      'a public secret',
      { configKey: 'mes_api_token', isSecret: true, isFrontend: '1' },
      'isFrontend',
      'cannot be public',
      '不能公开',
    ],
    ['neither secret nor not', { isSecret: 'maybe' }, 'isSecret', 'Not a valid value', ''],
    [
      'a captcha that the product does not know',
      { configKey: 'sys_login_captcha', configValue: 'maybe' },
      'configValue',
      'always, never',
      'always',
    ],
    [
      'a session too short to work',
      { configKey: 'sys_session_idleMinutes', configValue: '1' },
      'configValue',
      'Not less than 5',
      '不能小于 5',
    ],
  ])('%s', async (_, change, field, en, zh) => {
    const before = (await admin.get('/config')).data
    const body = { ...line, configKey: 'qc_bad', ...change }
    const headers = { 'accept-language': 'zh-CN' }
    expect(await admin.post('/config', body)).toMatchObject({
      code: 400,
      errors: { [field]: expect.stringContaining(en) },
    })
    const chinese = await admin.send('POST', '/config', { body, headers })
    expect(chinese.errors).toEqual({ [field]: expect.stringContaining(zh) })
    expect((await admin.put(`/config/${before.list[0].id}`, body)).code).toBeGreaterThanOrEqual(400)
    expect((await admin.get('/config')).data).toEqual(before)
  })

  test('a key that is taken, in other letters too', async () => {
    const taken = await admin.post('/config', { ...line, configKey: 'SYS_app_name' })
    expect(taken).toMatchObject({ code: 409, errors: { configKey: expect.stringContaining('SYS_app_name') } })
  })
})

test.each([
  ['?configKey=F_line&configName=LINES', ['f_line_a', 'f_line_b']],
  ['?configKey=f_line&isFrontend=1', ['f_line_b']],
  ['?configKey=f_line&isFrontend=0', ['f_line_a']],
  ['?configKey=f_line&isFrontend=2&configType=', ['f_line_a']],
  ['?configKey=f_line&configType=Y', ['f_line_b']],
  ['?configKey=f_line&configKeyOrder=desc&pageSize=1', ['f_line_b']],
])('/config%s is filtered, sorted and paged', async (search, keys) => {
  if ((await admin.get('/config?configKey=f_line')).data.count === 0) {
    await create({ configName: 'Lines', configKey: 'f_line_a', isFrontend: 0 })
    await create({ configName: 'Lines', configKey: 'f_line_b', isFrontend: 1, configType: 'Y' })
  }
  const { list } = (await admin.get(`/config${search}`)).data
  expect(list.map(({ configKey }: { configKey: string }) => configKey)).toEqual(keys)
})

describe('what is built in', () => {
  test('every setting of the product is, from the beginning', async () => {
    const { list } = (await admin.get('/config?configType=Y&pageSize=100')).data
    const keys = list.map(({ configKey }: { configKey: string }) => configKey)
    expect(keys).toEqual(expect.arrayContaining(settingKeys))
  })

  test('can be neither deleted nor renamed, nor be made an own one', async () => {
    const id = await idOf('sys_app_name')
    const msg = 'The parameter sys_app_name is built in and cannot be deleted or renamed'
    expect(await admin.delete('/config', { ids: [id] })).toMatchObject({ code: 409, msg })
    const renamed = await admin.put(`/config/${id}`, { configName: 'x', configKey: 'sys_app_title' })
    expect(renamed).toMatchObject({ code: 409, errors: { configKey: msg } })
    const own = await admin.put(`/config/${id}`, { configName: 'x', configKey: 'sys_app_name', configType: 'N' })
    expect(own).toMatchObject({ code: 409, errors: { configType: expect.any(String) } })
    expect((await admin.get(`/config/${id}`)).data).toMatchObject({ configName: '系统名称', configType: 'Y' })
  })

  test('is what the product reads: one that an operator has made so gets another key, and is deleted', async () => {
    const id = await create({ configKey: 'qc_built', configType: 'Y' })
    expect((await admin.put(`/config/${id}`, { ...line, configKey: 'qc_renamed', configType: 'Y' })).code).toBe(200)
    expect((await admin.delete('/config', { ids: [id] })).code).toBe(200)
  })
})

describe('a setting of the product is held to what holds for settings, under /config too (S32)', () => {
  const asParameter = { configName: 'x', configType: 'Y' }

  test.each(['sys_login_captcha', 'sys_session_maxMinutes', 'sys_app_logo'])(
    '%s is not saved by who may change parameters alone',
    async (configKey) => {
      const clerk = await app.signedIn('admin:sysConfig:add', 'admin:sysConfig:edit')
      const id = await idOf(configKey)
      const before = await get(id)
      for (const change of [{ configValue: '' }, { isFrontend: '1' }, {}]) {
        const answer = await clerk.put(`/config/${id}`, { ...asParameter, configKey, ...change })
        expect(answer.code).toBe(403)
      }
      expect(await get(id)).toEqual(before)
    },
  )

  test('nor by giving an own parameter its key, where the setting is not there yet', async () => {
    const clerk = await app.signedIn('admin:sysConfig:add', 'admin:sysConfig:edit')
    const { configs } = app.store.t
    await app.store.tx((db) => db.delete(configs).where(eq(configs.configKey, 'sys_trash_days')))
    const setting = { ...asParameter, configKey: 'sys_trash_days', configValue: '1' }
    expect((await clerk.post('/config', setting)).code).toBe(403)
    expect((await clerk.put(`/config/${await create()}`, setting)).code).toBe(403)
    expect(await admin.post('/config', { ...setting, configValue: '' })).toMatchObject({ code: 200 })
  })

  test('a session idle for longer than it lasts is refused at the value', async () => {
    const body = { ...asParameter, configKey: 'sys_session_idleMinutes', configValue: '1440' }
    const answer = await admin.put(`/config/${await idOf(body.configKey)}`, body)
    expect(answer).toMatchObject({ code: 400, errors: { configValue: expect.stringContaining('720') } })
  })

  test('a logo that is nobody’s upload is refused at the value (S59)', async () => {
    const body = { ...asParameter, configKey: 'sys_app_logo', configValue: '/static/uploadfile/nothing.png' }
    const answer = await admin.put(`/config/${await idOf(body.configKey)}`, body)
    expect(answer).toMatchObject({ code: 400, errors: { configValue: expect.any(String) } })
  })

  test('is written in its form', async () => {
    const body = { ...asParameter, configKey: 'sys_log_operaDays', configValue: ' 0400 ' }
    const id = await idOf(body.configKey)
    expect((await admin.put(`/config/${id}`, body)).code).toBe(200)
    expect(await stored(id)).toBe('400')
    await admin.put(`/config/${id}`, { ...body, configValue: '' })
  })
})

describe('a secret is written, never read (S10)', () => {
  const secret = { configValue: 'hunter2', isSecret: true }

  async function toldOf(id: number, configKey: string) {
    const sheet = await app.app.request(`/api/v1/config/export?configKey=${configKey}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    return [
      await admin.get(`/config?configKey=${configKey}`),
      await admin.get(`/config/${id}`),
      await admin.get(`/configKey/${configKey}`),
      await sheet.text(),
    ]
  }

  test('not in a list, by its id or key, in a sheet, in the log, before sign-in, or in the trash', async () => {
    const id = await create({ ...secret, configKey: 'mes_line' })
    await admin.put(`/config/${id}`, { ...line, configKey: 'mes_line', configValue: 'hunter22' })
    expect(await get(id)).toMatchObject({ isSecret: true, configValue: '' })
    expect(await stored(id)).toBe('hunter22')
    const told = [await toldOf(id, 'mes_line'), await admin.get('/set-config'), await app.anyone.get('/app-config')]
    await admin.delete('/config', { ids: [id] })
    const trash = await admin.get('/trash')
    expect(trash.data.list[0]).toMatchObject({ kind: 'config', name: 'Default line' })
    expect(await admin.post('/config/restore', { ids: [id] })).toMatchObject({ code: 200 })
    expect([await get(id), await stored(id)]).toEqual([
      expect.objectContaining({ isSecret: true, configValue: '' }),
      'hunter22',
    ])
    const log = await app.store.db.select().from(app.store.t.operations)
    expect(JSON.stringify([told, trash, log])).not.toContain('hunter2')
    expect(JSON.stringify(log)).toContain('***')
  })

  test.each(['audit_key', 'cookie_days', 'hash_size', 'line_key', 'sys_token_minutes'])(
    'is only what is marked as one: %s of another program is read as any other parameter',
    async (configKey) => {
      const id = await create({ configKey, configValue: 'v1', isFrontend: '1' })
      expect(await lastEntry()).toMatchObject({ after: expect.stringContaining('"configValue":"v1"') })
      expect(await get(id)).toMatchObject({ isSecret: false, configValue: 'v1' })
      expect((await admin.get(`/configKey/${configKey}`)).data).toEqual({ configKey, configValue: 'v1' })
      expect((await app.anyone.get('/app-config')).data[configKey]).toBe('v1')
      const [list, , , sheet] = await toldOf(id, configKey)
      expect(list).toMatchObject({ data: { list: [{ configValue: 'v1' }] } })
      expect(sheet).toContain('v1')
    },
  )

  test.each([true, 1, '1', 'true'])('is marked by clients as %p', async (isSecret) => {
    expect(await get(await create({ isSecret }))).toMatchObject({ isSecret: true })
  })

  test('of what the product reads the catalogue says which are: who signs again may be read', async () => {
    const id = await idOf('qc_signaturePassword')
    const setting = { configName: 'x', configKey: 'qc_signaturePassword', configType: 'Y', configValue: 'Y' }
    expect(await admin.put(`/config/${id}`, { ...setting, isSecret: true })).toMatchObject({ code: 200 })
    expect(await get(id)).toMatchObject({ isSecret: false, configValue: 'Y' })
    expect((await admin.get('/configKey/qc_signaturePassword')).data.configValue).toBe('Y')
    await admin.put('/set-config', [{ configKey: 'qc_signaturePassword', configValue: 'N' }])
    expect(await lastEntry()).toMatchObject({
      before: '{"qc_signaturePassword":"Y"}',
      after: '{"qc_signaturePassword":"N"}',
    })
    await admin.put('/set-config', [{ configKey: 'qc_signaturePassword', configValue: '' }])
  })

  test('stays when nothing is sent for it, whatever it is called', async () => {
    const id = await create({ ...secret, configKey: 'erp_secret' })
    await admin.put(`/config/${id}`, { configName: 'ERP', configKey: 'erp_secret', configValue: '' })
    await admin.put(`/config/${id}`, { configName: 'ERP', configKey: 'erp_open' })
    expect([await stored(id), await get(id)]).toEqual(['hunter2', expect.objectContaining({ isSecret: true })])
  })

  test('is no secret any more by giving its value again: the old one is told to nobody', async () => {
    const id = await create({ ...secret, configKey: 'erp_word' })
    const open = { configName: 'ERP', configKey: 'erp_word', isSecret: false }
    for (const configValue of [undefined, '', null]) {
      const refused = await admin.send('PUT', `/config/${id}`, {
        body: { ...open, configValue },
        headers: { 'accept-language': 'zh-CN' },
      })
      expect(refused).toMatchObject({ code: 400, errors: { configValue: expect.stringContaining('重新填写') } })
    }
    expect(await get(id)).toMatchObject({ isSecret: true, configValue: '' })
    expect((await admin.put(`/config/${id}`, { ...open, configValue: 'open' })).code).toBe(200)
    expect(await get(id)).toMatchObject({ isSecret: false, configValue: 'open' })
    expect(await lastEntry()).toMatchObject({
      before: expect.stringContaining('"configValue":"***"'),
      after: expect.stringContaining('"configValue":"open"'),
    })
  })

  test('is one from then on when it is marked, and what it was before is not written into the log again', async () => {
    const id = await create({ configKey: 'erp_later', configValue: 'hunter4' })
    const { operations } = app.store.t
    const { length } = await app.store.db.select().from(operations)
    await admin.put(`/config/${id}`, {
      configName: 'ERP',
      configKey: 'erp_later',
      isSecret: true,
      configValue: 'hunter5',
    })
    expect(await get(id)).toMatchObject({ isSecret: true, configValue: '' })
    const later = (await app.store.db.select().from(operations).orderBy(operations.id)).slice(length)
    expect(JSON.stringify(later)).not.toMatch(/hunter[45]/)
  })

  test('what other clients hand out as a first password is not kept at all', async () => {
    const id = await idOf('sys_user_initPassword')
    const body = { configName: 'x', configKey: 'sys_user_initPassword', configValue: '123456' }
    expect((await admin.put(`/config/${id}`, body)).code).toBe(200)
    expect(await stored(id)).toBe('')
  })
})

describe('one parameter by its key', () => {
  test.each([
    ['a public one for anybody signed in', 'sys_app_name', 200],
    ['another only for who may read parameters (S10)', 'sys_trash_days', 404],
    ['what clients of the family ask for, always empty', 'sys_user_initPassword', 200],
    ['one that is not there', 'nowhere', 404],
  ])('%s', async (_, key, code) => {
    const nobody = await app.signedIn()
    expect((await nobody.get(`/configKey/${key}`)).code).toBe(code)
    const reader = await app.signedIn('admin:sysConfig:query')
    const answer = await reader.get(`/configKey/${key}`)
    expect(answer.code).toBe(key === 'nowhere' ? 404 : 200)
    if (answer.code === 200) expect(answer.data).toEqual({ configKey: key, configValue: expect.any(String) })
  })
})
