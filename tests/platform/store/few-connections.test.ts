import { afterAll, beforeAll, describe, expect, mock, spyOn, test } from 'bun:test'
import { sql, type SQL } from 'drizzle-orm'
import { endpointsOf } from '#server/admin/api/endpoints'
import type { Reader } from '#server/platform/store/index'
import { startApp, type App } from '../../support/app'
import { cheapHash } from '../../support/password'
import { png } from '../../support/images'
import {
  done,
  draftBy,
  good,
  PASSWORD,
  qcPlant,
  stepped,
  valuesOf,
  type Plant,
  type PlantTemplate,
} from '../../support/qc/plant'
import { isPostgres } from '../../support/store'
import { until } from '../../support/until'

/** Far more than there are connections to PostgreSQL, of which tests have two. */
const AT_ONCE = 20

type Caller = Pick<App['anyone'], 'token'>
/** What one of the calls sends: what the path names, where it names something, and who asks; an administrator of its own otherwise. */
type Call = { id?: number | string; search?: string; body?: unknown; form?: () => FormData; by?: Caller }
/** One call, repeated, of which at least one is done; or a call each, which are all done. */
type Calls = Call | ((n: number) => Call)

const app = await startApp()
afterAll(() => {
  mock.restore()
  return app.close()
})
let plant: Plant
let template: PlantTemplate
/** One for each call: of one user only a few requests are worked on at a time. */
let admins: Caller[]

async function prepare() {
  plant = await qcPlant(app)
  template = await plant.template({ signLevels: 1 })
  const made = await Promise.all(Array.from({ length: AT_ONCE }, () => app.signedIn('*:*:*')))
  const passwordHash = await cheapHash(PASSWORD)
  spyOn(Bun.password, 'hash').mockResolvedValue(passwordHash) // which password is set shows nothing here
  const rows = made.map(({ userId }) => ({ userId, passwordHash, changedAt: 0 }))
  await app.store.tx((db) => db.insert(app.store.t.credentials).values(rows))
  admins = made
}

let made = 0
/** A name that nothing else has. */
const fresh = () => `x${++made}`
const admin = () => plant.admin
const stranger = () => app.signedIn('*:*:*')
const make = async (path: string, body: object): Promise<number> => done(await admin().post(path, body))

/** What can be created, changed, deleted and brought back in the same way. */
const kinds: Record<string, () => object> = {
  '/dept': () => ({ parentId: 0, deptName: fresh() }),
  '/post': () => ({ postName: fresh(), postCode: fresh() }),
  '/role': () => ({ roleName: fresh(), roleKey: fresh() }),
  '/menu': () => ({ menuType: 'M', title: fresh(), path: `/${fresh()}` }),
  '/dict/type': () => ({ dictName: fresh(), dictType: fresh() }),
  '/dict/data': () => ({ dictType: 'sys_user_sex', dictLabel: fresh(), dictValue: fresh() }),
  '/config': () => ({ configName: fresh(), configKey: fresh(), configValue: '1' }),
  '/sysjob': () => ({ jobName: fresh(), invokeTarget: 'statistics', cronExpression: '30 2 * * *' }),
  '/sys-user': () => ({ username: fresh(), nickName: 'Wang', password: PASSWORD }),
  '/qc/product': () => ({ code: fresh(), name: fresh(), tz: 'Asia/Shanghai' }),
  '/qc/equipment': () => ({ productId: plant.productId, code: fresh(), name: fresh(), kind: 'machine' }),
  '/qc/lot': () => ({ productId: plant.productId, lotNo: fresh() }),
  '/qc/notification-rule': () => ({ ruleName: fresh(), event: 'recordNg', channel: 'email', receiver: 'inspector' }),
}
const idOf: Record<string, string> = { '/dict/data': '/:dictCode', '/sysjob': '' }
const kindRows = Object.entries(kinds).flatMap(([path, body]): [string, () => Calls | Promise<Calls>][] => {
  /** One for each call, to be deleted and brought back; users are not given passwords, which takes long. */
  let made: Promise<number[]> | undefined
  const some = () => (made ??= Promise.all(Array.from({ length: AT_ONCE }, one)))
  const one = () => (path === '/sys-user' ? app.signedIn().then(({ userId }) => userId) : make(path, body()))
  return [
    [`POST ${path}`, () => () => ({ body: body() })],
    [
      `PUT ${path}${idOf[path] ?? '/:id'}`,
      async () => {
        const id = await one()
        return () => ({ id, body: { ...body(), ...(path === '/sysjob' && { jobId: id }) } })
      },
    ],
    [
      `PUT ${path}/bulk`,
      async () => {
        const id = await one()
        const { updatedAt } = done(await admin().get(`${path}/${id}`))
        return { body: { rows: [{ id, updatedAt, fields: { status: '1' } }], onlyUnchanged: true } }
      },
    ],
    [
      `DELETE ${path}`,
      async () => {
        const ids = await some()
        return (n) => ({ body: { ids: [ids[n]] } })
      },
    ],
    [
      `POST ${path}/restore`,
      async () => {
        const ids = await some()
        await admin().delete(path, { ids }) // unless they are deleted already
        return (n) => ({ body: { ids: [ids[n]] } })
      },
    ],
  ]
})

