import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { endpointsOf } from '#server/admin/api/endpoints'
import { createUser } from '#server/access/user/queries'
import { AppConfig, Config, ConfigValue, SettingDefaults, SystemSettings } from '#shared/admin/config'
import { DictData, DictOption } from '#shared/admin/dictionary'
import { Captcha, Ticket } from '#shared/access/login'
import { MenuItem } from '#shared/access/menu'
import { CurrentUser } from '#shared/access/operator'
import { pageOf } from '#shared/list/page'
import { Role, RoleDetail } from '#shared/access/role'
import { DEFAULT_AVATAR, DEFAULT_LOGO } from '#server/access/files/default-pictures'
import { envelopeStatus, startApp, type Answer, type App } from '../support/app'
import { startFakeWecom } from '../support/fake-wecom'
import { cheapHash } from '../support/password'

/**
 * The calls of the specification, section 7, all thirty and in its order, with the bodies that the two published clients
 * of this API family send. Each answer is an envelope whose data the schema of its call takes.
 */
const PASSWORD = 'wheel of many spokes'

/** How the clients differ: in what stands beside the fields, and in numbers that are text or not. */
const clients = [
  { client: 'the Vue 2 client', short: 'vue2', beside: { rememberMe: false }, yes: 1, on: 2, off: 1, isTwice: true },
  { client: 'the Vue 3 client', short: 'vue3', beside: {}, yes: '1', on: '2', off: '1', isTwice: false },
]
type Client = (typeof clients)[number]

const wecom = startFakeWecom()
let app: App
beforeAll(async () => {
  app = await startApp({ settings: { wecom: wecom.settings, publicUrl: 'https://qc.example' } })
})
afterAll(async () => {
  await app.close()
  await wecom.stop()
})

/** What the calls before have told, for those that come after. */
type Known = Client & {
  send(method: string, path: string, body?: unknown): Promise<Answer>
  token: string
  role: Record<string, unknown>
  config: Record<string, unknown>
  dict: Record<string, unknown>
  settings: Record<string, string>
  deptId: number
}
type Call = [
  row: string,
  use: string,
  send: (known: Known) => Promise<Answer>,
  /** `data` answers it; `beside`: fields at the top level; `msg`: what the contract has it say. */
  expected: { data?: z.ZodType; beside?: z.ZodObject; msg?: string; shows?: (answer: Answer, known: Known) => void },
]

const ids = z.tuple([z.int()])
const language = { 'accept-language': 'zh-CN' }

/** Signs in as both clients do: they ask for the captcha whether it is on or not, and send whatever was typed. */
async function signIn({ send, beside, short }: Known) {
  const { id: uuid } = await send('GET', '/captcha')
  return send('POST', '/login', { username: short, password: PASSWORD, code: '1234', uuid, ...beside })
}
async function scan({ short }: Known) {
  const asked = await app.anyone.send('GET', '/wechat/crop-qrcode')
  const cookie = asked.headers.get('set-cookie')!.split(';')[0]!
  const body = { code: wecom.codeOf(`member.${short}`), state: asked.data.state }
  return app.anyone.send('POST', '/wechat/crop-qrcode/login', { body, headers: { cookie, ...language } })
}
const keyOf = (what: string, { short }: Known) => `spec_${what}_${short}`
/** Edit forms send back all they were given, and fields of their own. */
const whole = (record: object) => ({ ...record, createBy: 1, updateBy: 1, sysMenu: [], params: '', dataScope: '' })

