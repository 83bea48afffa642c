import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { MenuItem } from '#shared/access/menu'
import type { Choice } from '#shared/list/page'
import { MASK } from '#shared/access/settings-catalogue'
import { DEFAULT_AVATAR } from '#server/access/files/default-pictures'
import { createUser } from '#server/access/user/queries'
import { hashPassword } from '#server/platform/security/password'
import { startApp, type Answer, type App } from '../support/app'
import { png } from '../support/images'

/**
 * The pages of the two published front ends of this API family, by the calls that each makes one after the other: what
 * they send as they send it (whole records, numbers as text, blanks), what they read of the answers, and where they would
 * stop at a null. The server is set to HTTP 200, as it must be for them.
 */
let app: App
let admin: Caller
let passwordHash: string
beforeAll(async () => {
  app = await startApp({ settings: { envelopeStatus: '200' } })
  passwordHash = await hashPassword('caliper-demo')
  for (const [username, role] of Object.entries({ root: 'admin', li: 'viewer', wu: 'viewer' }))
    await user(username, role)
  admin = await signIn('root')
})
afterAll(() => app.close())

/** A user with a password that need not be changed first. */
const user = (username: string, roleKey: string) =>
  createUser(app.store, { username, nickName: username, passwordHash, roleKeys: [roleKey] }, Date.now())

type Caller = Awaited<ReturnType<typeof signIn>>
const zh = { 'accept-language': 'zh-CN' }

/** Signs in as their page does, and gives what the front end calls with from then on. */
async function signIn(username: string, password = 'caliper-demo') {
  const { id: uuid } = await app.anyone.get('/captcha')
  const { token } = await app.anyone.post('/login', { username, password, rememberMe: false, code: '1234', uuid })
  const caller = app.callerWith(String(token))

  /** A call that must be done; `data` of its answer. */
  async function call(method: string, path: string, body?: unknown): Promise<Answer['data']> {
    const answer = await caller.send(method, path, { headers: zh, ...(body !== undefined && { body }) })
    expectToFit(answer, { code: 200, msg: expect.any(String) })
    return answer.data
  }

  /** A save or a deletion, whose words are shown as they come. */
  async function done(method: string, path: string, body: unknown, msg: string): Promise<Answer['data']> {
    const answer = await caller.send(method, path, { body, headers: zh })
    expectToFit(answer, { code: 200, msg })
    return answer.data
  }

  return {
    send: caller.send,
    get: (path: string) => call('GET', path),
    put: (path: string, body: unknown) => call('PUT', path, body),
    create: (path: string, body: unknown): Promise<number> => done('POST', path, body, '创建成功'),
    update: (path: string, body: unknown) => done('PUT', path, body, '更新成功'),
    remove: (path: string, ids: number[]) => done('DELETE', path, { ids }, '删除成功'),

    /** A page of a list: its first row that matches `like` has the fields that `row` names. */
    async list(path: string, row: object, like: object = {}) {
      const data = await call('GET', path)
      expectToFit(data, { count: number, pageIndex: number, pageSize: number, list: expect.any(Array) })
      const found = data.list.find((one: object) =>
        Object.entries(like).every(([key, value]) => one[key as never] === value),
      )
      expectToFit(found, row)
      return found
    },

    /** A dictionary, from which labels are chosen by comparing texts. */
    async options(...types: string[]) {
      for (const type of types) {
        const entries = await call('GET', `/dict-data/option-select?dictType=${type}`)
        expect(entries).not.toBeEmpty()
        for (const entry of entries) expectToFit(entry, { label: text, value: text })
      }
    },

    /** A file as their upload component sends it. */
    async upload(path: string, field: string) {
      const body = new FormData()
      body.append(field, new Blob([png(64, 64)], { type: 'image/png' }), 'blob')
      const request = { method: 'POST', headers: { ...zh, authorization: `Bearer ${caller.token}` }, body }
      const answer = await (await app.app.request(`/api/v1${path}`, request)).json()
      expectToFit(answer, { code: 200 })
      return answer.data
    },
  }
}