const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => () => {
  const form = new FormData()
  form.append('file', new File([content], name))
  return form
}
const reason = 'for the test'
/** A record as it is after these steps. */
async function record(...steps: ['submit' | 'approve' | 'reject', 'inspector' | 'approver'][]) {
  let seen = await draftBy(plant.inspector, template)
  for (const [step, by] of steps) seen = await stepped(plant[by], step, seen, { reason })
  return seen as { qcValueBaseId: number; lockVersion: number }
}
/** All ask for the same step of the same record. */
const steps =
  (by: 'inspector' | 'approver' | 'engineer' | 'reviewer', more: object, of: () => ReturnType<typeof record>) =>
  async (): Promise<Calls> => {
    const { qcValueBaseId, lockVersion } = await of()
    return { id: qcValueBaseId, by: plant[by], body: { lockVersion, password: PASSWORD, ...more } }
  }
const submitted = () => record(['submit', 'inspector'])
const approved = () => record(['submit', 'inspector'], ['approve', 'approver'])
async function limits() {
  const validFrom = '2026-01-01T00:00:00Z'
  const body = { itemKey: template.keys['thickness'], chart: 'imr', centre: 10, sigma: 0.01, validFrom, reason }
  return { ...body, equipmentId: await make('/qc/equipment', kinds['/qc/equipment']!()) }
}
const draftOf = async (templateId: number) => done(await admin().get(`/qc/template/${templateId}`)).draft