const calls: Call[] = [
  [
    'POST /api/v1/login',
    'gives a token for a name and a password',
    signIn,
    { beside: Ticket, shows: ({ token }, known) => void (known.token = token as string) },
  ],
  [
    'POST /api/v1/logout',
    'ends the session of its token',
    async (known) => {
      const { token } = await signIn(known)
      const answer = await app.callerWith(token as string).send('POST', '/logout', { body: '', headers: language })
      expect((await app.callerWith(token as string).get('/getinfo')).code).toBe(401)
      return answer
    },
    { data: z.null(), msg: '退出成功' },
  ],
  [
    'POST /refreshtoken',
    'swaps the token for another',
    ({ send, token }) => send('POST', '//refreshtoken', { token }),
    {
      beside: Ticket,
      shows({ token }, known) {
        expect(token).not.toBe(known.token)
        known.token = token as string
      },
    },
  ],
  [
    'GET /api/v1/getinfo',
    'tells who is signed in',
    ({ send }) => send('GET', '/getinfo'),
    {
      data: CurrentUser,
      shows({ data }, { short }) {
        const read = {
          roles: ['admin'],
          name: short,
          avatar: envelopeStatus === '200' ? DEFAULT_AVATAR : '',
          introduction: '',
          permissions: ['*:*:*'],
        }
        expect(data).toMatchObject({ ...read, userId: expect.any(Number) })
      },
    },
  ],
  ['POST /api/v1/wechat/crop-qrcode/login', 'gives a token for a member in WeCom', scan, { beside: Ticket }],
  ['GET /api/v1/captcha', 'gives a captcha to anyone', () => app.anyone.get('/captcha'), { beside: Captcha }],
  [
    'GET /api/v1/app-config',
    'tells anyone what the front end needs',
    () => app.anyone.get('/app-config'),
    {
      data: AppConfig,
      shows: ({ data }) =>
        expect(data).toMatchObject({
          sys_app_name: 'Caliper 质检',
          sys_app_logo: envelopeStatus === '200' ? DEFAULT_LOGO : '/logo.svg',
        }),
    },
  ],
  [
    'POST /api/v1/role',
    'creates a role',
    async (known) => {
      const menuIds = (await known.send('GET', '/menurole')).data[0].children.map((entry: MenuItem) => entry.menuId)
      const role = {
        roleName: keyOf('role', known),
        roleKey: keyOf('role', known),
        roleSort: known.on,
        status: known.on,
      }
      return known.send('POST', '/role', {
        ...role,
        remark: '',
        menuIds: menuIds.slice(0, 2),
        deptIds: [],
        sysMenu: [],
      })
    },
    { data: z.int(), msg: '创建成功', shows: ({ data }, known) => void (known.role['roleId'] = data) },
  ],
  [
    'GET /api/v1/role',
    'lists the roles that a query finds',
    (known) =>
      known.send(
        'GET',
        `/role?pageIndex=1&pageSize=10&roleName=&roleKey=${keyOf('role', known)}&status=&roleSortOrder=asc`,
      ),
    {
      data: pageOf(Role),
      shows: ({ data }, { role }) =>
        expect(data).toMatchObject({ count: 1, pageIndex: 1, pageSize: 10, list: [{ roleId: role['roleId'] }] }),
    },
  ],
  [
    'GET /api/v1/role/{id}',
    'reads one role, with the menu entries as they were sent',
    ({ send, role }) => send('GET', `/role/${role['roleId']}`),
    {
      data: RoleDetail,
      shows({ data }, known) {
        expect(data.menuIds).toHaveLength(2)
        known.role = data
      },
    },
  ],
  [
    'PUT /api/v1/role/{id}',
    'changes a role',
    ({ send, role, off }) => send('PUT', `/role/${role['roleId']}`, { ...whole(role), status: off, remark: '停用' }),
    { data: z.int(), msg: '更新成功' },
  ],
  [
    'PUT /api/v1/roledatascope',
    'sets whose rows a role works with',
    ({ send, role, deptId }) => send('PUT', '/roledatascope', { ...whole(role), dataScope: '2', deptIds: [deptId] }),
    { data: z.null(), msg: '操作成功' },
  ],
  [
    'PUT /api/v1/role-status',
    'enables a role',
    ({ send, role, on }) => send('PUT', '/role-status', { roleId: role['roleId'], status: on }),
    { data: z.null() },
  ],
  [
    'DELETE /api/v1/role',
    'deletes roles',
    async ({ send, role, deptId }) => {
      const { data } = await send('GET', `/role/${role['roleId']}`)
      expect(data).toMatchObject({ status: '2', remark: '停用', dataScope: '2', deptIds: [deptId] }) // what was set above
      return send('DELETE', '/role', { ids: [role['roleId']] })
    },
    { data: ids, msg: '删除成功' },
  ],
  [
    'GET /api/v1/menurole',
    'answers the menu as a tree',
    ({ send }) => send('GET', '/menurole'),
    { data: z.array(MenuItem).min(1) },
  ],
  [
    'POST /api/v1/config',
    'creates a setting',
    (known) => {
      const key = keyOf('config', known)
      const config = { configName: key, configKey: key, configValue: '甲', configType: 'N', remark: '' }
      return known.send('POST', '/config', { ...config, isFrontend: known.yes })
    },
    { data: z.int(), msg: '创建成功', shows: ({ data }, known) => void (known.config['id'] = data) },
  ],
  [
    'GET /api/v1/config',
    'lists the settings that a query finds',
    (known) =>
      known.send(
        'GET',
        `/config?pageIndex=1&pageSize=10&configName=&configKey=${keyOf('config', known)}&configType=&isFrontend=&createdAtOrder=desc`,
      ),
    {
      data: pageOf(Config),
      shows: ({ data }, { config }) => expect(data).toMatchObject({ count: 1, list: [{ id: config['id'] }] }),
    },
  ],
  [
    'GET /api/v1/config/{id}',
    'reads one setting',
    ({ send, config }) => send('GET', `/config/${config['id']}`),
    {
      data: Config,
      shows({ data }, known) {
        expect(data).toMatchObject({ configValue: '甲', isFrontend: '1', configType: 'N' })
        known.config = data
      },
    },
  ],
  [
    'PUT /api/v1/config/{id}',
    'changes a setting',
    ({ send, config }) => send('PUT', `/config/${config['id']}`, { ...whole(config), configValue: '乙' }),
    { data: z.int(), msg: '更新成功' },
  ],
  [
    'GET /api/v1/configKey/{key}',
    'reads a setting by its key',
    (known) => known.send('GET', `/configKey/${keyOf('config', known)}`),
    { data: ConfigValue, shows: ({ data }) => expect(data.configValue).toBe('乙') },
  ],
  [
    'DELETE /api/v1/config',
    'deletes settings',
    ({ send, config }) => send('DELETE', '/config', { ids: [config['id']] }),
    { data: ids, msg: '删除成功' },
  ],
  [
    'GET /api/v1/set-config',
    'reads the system settings',
    ({ send }) => send('GET', '/set-config'),
    { data: SystemSettings, beside: SettingDefaults, shows: ({ data }, known) => void (known.settings = data) },
  ],
  [
    'PUT /api/v1/set-config',
    'saves the system settings, all that were read with one of them changed',
    async ({ send, settings, short }) => {
      const changed = { ...settings, sys_app_name: `Caliper ${short}` }
      const list = Object.entries(changed).map(([configKey, configValue]) => ({ configKey, configValue }))
      const answer = await send('PUT', '/set-config', list)
      expect((await app.anyone.get('/app-config')).data.sys_app_name).toBe(`Caliper ${short}`)
      await send('PUT', '/set-config', [{ configKey: 'sys_app_name', configValue: settings['sys_app_name'] }])
      return answer
    },
    { data: z.null(), msg: '更新成功' },
  ],
  [
    'POST /api/v1/dict/data',
    'creates an entry of a dictionary',
    async (known) => {
      const dictType = keyOf('dict', known)
      await known.send('POST', '/dict/type', { dictName: dictType, dictType, status: known.on, remark: '' })
      const entry = {
        dictType,
        dictLabel: '外径',
        dictValue: 'outer',
        dictSort: known.yes,
        status: known.on,
        remark: '',
      }
      return known.send('POST', '/dict/data', { ...entry, cssClass: '', listClass: '', isDefault: '', default: '' })
    },
    { data: z.int(), msg: '创建成功', shows: ({ data }, known) => void (known.dict['dictCode'] = data) },
  ],
  [
    'GET /api/v1/dict/data',
    'lists the entries of a dictionary, which one client names twice',
    (known) => {
      const type = `dictType=${keyOf('dict', known)}`
      const rest = 'pageIndex=1&pageSize=10&dictLabel=&status='
      return known.send('GET', `/dict/data?${type}&${rest}${known.isTwice ? `&${type}` : ''}`)
    },
    {
      data: pageOf(DictData),
      shows: ({ data }, { dict }) => expect(data).toMatchObject({ count: 1, list: [{ dictCode: dict['dictCode'] }] }),
    },
  ],
  [
    'GET /api/v1/dict/data/{dictCode}',
    'reads one entry',
    ({ send, dict }) => send('GET', `/dict/data/${dict['dictCode']}`),
    {
      data: DictData,
      shows({ data }, known) {
        expect(data).toMatchObject({ dictLabel: '外径', dictSort: 1, status: 2 })
        known.dict = data
      },
    },
  ],
  [
    'PUT /api/v1/dict/data/{dictCode}',
    'changes an entry',
    ({ send, dict }) => send('PUT', `/dict/data/${dict['dictCode']}`, { ...whole(dict), dictLabel: '内径' }),
    { data: z.int(), msg: '更新成功' },
  ],
  [
    'GET /api/v1/dict-data/option-select',
    'answers the entries to choose from',
    (known) => known.send('GET', `/dict-data/option-select?dictType=${keyOf('dict', known)}`),
    { data: z.array(DictOption), shows: ({ data }) => expect(data).toMatchObject([{ label: '内径', value: 'outer' }]) },
  ],
  [
    'DELETE /api/v1/dict/data',
    'deletes entries',
    ({ send, dict }) => send('DELETE', '/dict/data', { ids: [dict['dictCode']] }),
    { data: ids, msg: '删除成功' },
  ],
]