/** `toMatchObject` writes the matchers of an expected object into the received one, which is sent back here. */
const expectToFit = (received: unknown, shape: object | unknown[]) =>
  expect(JSON.parse(JSON.stringify(received))).toMatchObject(shape)

const text = expect.any(String)
const number = expect.any(Number)
const array = expect.any(Array)
const flag = expect.any(Boolean)
/** What `new Date` reads, and not the zero of another language. */
const time = expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/)
const onOff = expect.stringMatching(/^[12]$/)

/** Views that both front ends have, so that a menu may name them. */
const familyViews = [
  'Layout',
  '/admin/sys-user/index',
  '/admin/sys-role/index',
  '/admin/sys-menu/index',
  '/admin/sys-dept/index',
  '/admin/sys-post/index',
  '/admin/dict/index',
  '/admin/dict/data',
  '/admin/sys-config/index',
  '/admin/sys-config/set',
  '/admin/sys-login-log/index',
  '/admin/sys-oper-log/index',
  '/admin/sys-api/index',
  '/schedule/index',
  '/sys-tools/monitor',
]

type Node = { children?: Node[] | undefined }
const flat = <Entry extends { children?: Entry[] | undefined }>(nodes: Entry[]): Entry[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

/** A tree to choose from: its filter looks for letters in every label. */
function expectChoices(nodes: Node[]) {
  expect(nodes).not.toBeEmpty()
  for (const node of flat(nodes)) expectToFit(node, { id: number, label: text })
}

const newDepartment = (deptName: string) =>
  admin.create('/dept', { parentId: 0, deptName, sort: 10, leader: '王芳', status: 2 })
const newPost = (postCode: string) => admin.create('/post', { postCode, postName: postCode, sort: 0, status: 2 })
const firstRole = async (roleKey: string) => (await admin.get(`/role?roleKey=${roleKey}`)).list[0]

const pages: [page: string, visit: () => Promise<void>][] = [
  [
    'the login page of both: settings without a token, a handle beside the picture, a token beside data',
    async () => {
      const { data } = await app.anyone.get('/app-config')
      expectToFit(data, { sys_app_name: text, sys_app_logo: text })
      expectToFit(await app.anyone.get('/captcha'), { id: text, data: text, msg: 'success' })
      const body = { username: 'root', password: 'caliper-demo', code: '1', uuid: '' }
      expectToFit(await app.anyone.post('/login', body), { token: text, expire: text })
    },
  ],
  [
    'the home page of both: user, menu',
    async () => {
      const user = {
        roles: ['admin'],
        permissions: ['*:*:*'],
        name: 'root',
        avatar: DEFAULT_AVATAR,
        introduction: text,
      }
      expectToFit(await admin.get('/getinfo'), user)
      const menu: MenuItem[] = await admin.get('/menurole')
      for (const item of flat(menu)) {
        expectToFit(item, { path: text, component: text, visible: text, menuName: text, title: text })
        expectToFit(item, { icon: text, noCache: flag })
        expect(item.children ?? []).toBeArray()
      }
      for (const view of familyViews) expect(flat(menu).map(({ component }) => component)).toContain(view)
      const entries = flat(menu).find(({ component }) => component === '/admin/dict/data')
      expectToFit(entries, { menuName: 'SysDictDataManage', path: '/admin/dict/data/:dictId' })
    },
  ],
  [
    'the home page of the Vue 3 client, which stops at a view it has not, for a role without ours',
    async () => {
      const all = flat<MenuItem>(await admin.get('/menurole'))
      const menuIds = all.filter(({ component }) => familyViews.includes(component)).map(({ menuId }) => menuId)
      const pagesOnly = menuIds.filter((id) => all.every(({ parentId }) => parentId !== id))
      await admin.create('/role', { roleName: '旧端', roleKey: 'legacy', roleSort: 9, status: '2', menuIds: pagesOnly })
      await user('old', 'legacy')
      const seen = flat<MenuItem>(await (await signIn('old')).get('/menurole'))
      // of directories those that lead to one of its pages
      const isIts = ({ component, children = [] }: MenuItem): boolean =>
        component === 'Layout' ? children.some(isIts) : familyViews.includes(component)
      const its = all.filter(isIts).map(({ component }) => component)
      expect(seen.map(({ component }) => component).toSorted()).toEqual(its.toSorted())
    },
  ],
  [
    'the users page of the Vue 2 client: list, tree, form, save, status, reset, delete',
    async () => {
      const deptId = await newDepartment('检验科')
      const postId = await newPost('insp')
      const { roleId } = await firstRole('viewer')
      const row = { userId: number, username: text, nickName: text, phone: text, status: onOff, createdAt: time }
      await admin.list('/sys-user?pageIndex=1&pageSize=10', { ...row, dept: { deptName: text } })
      expectChoices(await admin.get('/deptTree'))
      await admin.options('sys_normal_disable', 'sys_user_sex')
      expectToFit(await admin.get('/configKey/sys_user_initPassword'), { configValue: '' })
      await admin.list('/post?pageSize=1000', { postId: number, postName: text, status: number })
      await admin.list('/role?pageSize=1000', { roleId: number, roleName: text, status: onOff })
      const reach = { phone: '13800138000', email: 'zhao@example.com', sex: '0' }
      const password = 'Torque-wrench-9'
      const input = { username: 'zhao', nickName: '赵', password, ...reach, status: '2', remark: '新', deptId, postId }
      const userId = await admin.create('/sys-user', { ...input, roleId })
      const record = await admin.get(`/sys-user/${userId}`)
      expectToFit(record, { userId, deptId, postId, roleId, ...reach, status: '2', remark: '新' })
      const other = (await firstRole('inspector')).roleId
      await admin.update('/sys-user', { ...record, nickName: '赵工', roleId: other, password: '' })
      await admin.list(
        `/sys-user?pageIndex=1&pageSize=10&username=&deptId=%2F${deptId}%2F&undefinedOrder=desc&usernameOrder=desc`,
        { userId, nickName: '赵工', roleId: other, dept: { deptName: '检验科' } },
      )
      const searched = await admin.get(`/sys-user?pageIndex=2&pageSize=1&deptId=&page=1`)
      expectToFit(searched, { pageIndex: 2, list: [row] })
      await admin.put('/user/status', { userId, status: '1' })
      await admin.put('/user/pwd/reset', { userId, password: 'Feeler-gauge-3' })
      expect(await admin.remove('/sys-user', [userId])).toEqual([userId])
    },
  ],
  [
    'the users page of the Vue 3 client: a form without what was not chosen, the record over blanks, several deleted',
    async () => {
      const deptId = await newDepartment('计量室')
      const reach = { phone: '13800138001', email: 'a@example.com', status: '2', deptId }
      const made = (username: string) =>
        admin.create('/sys-user', { ...reach, username, nickName: username, password: 'Torque-wrench-9' })
      const ids = [await made('qian'), await made('sun')]
      const record = await admin.get(`/sys-user/${ids[0]}`)
      await admin.update('/sys-user', { userId: ids[0], sex: undefined, ...record, nickName: '钱' })
      expect(await admin.get(`/sys-user/${ids[0]}`)).toEqual({ ...record, nickName: '钱', updatedAt: time })
      await admin.remove('/sys-user', ids)
    },
  ],
  [
    'the roles page of both: list, menu tree, form, status, data scope, delete',
    async () => {
      const row = { roleId: number, roleName: text, roleKey: text, roleSort: number, status: onOff, createdAt: time }
      await admin.list('/role?pageIndex=1&pageSize=10&createdAtOrder=desc&undefinedOrder=asc', row)
      const { menus } = await admin.get('/roleMenuTreeselect/0')
      expectChoices(menus)
      const leaves = flat<Choice>(menus).filter(({ children }) => !children)
      const menuIds = leaves.slice(0, 3).map(({ id }) => id)
      const form = { roleName: '复核', roleKey: 'recheck', roleSort: 0, status: '2', deptIds: [], sysMenu: [] }
      const roleId = await admin.create('/role', { ...form, menuIds })
      const record = await admin.get(`/role/${roleId}`)
      expectToFit(record, { ...row, menuIds: menuIds.toSorted((a, b) => a - b), deptIds: [], dataScope: text })
      await admin.update(`/role/${roleId}`, { ...record, roleSort: 7, menuIds: menuIds.slice(1) })
      const status = await admin.send('PUT', '/role-status', { body: { roleId, status: '1' }, headers: zh })
      expectToFit(status, { code: 200, msg: `更新角色 ${roleId} 状态成功！` })
      const deptId = await newDepartment('仓库')
      const { depts, checkedKeys } = await admin.get(`/roleDeptTreeselect/${roleId}`)
      expectChoices(depts)
      expect(checkedKeys).toEqual([])
      await admin.put('/roledatascope', { ...record, dataScope: '2', deptIds: [deptId] })
      expect((await admin.get(`/roleDeptTreeselect/${roleId}`)).checkedKeys).toEqual([deptId])
      await admin.remove('/role', [roleId])
    },
  ],
  [
    'the roles page of both, for the administrator role: saved with an empty tree, it still holds everything',
    async () => {
      const record = await admin.get(`/role/${(await firstRole('admin')).roleId}`)
      await admin.update(`/role/${record.roleId}`, { ...record, remark: '全部', menuIds: [] })
      expect((await admin.get('/getinfo')).permissions).toEqual(['*:*:*'])
    },
  ],
  [
    'the menus page of both: tree with the calls of each entry, form, transfer of calls, save, delete',
    async () => {
      const entry = { menuId: number, title: text, icon: text, sort: number, permission: text, component: text }
      const tree = flat<Node>(await admin.get('/menu'))
      for (const node of tree) expectToFit(node, { ...entry, visible: text, sysApi: array, createdAt: time })
      await admin.options('sys_show_hide')
      const call = { id: number, title: text, path: text, action: text, type: 'BUS', handle: text }
      await admin.list('/sys-api?pageSize=10000&type=BUS', call)
      const blank = { apis: [], sysApi: [], sort: 0, action: '', isFrame: '1', visible: '0' }
      const directory = { title: '量具', menuName: 'Gauges', path: '/gauges', component: 'Layout', icon: 'star' }
      const parentId = await admin.create('/menu', { ...blank, ...directory, parentId: 0, menuType: 'M' })
      const page = { title: '台账', menuName: 'GaugeList', path: '/gauges/list', component: '/admin/sys-post/index' }
      const tag = { permission: 'admin:sysPost:list' }
      const menuId = await admin.create('/menu', { ...blank, ...page, ...tag, parentId, menuType: 'C' })
      const button = { title: '新增', permission: 'admin:sysPost:add', menuName: undefined }
      const buttonId = await admin.create('/menu', { ...blank, ...button, parentId: menuId, menuType: 'F' })
      const record = await admin.get(`/menu/${menuId}`)
      expectToFit(record, { ...page, apis: array, sysApi: array, isFrame: '1', visible: '0', noCache: flag })
      expect(record.sysApi.map(({ id }: { id: number }) => id)).toEqual(record.apis)
      await admin.update(`/menu/${menuId}`, { ...record, title: '量具台账', visible: '1' })
      const hidden = flat<Node>(await admin.get('/menu?title=%E5%8F%B0%E8%B4%A6&visible=1'))
      expect(hidden).toContainEqual(expect.objectContaining({ menuId, title: '量具台账', visible: '1' }))
      for (const id of [buttonId, menuId, parentId]) await admin.remove('/menu', [id])
    },
  ],
  [
    'the departments page of both: tree, form with numbers as text, save, delete',
    async () => {
      const deptId = await newDepartment('技术部')
      const node = { deptId: number, parentId: number, deptName: text, sort: number, createdAt: time }
      const all = flat<Node>(await admin.get('/dept'))
      for (const one of all) expectToFit(one, { ...node, status: number })
      expectToFit(flat<Node>(await admin.get('/dept?deptName=%E6%8A%80%E6%9C%AF&status=2')), [{ deptId }])
      const child = { parentId: deptId, deptName: '工艺组', sort: 10, leader: '李', phone: '', email: '', status: 2 }
      const childId = await admin.create('/dept', child)
      const record = await admin.get(`/dept/${childId}`)
      expectToFit(record, { ...child, deptPath: `/0/${deptId}/${childId}/` })
      await admin.update(`/dept/${childId}`, { ...record, deptName: '工艺一组', sort: '20', status: '1' })
      expectToFit(await admin.get(`/dept/${childId}`), { deptName: '工艺一组', sort: 20, status: 1 })
      await admin.remove('/dept', [childId])
      await admin.remove('/dept', [deptId])
    },
  ],
  [
    'the posts page of both: list, form, save, delete',
    async () => {
      const postId = await newPost('keeper')
      const row = { postId, postCode: 'keeper', postName: text, sort: number, status: 2, createdAt: time }
      await admin.list('/post?pageIndex=1&pageSize=10&postCode=keeper&status=2', row)
      const record = await admin.get(`/post/${postId}`)
      await admin.update(`/post/${postId}`, { ...record, status: 1, remark: '停' })
      expectToFit(await admin.get(`/post/${postId}`), { status: 1, remark: '停' })
      await admin.remove('/post', [postId])
    },
  ],
  [
    'the dictionary pages of both: types, the entries of one whose name the Vue 2 client sends twice, forms, delete',
    async () => {
      const row = { id: number, dictName: text, dictType: text, status: number, remark: text, createdAt: time }
      await admin.list('/dict/type?pageIndex=1&pageSize=10', row)
      const id = await admin.create('/dict/type', { dictName: '缺陷', dictType: 'family_defect', status: 2 })
      const type = await admin.get(`/dict/type/${id}`)
      await admin.update(`/dict/type/${id}`, { ...type, status: 2, remark: '外观' })
      expect(await admin.get('/dict/type-option-select')).toContainEqual(
        expect.objectContaining({ id, remark: '外观' }),
      )
      await admin.list('/dict/type?pageSize=1000', { dictName: '缺陷', dictType: 'family_defect' }, { id })
      const entry = { dictType: 'family_defect', dictLabel: '划伤', dictValue: 'scratch', dictSort: 0, status: 2 }
      const dictCode = await admin.create('/dict/data', entry)
      const twice = 'dictType=family_defect&pageIndex=1&pageSize=10&dictType=family_defect'
      await admin.list(`/dict/data?${twice}`, { ...entry, dictCode, remark: text, createdAt: time })
      const record = await admin.get(`/dict/data/${dictCode}`)
      await admin.update(`/dict/data/${dictCode}`, { ...record, dictSort: '3', status: '1' })
      expectToFit(await admin.get(`/dict/data/${dictCode}`), { dictSort: 3, status: 1 })
      await admin.remove('/dict/data', [dictCode])
      await admin.remove('/dict/type', [id])
    },
  ],
  [
    'the parameters page of both: list, form with a number (Vue 2) or a text (Vue 3) for a flag, delete',
    async () => {
      const row = { id: number, configName: text, configKey: text, configValue: text, configType: text, remark: text }
      const sorted = 'pageIndex=1&pageSize=10&createdAtOrder=desc&createdAtOrderOrder=desc'
      await admin.list(`/config?${sorted}`, { ...row, isFrontend: text, createdAt: time })
      await admin.options('sys_yes_no')
      const form = { configName: '线', configKey: 'family_line', configValue: 'A', configType: 'N', isFrontend: 1 }
      const id = await admin.create('/config', form)
      const record = await admin.get(`/config/${id}`)
      expectToFit(record, { ...form, isFrontend: '1' })
      await admin.update(`/config/${id}`, { ...record, isFrontend: '2', configValue: 'B' })
      expect(await admin.get('/configKey/family_line')).toEqual({ configKey: 'family_line', configValue: 'B' })
      await admin.remove('/config', [id])
    },
  ],
  [
    'the settings page: a logo by its full address, and every key of the map sent back (Vue 2) or a cleared one (Vue 3)',
    async () => {
      const settings = await admin.get('/set-config')
      const own = ['sys_app_name', 'sys_app_logo', 'sys_user_initPassword', 'sys_index_skinName', 'sys_index_sideTheme']
      for (const key of own) expect(settings[key]).toBeString()
      const { full_path } = await admin.upload('/public/uploadFile', 'file')
      const entered = { sys_app_logo: `http://127.0.0.1:8000${full_path}`, sys_user_initPassword: '123456' }
      const entries = Object.entries<string | null>({ ...settings, ...entered })
      const bodyOf = (pairs: typeof entries) => pairs.map(([configKey, configValue]) => ({ configKey, configValue }))
      await admin.update('/set-config', bodyOf(entries))
      expectToFit(await admin.get('/set-config'), { sys_app_logo: full_path, sys_user_initPassword: MASK })
      await admin.update('/set-config', bodyOf([['sys_app_logo', null]]))
    },
  ],
  [
    'the sign-in log of both: blank times, newest first, several deleted',
    async () => {
      const row = { id: number, username: 'root', status: '2', msg: text, ipaddr: text, loginTime: time }
      const agent = { loginLocation: text, browser: text, os: text, platform: text }
      const query = 'pageIndex=1&pageSize=10&username=root&createdAtOrder=desc&beginTime=&endTime='
      const { id } = await admin.list(`/sys-login-log?${query}`, { ...row, ...agent })
      await admin.options('sys_common_status')
      await admin.get(`/sys-login-log/${id}`)
      await admin.remove('/sys-login-log', [id])
    },
  ],
  [
    'the operation log of both: a range of moments, the details of a row, several deleted',
    async () => {
      await newPost('logged')
      const row = { id: number, operUrl: text, requestMethod: text, operIp: text, operLocation: text, operName: 'root' }
      const further = { latencyTime: text, jsonResult: text, status: onOff, operTime: time, title: text, method: text }
      const range = 'beginTime=2020-01-01%2000:00:00&endTime=2099-12-31%2023:59:59'
      const query = `pageIndex=1&pageSize=10&createdAtOrder=desc&status=2&${range}`
      const { id } = await admin.list(`/sys-opera-log?${query}`, { ...row, ...further, businessType: text })
      expectToFit(await admin.get(`/sys-opera-log/${id}`), { ...row, operParam: text })
      await admin.remove('/sys-opera-log', [id])
    },
  ],
  [
    'the calls page of both: list, a kind it offers that there is not, form, save',
    async () => {
      const row = { id: number, title: expect.stringMatching(/./), path: text, action: 'PUT', type: text, handle: text }
      const { id } = await admin.list('/sys-api?pageIndex=1&pageSize=10&action=PUT&title=&titleOrder=asc', row)
      expectToFit(await admin.get('/sys-api?pageIndex=1&pageSize=10&type=%E6%9A%82%E6%97%A0'), { count: 0 })
      const record = await admin.get(`/sys-api/${id}`)
      await admin.update(`/sys-api/${id}`, { ...record, title: '另一个名称', type: 'SYS' })
      expect(await admin.get(`/sys-api/${id}`)).toEqual({ ...record, title: '另一个名称' })
    },
  ],
  [
    'the jobs page of both: list, form with numbers, record with texts for numbers, start and stop by address, delete',
    async () => {
      await admin.options('sys_job_group', 'sys_job_status')
      const form = { jobName: '夜间', jobGroup: 'DEFAULT', cronExpression: '0 30 2 * * *', invokeTarget: 'log-cleanup' }
      const policies = { misfirePolicy: 1, concurrent: 1, jobType: 1, status: 1 }
      const jobId = await admin.create('/sysjob', { ...form, ...policies })
      const like = { jobId }
      const query = '/sysjob?pageIndex=1&pageSize=10&jobGroup=DEFAULT&beginTime=&endTime='
      await admin.list(query, { ...form, status: 2, entry_id: 0 }, like) // what its button starts
      const record = await admin.get(`/sysjob/${jobId}`)
      expectToFit(record, { ...form, args: text, misfirePolicy: number, concurrent: number, jobType: number })
      await admin.update('/sysjob', { ...record, misfirePolicy: '3', concurrent: '0', status: '1', jobName: '凌晨' })
      await admin.get(`/job/start/${jobId}`)
      await admin.list(query, { jobName: '凌晨', status: 2, entry_id: number }, like)
      await admin.get(`/job/remove/${jobId}`)
      await admin.list(query, { status: 2, entry_id: 0 }, like)
      await admin.remove('/sysjob', [jobId])
    },
  ],
  [
    'the monitor of both: figures beside data, a first processor, percentages that a bar can show',
    async () => {
      const answer = await admin.send('GET', '/server-monitor')
      const share = { used: number, total: number, percent: number }
      expectToFit(answer, { code: 200, mem: share, disk: share, swap: { used: number, total: number } })
      const os = { goOs: text, arch: text, ip: text, hostName: text, time: text }
      expectToFit(answer, { os, net: { in: number, out: number }, location: text, bootTime: number })
      expectToFit(answer, { cpu: { percent: number } })
      expect(answer['cpu']).toHaveProperty('cpuInfo.0.modelName', text)
      const [{ total }] = (answer['disk'] as { diskList: [{ total: number }] }).diskList
      expect(answer['disk']).toHaveProperty('total', Math.round((total / 1024) * 10) / 10) // GB on the page, MB here
    },
  ],
  [
    'the profile page of both for an administrator: a record without nulls that is sent back to the users, picture',
    async () => {
      const { user, roles, posts } = await admin.get('/user/profile')
      expectToFit(user, {
        username: 'root',
        dept: { deptName: '' },
        roleIds: [number],
        postIds: [],
        deptIds: [],
      })
      expectToFit(roles, [{ roleId: user.roleIds[0], roleName: text }])
      expect(posts).toEqual([])
      await admin.update('/sys-user', {
        ...user,
        nickName: '老周',
        phone: '13800138002',
        email: 'z@example.com',
        sex: '0',
      })
      expectToFit((await admin.get('/user/profile')).user, { nickName: '老周', roleIds: user.roleIds })
      const picture = await admin.upload('/user/avatar', 'upload[]')
      expect(picture).toMatch(/^static\/uploadfile\//)
      expect((await admin.get('/getinfo')).avatar).toBe(picture)
    },
  ],
  [
    'the profile page of both for who may not change users: takes what is theirs alone, another phone or e-mail by the password, and the password',
    async () => {
      const li = await signIn('li')
      const { user } = await li.get('/user/profile')
      const { roleId } = await firstRole('admin')
      const entered = { nickName: '小李', sex: '1' }
      const raised = { username: 'boss', status: '1', roleId, roleIds: [roleId], deptId: 1, remark: 'x', password: 'y' }
      await li.put('/sys-user', { ...user, ...entered, ...raised })
      expect((await li.get('/user/profile')).user).toEqual({ ...user, ...entered, updatedAt: expect.any(String) })
      const reached = { phone: '13800138003', email: 'li@example.com' }
      expectToFit(await li.send('PUT', '/sys-user', { body: { ...user, ...entered, ...reached } }), { code: 400 })
      expect((await li.get('/user/profile')).user).toEqual({ ...user, ...entered, updatedAt: expect.any(String) })
      const { userId } = (await admin.get('/sys-user?username=wu')).list[0]
      expectToFit(await li.send('PUT', '/sys-user', { body: { ...user, ...entered, userId } }), { code: 403 })
      expectToFit(await admin.get(`/sys-user/${userId}`), { nickName: 'wu', phone: '' })
      await li.put('/user/pwd/set', { oldPassword: 'caliper-demo', newPassword: 'Torque-wrench-9' })
      expect(await signIn('li', 'Torque-wrench-9')).toBeDefined()
    },
  ],
]

test.each(pages)('%s', async (_, visit) => visit())