/** What each route is sent, and what has to be there before. */
const rows: Record<string, () => Calls | Promise<Calls>> = {
  ...Object.fromEntries(kindRows),
  'POST /login': () => ({ body: { username: plant.inspector.roleKey, password: PASSWORD } }),
  'POST /refreshtoken': async () => {
    const { token } = await stranger()
    return { body: { token }, by: { token } }
  },
  'POST /logout': async () => ({ by: await stranger() }),
  'POST /error-log': () => () => ({ body: { message: fresh(), stack: '', path: '/', version: '1' } }),
  'PUT /user/pwd/set': async () => {
    const by = await plant.person('inspector')
    return { by, body: { oldPassword: PASSWORD, newPassword: 'wheel of many spokes' } }
  },
  'PUT /user/acting-role': async () => {
    const by = await stranger()
    return { by, body: { roleKey: 'admin' } }
  },
  'PUT /user/pwd/reset': async () => {
    const { userId } = await app.signedIn()
    return { body: { userId, password: 'wheel of many spokes' } }
  },
  'PUT /sys-user/profile': () => () => ({ body: { nickName: fresh() } }),
  'PUT /sys-user': async () => {
    const { userId } = await app.signedIn()
    return () => ({ body: { userId, nickName: fresh() } })
  },
  'PUT /user/status': async () => {
    const { userId } = await app.signedIn()
    return (n) => ({ body: { userId, status: n % 2 ? '2' : '1' } })
  },
  'POST /user/avatar': () => ({ form: file('me.png', png(40, 40)) }),
  'DELETE /user/avatar': () => ({}),
  'DELETE /user/session': async () => {
    const by = await stranger()
    const { list } = done(await admin().get('/sys-session?pageSize=100&username=' + by.roleKey))
    return { by, body: { ids: [list[0].sessionId] } }
  },
  'DELETE /sys-session': async () => {
    const { roleKey } = await stranger()
    const { list } = done(await admin().get(`/sys-session?pageSize=100&username=${roleKey}`))
    return { body: { ids: [list[0].sessionId] } }
  },
  'POST /sys-user/import': () => () => ({
    search: '?dryRun=0',
    form: file('users.csv', `username,nickName\n${fresh()},Wang`),
  }),
  'POST /dict/type/import': () => () => ({
    search: '?dryRun=0',
    form: file('x.csv', `dictName,dictType\nWang,${fresh()}`),
  }),
  'POST /dict/data/import': () => () => ({
    search: '?dryRun=0',
    form: file('x.csv', `dictType,dictLabel,dictValue\nsys_user_sex,${fresh()},${fresh()}`),
  }),
  'POST /qc/import': () => ({
    search: '?dryRun=0',
    form: file('x.csv', 'template,item,values,inspectedAt\nT-1,look,ok,2026-11-18 09:00'),
  }),
  'POST /public/uploadFile': () => ({ form: file('logo.png', png(40, 40)) }),
  'POST /qc/photo': () => ({ form: file('photo.png', png(40, 40)) }),
  'PUT /dept-order': async () => {
    const parentId = await make('/dept', kinds['/dept']!())
    const order = await Promise.all([1, 2].map(() => make('/dept', { ...kinds['/dept']!(), parentId })))
    return (n) => ({ body: { parentId, order: n % 2 ? order : order.toReversed() } })
  },
  'PUT /role-status': async () => {
    const roleId = await make('/role', kinds['/role']!())
    return (n) => ({ body: { roleId, status: n % 2 ? '2' : '1' } })
  },
  'PUT /roledatascope': async () => {
    const roleId = await make('/role', kinds['/role']!())
    return (n) => ({ body: { roleId, dataScope: n % 2 ? '1' : '5' } })
  },
  'PUT /menu-order': async () => {
    const parentId = await make('/menu', kinds['/menu']!())
    const order = await Promise.all([1, 2].map(() => make('/menu', { ...kinds['/menu']!(), parentId })))
    return (n) => ({ body: { parentId, order: n % 2 ? order : order.toReversed() } })
  },
  'PUT /sys-api/:id': async () => {
    const { list } = done(await admin().get('/sys-api?pageSize=1'))
    return () => ({ id: list[0].id, body: { title: fresh() } })
  },
  'PUT /set-config': () => () => ({ body: [{ configKey: 'sys_app_name', configValue: fresh() }] }),
  'POST /job/start/:id': async () => ({ id: await make('/sysjob', { ...kinds['/sysjob']!(), status: '1' }) }),
  'POST /job/remove/:id': async () => ({ id: await make('/sysjob', kinds['/sysjob']!()) }),
  'POST /job/run/:id': async () => ({ id: await make('/sysjob', kinds['/sysjob']!()) }),
  'DELETE /sys-login-log': () => ({ body: { ids: [1] } }),
  'DELETE /sys-opera-log': async () => {
    const { list } = done(await admin().get(`/sys-opera-log?requestMethod=POST&pageSize=${AT_ONCE}`))
    return (n) => ({ body: { ids: [list[n].id] } })
  },
  'DELETE /operlog/clean': () => ({}),
  'DELETE /trash': async () => {
    done(await admin().delete('/post', { ids: [await make('/post', kinds['/post']!())] }))
    const { list } = done(await admin().get('/trash?pageSize=1'))
    return { body: { ids: [list[0].trashId] } }
  },
  'POST /user/token': async () => {
    const by = await plant.person('inspector')
    return () => ({ by, body: { name: fresh(), scopes: ['qc:record:list'], password: PASSWORD } })
  },
  'DELETE /user/token/:tokenId': async () => {
    const by = await plant.person('inspector')
    const input = { name: fresh(), scopes: ['qc:record:list'], password: PASSWORD }
    return { by, id: done(await by.post('/user/token', input)).apiToken.tokenId }
  },
  'POST /sys-token': () => () => ({ body: serviceToken() }),
  'DELETE /sys-token/:tokenId': async () => ({
    id: done(await admin().post('/sys-token', serviceToken())).apiToken.tokenId,
  }),
  'POST /qc/instrument': () => () => ({ body: { name: fresh(), username: plant.inspector.roleKey } }),
  'DELETE /qc/instrument/:instrumentId': async () => ({ id: (await instrument()).instrumentId }),
  'POST /qc/measurement': async () => {
    const by = app.callerWith((await instrument()).token)
    return () => ({
      by,
      body: [
        {
          clientUid: `reading-of-the-test-${fresh()}`,
          templateCode: 'T-1',
          values: { thickness: [10, 10, 10], look: ['ok'] },
        },
      ],
    })
  },
  'POST /qc/display': () => () => ({ body: { name: fresh(), productId: plant.productId } }),
  'DELETE /qc/display/:displayId': async () => {
    const { displayId } = done(await admin().post('/qc/display', { name: fresh(), productId: plant.productId }))
    return { id: displayId }
  },
  'POST /qc/value-base': () => () => ({
    by: plant.inspector,
    body: { templateId: template.templateId, values: valuesOf(template, good) },
  }),
  'PUT /qc/value-base/:qcValueBaseId': steps('inspector', { remark: 'changed' }, record),
  'POST /qc/value-base/:qcValueBaseId/submit': steps('inspector', {}, record),
  'POST /qc/value-base/:qcValueBaseId/withdraw': steps('inspector', {}, submitted),
  'POST /qc/value-base/:qcValueBaseId/review': steps('reviewer', {}, async () => {
    const reviewed = await plant.template({ signLevels: 2 })
    return stepped(plant.inspector, 'submit', await draftBy(plant.inspector, reviewed))
  }),
  'POST /qc/value-base/:qcValueBaseId/approve': steps('approver', {}, submitted),
  'POST /qc/value-base/:qcValueBaseId/reject': steps('approver', { reason }, submitted),
  'POST /qc/value-base/:qcValueBaseId/reopen': steps('engineer', { reason }, approved),
  'POST /qc/value-base/:qcValueBaseId/void': steps('engineer', { reason }, approved),
  'POST /qc/value-base/:qcValueBaseId/retest': steps('inspector', { reason }, submitted),
  'PUT /qc/value-base/:qcValueBaseId/assignment': async () => {
    const { qcValueBaseId } = await submitted()
    const body = { ownerId: plant.engineer.userId, dueOn: null, seenAt: null }
    return { id: qcValueBaseId, by: plant.approver, body }
  },
  'POST /qc/value-base/:qcValueBaseId/mention/seen': async () => {
    const { qcValueBaseId } = await submitted()
    return { id: qcValueBaseId, by: plant.approver }
  },
  'POST /qc/value-base/:qcValueBaseId/comment': async () => {
    const { qcValueBaseId } = await submitted()
    return () => ({ id: qcValueBaseId, by: plant.inspector, body: { text: fresh() } })
  },
  'POST /qc/value-base/approve': async () => {
    const { qcValueBaseId, lockVersion } = await submitted()
    return { by: plant.approver, body: { records: [{ qcValueBaseId, lockVersion }], password: PASSWORD } }
  },
  'POST /qc/lot/:id/hold': async () => ({ id: await make('/qc/lot', kinds['/qc/lot']!()), body: { reason } }),
  'POST /qc/lot/:id/release': async () => {
    const id = await make('/qc/lot', kinds['/qc/lot']!())
    done(await admin().post(`/qc/lot/${id}/hold`, { reason }))
    return { id, body: { reason, password: PASSWORD } }
  },
  'POST /qc/template': () => () => ({
    body: { productId: plant.productId, code: fresh(), name: 'Shaft', stage: 'ipqc' },
  }),
  'POST /qc/template/import': async () => {
    const { data } = await admin().get(`/qc/template/${template.templateId}/file`)
    const exported = typeof data === 'string' ? JSON.parse(data) : data
    return () => ({ body: { ...exported, template: { ...exported.template, code: fresh() } } })
  },
  'POST /qc/template/:templateId/copy': () => () => ({
    id: template.templateId,
    body: { code: fresh(), name: 'Another' },
  }),
  'PUT /qc/template/:templateId': () => () => ({ id: template.templateId, body: { name: fresh() } }),
  'DELETE /qc/template/:templateId': async () => ({ id: (await plant.template()).templateId, body: { reason } }),
  'POST /qc/template/:templateId/reactivate': async () => {
    const { templateId } = await plant.template()
    done(await admin().delete(`/qc/template/${templateId}`, { reason }))
    return { id: templateId }
  },
  'POST /qc/template/:templateId/draft': async () => ({ id: (await plant.template()).templateId, body: {} }),
  'PUT /qc/template/:templateId/draft': async () => {
    const id = await templateHead()
    return { id, body: { lockVersion: (await draftOf(id)).lockVersion, items } }
  },
  'DELETE /qc/template/:templateId/draft': async () => {
    const { templateId } = await plant.template()
    done(await admin().post(`/qc/template/${templateId}/draft`, {}))
    return { id: templateId }
  },
  'POST /qc/template/:templateId/publish': async () => {
    const id = await templateHead()
    const { lockVersion } = await draftOf(id)
    const { draft } = done(await admin().put(`/qc/template/${id}/draft`, { lockVersion, items }))
    return { id, body: { lockVersion: draft.lockVersion, changeNote: reason } }
  },
  'POST /qc/qr': async () => {
    const lots = await Promise.all([1, 2].map(() => make('/qc/lot', kinds['/qc/lot']!())))
    return { body: { kind: 'lot', ids: lots } }
  },
  'POST /qc/qr/:code/revoke': async () => {
    const ids = [await make('/qc/lot', kinds['/qc/lot']!())]
    const [label] = done(await admin().post('/qc/qr', { kind: 'lot', ids }))
    return { id: label.code, body: { reason } }
  },
  'POST /qc/limit-set': async () => ({ body: await limits() }),
  'PUT /qc/limit-set/:limitSetId': async () => {
    const id = done(await admin().post('/qc/limit-set', await limits()))
    return { id: id.limitSetId ?? id, body: { status: 'retired', reason } }
  },
  'POST /qc/annotation': () => () => ({
    body: { itemKey: template.keys['thickness'], at: '2026-11-20', text: fresh() },
  }),
  'DELETE /qc/annotation/:annotationId': async () => {
    const body = { itemKey: template.keys['thickness'], at: '2026-11-20', text: fresh() }
    return { id: done(await admin().post('/qc/annotation', body)).annotationId }
  },
  'POST /qc/notification-rule/:id/test': async () => ({
    id: await make('/qc/notification-rule', kinds['/qc/notification-rule']!()),
  }),
  'POST /view': () => () => ({ body: view() }),
  'PUT /view/:id': async () => ({ id: await make('/view', view()), by: admin(), body: { viewName: fresh() } }),
  'PUT /view/:id/role': async () => ({ id: await make('/view', view()), by: admin(), body: { roles: [] } }),
  'PUT /view/default': () => () => ({ body: { list: 'post', viewId: null } }),
  'PUT /view/columns': () => () => ({ body: { list: 'post', columns: {} } }),
  'DELETE /view': async () => ({ by: admin(), body: { ids: [await make('/view', view())] } }),
  'POST /qc/exclusion': async () => ({ body: { itemKey: template.keys['thickness'], ...(await submitted()), reason } }),
  'DELETE /qc/exclusion': async () => {
    const { qcValueBaseId } = await submitted()
    const body = { itemKey: template.keys['thickness'], qcValueBaseId, reason }
    done(await admin().post('/qc/exclusion', body))
    return { body }
  },
}
/** Of these there is nothing that could be done here: WeCom is not set up, the server is, and nothing is there to be redacted or told. */
const refused: Record<string, Call> = {
  'POST /wechat/crop-qrcode/confirm': { body: { state: 'x', code: 'x' } },
  'POST /wechat/crop-qrcode/login': { body: { state: 'x', code: 'x' } },
  'POST /setup/link': { body: { token: 'x' } },
  'POST /setup': { body: { token: 'x', username: 'somebody', nickName: 'Wang', password: 'wheel of many spokes' } },
  'POST /setup/restore': {},
  'POST /user/messenger/proposal': { body: { state: 'x', code: 'x' } },
  'POST /user/messenger': { body: { state: 'x', password: PASSWORD } },
  'DELETE /user/messenger': { body: { password: PASSWORD } },
  'PUT /sys-user/messenger': { body: { userId: 1, memberId: 'x' } },
  'POST /qc/audit/:id/redact': { id: 999_999, body: { reason } },
  'PUT /qc/signal/:signalId/assignment': { id: 999_999, body: { ownerId: null, dueOn: null, seenAt: null } },
  'POST /qc/notification-delivery/:deliveryId/retry': { id: 999_999 },
  'POST /qc/signal/:signalId/ack': { id: 999_999, body: { lockVersion: 1 } },
  'POST /qc/signal/:signalId/close': {
    id: 999_999,
    body: { lockVersion: 1, causeCode: 'tool_wear', actionCode: 'adjust', comment: reason },
  },
}