describe.each(clients)('$client', (client) => {
  const known: Known = {
    ...client,
    token: '',
    role: {},
    config: {},
    dict: {},
    settings: {},
    deptId: 0,
    send: (method, path, body) =>
      app.callerWith(known.token).send(method, path, { headers: language, ...(body !== undefined && { body }) }),
  }
  beforeAll(async () => {
    const { short } = client
    const passwordHash = await cheapHash(PASSWORD)
    const user = { username: short, nickName: short, passwordHash, roleKeys: ['admin'] }
    const userId = await createUser(app.store, user, Date.now())
    const binding = { userId, corpId: 'corp', memberId: `member.${short}`, boundAt: Date.now() }
    const { t } = app.store
    await app.store.tx((db) => db.insert(t.bindings).values(binding))
    known.deptId = (await app.store.db.select().from(t.depts))[0]!.deptId
  })

  test.each(calls)('%s %s', async (_row, _use, send, { data, beside, msg, shows }) => {
    const answer = await send(known)
    expect(answer.code).toBe(200)
    expect(answer).toMatchObject({ requestId: expect.any(String), msg: msg ?? expect.any(String) })
    expect((data ?? z.unknown()).safeParse(answer.data).error?.issues ?? []).toEqual([])
    expect((beside ?? z.object()).safeParse(answer).error?.issues ?? []).toEqual([])
    shows?.(answer, known)
  })

  test('GET /api/v1/dict/data/export answers what the list shows as a file', async () => {
    const { short, on, send } = known
    const dictType = `spec_dict_${short}`
    await send('POST', '/dict/data', { dictType, dictLabel: '外径, mm', dictValue: '=1+1', dictSort: 1, status: on })
    for (const [format, type] of [
      ['csv', 'text/csv; charset=utf-8'],
      ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ] as const) {
      const headers = { authorization: `Bearer ${known.token}`, ...language }
      const response = await app.app.request(`/api/v1/dict/data/export?dictType=${dictType}&format=${format}`, {
        headers,
      })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
      expect(response.headers.get('content-disposition')).toStartWith('attachment')
      const bytes = await response.bytes()
      if (format === 'xlsx')
        expect(bytes.slice(0, 2)).toEqual(new Uint8Array([0x50, 0x4b])) // a ZIP archive
      else expect(new TextDecoder().decode(bytes)).toContain('"外径, mm"')
    }
  })
})

test('the thirty calls of the specification are all here, and each is a route of the server', () => {
  const rows = [...calls.map(([row]) => row), 'GET /api/v1/dict/data/export']
  expect(new Set(rows).size).toBe(30)
  const routes = endpointsOf(app.app).map(({ method, path }) => `${method} ${path.replace(/:\w+/g, '{}')}`)
  for (const row of rows) expect(routes).toContain(row.replace(/\{\w+\}/, '{}'))
})