const view = () => ({ list: 'post', viewName: fresh(), search: 'status=1' })
const serviceToken = () => ({ name: fresh(), username: plant.inspector.roleKey, scopes: ['qc:record:list'] })
const instrument = async () =>
  done(await admin().post('/qc/instrument', { name: fresh(), username: plant.inspector.roleKey }))
const items = [{ code: 'd', name: 'd', type: 'numeric', lsl: '1', usl: '2' }]
const templateHead = () =>
  make('/qc/template', { productId: plant.productId, code: fresh(), name: 'Shaft', stage: 'ipqc' })

/** How many of the twenty may be told to come back (429): two files are imported at a time, and passwords are not guessed. */
const mayRefuse: Record<string, number> = {
  'POST /sys-user/import': AT_ONCE - 2,
  'POST /dict/type/import': AT_ONCE - 2,
  'POST /dict/data/import': AT_ONCE - 2,
  'POST /qc/import': AT_ONCE - 2,
  'PUT /user/pwd/set': AT_ONCE - 5,
}

async function ask(method: string, path: string, { id = '', search = '', body, form, by }: Call) {
  const response = await app.app.request(path.replace(/:\w+/, String(id)) + search, {
    method,
    headers: {
      authorization: `Bearer ${by!.token}`,
      'accept-language': 'en',
      ...(!form && { 'content-type': 'application/json' }),
    },
    ...(form ? { body: form() } : body !== undefined && { body: JSON.stringify(body) }),
  })
  const { code, msg } = (await response.json()) as { code: number; msg: string }
  return { code, msg }
}

const routes = endpointsOf(app.app)
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => [`${method} ${path.replace('/api/v1', '')}`, method, path] as const)

describe.skipIf(!isPostgres)('twenty calls at once, of two connections to PostgreSQL, are all answered', () => {
  beforeAll(prepare)

  test.each(routes)('%s', async (name, method, path) => {
    const given = (await rows[name]?.()) ?? refused[name]
    if (!given) throw new Error('Say above what this route is sent.')
    const calls = admins.map((by, n) => ({ by, ...(typeof given === 'function' ? given(n) : given) }))
    const answers = await Promise.all(calls.map((call) => ask(method, path, call)))
    const codes = answers.map(({ code }) => code)
    if (!refused[name]) expect(codes).toContain(200)
    expect(codes.filter((code) => code === 429).length).toBeLessThanOrEqual(mayRefuse[name] ?? 0)
    const isEachDone = typeof given === 'function'
    const isFault = (code: number) => (isEachDone ? code !== 200 && code !== 429 : code >= 500 && code < 600)
    expect(answers.filter(({ code }) => isFault(code))).toEqual([])
  })

  test('and afterwards no transaction is left open', async () => {
    const db = app.store.db as unknown as Reader & { execute(query: SQL): Promise<{ rows: { open: number }[] }> }
    const open = sql`select count(*)::int as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`
    await until(async () => (await db.execute(open)).rows[0]!.open === 0)
  })
})
