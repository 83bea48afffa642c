import { afterAll, expect, test } from 'bun:test'
import { startApp } from '../support/app'
import { cheapHash } from '../support/password'
import { PASSWORD } from '../support/qc/plant'

const app = await startApp()
afterAll(app.close)
const admin = await app.signedIn('*:*:*')

const blank = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, '']))
const dictType = { dictName: '缺陷', dictType: 'qc_null_test' }

/** What each form asks for at least, what it may leave out, and where its record is read. */
const forms: [path: string, needed: object, optional: object][] = [
  ['/role', { roleName: '巡检', roleKey: 'null-patrol' }, { ...blank('remark'), roleSort: 0 }],
  ['/post', { postName: '检验员', postCode: 'null-post' }, { ...blank('remark'), sort: 0 }],
  ['/dept', { parentId: 0, deptName: '一车间' }, { ...blank('leader', 'phone', 'email'), sort: 0 }],
  ['/dict/type', dictType, blank('remark')],
  [
    '/dict/data',
    { dictType: 'sys_yes_no', dictLabel: '也许', dictValue: 'null-maybe' },
    { ...blank('cssClass', 'listClass', 'isDefault', 'default', 'remark'), dictSort: 0 },
  ],
  ['/config', { configName: '产线', configKey: 'null_line' }, blank('configValue', 'remark')],
  [
    '/menu',
    { menuType: 'M', title: '报表', path: '/null-reports' },
    {
      ...blank('titleEn', 'menuName', 'icon', 'permission', 'activeMenu'),
      component: 'Layout', // which a directory always has
      visible: '0',
      noCache: false,
      sort: 0,
    },
  ],
  [
    '/sys-user',
    { username: 'null.user', nickName: '王', password: 'Torque-wrench-9' },
    blank('phone', 'email', 'remark'),
  ],
  [
    '/sysjob',
    { jobName: '夜间', invokeTarget: 'log-cleanup', cronExpression: '30 2 * * *' },
    { ...blank('args'), jobGroup: 'SYSTEM' },
  ],
]

test.each(forms)('%s takes null for what need not be given (contract 1)', async (path, needed, optional) => {
  const nulls = Object.fromEntries(Object.keys(optional).map((field) => [field, null]))
  const made = await admin.post(path, { ...needed, ...nulls })
  expect(made).toMatchObject({ code: 200 })
  expect((await admin.get(`${path}/${made.data}`)).data).toMatchObject(optional)
})

test.each<[path: string, field: string, digits: number, beside: object]>([
  ['/post', 'postCode', 4711, { postName: '检验员' }],
  ['/dept', 'phone', 4008008888, { parentId: 0, deptName: '电话' }],
  ['/dict/data', 'dictValue', 7, { dictType: 'sys_yes_no', dictLabel: '七' }],
  ['/dict/data', 'default', 7, { dictType: 'sys_yes_no', dictLabel: '八', dictValue: '8' }],
  ['/config', 'configValue', 0.5, { configName: '产线', configKey: 'number_line' }],
  ['/sys-user', 'phone', 13800000000, { username: 'number.user', nickName: '王', password: 'Torque-wrench-9' }],
  ['/sysjob', 'args', 14, { jobName: '备份', invokeTarget: 'calibration-due', cronExpression: '30 2 * * *' }],
])('%s: a %s of figures may come as a number (contract 1)', async (path, field, digits, beside) => {
  const made = await admin.post(path, { ...beside, [field]: digits })
  expect(made).toMatchObject({ code: 200 })
  expect((await admin.get(`${path}/${made.data}`)).data[field]).toBe(String(digits))
})

test('so may the own phone number', async () => {
  const own = await app.signedIn()
  const credential = { userId: own.userId, passwordHash: await cheapHash(PASSWORD), changedAt: 0 }
  await app.store.tx((db) => db.insert(app.store.t.credentials).values(credential))
  const said = { nickName: '王', phone: 13900000000, email: '', sex: '1', password: PASSWORD }
  expect(await own.put('/sys-user/profile', said)).toMatchObject({ code: 200 })
  expect((await own.get('/user/profile')).data.user.phone).toBe('13900000000')
})

const sorted = forms.flatMap(([path, needed, optional]) => {
  const field = Object.keys(optional).find((name) => /sort$/i.test(name))
  return field ? [[path, field, needed] as const] : []
})

test.each(sorted)('%s: yes, a list and a part are no %s', async (path, field, needed) => {
  for (const value of [true, [], 1.5, 10_000, 'first']) {
    const answer = await admin.post(path, { ...needed, [field]: value })
    expect(answer).toMatchObject({ code: 400, errors: { [field]: expect.any(String) } })
  }
})

test.each([
  ['99999999999999999999', 'Not more than 1000000'],
  ['-99999999999999999999', 'Not less than 1'],
])('page %s of a list is refused with the limit of pages', async (pageIndex, said) => {
  expect(await admin.get(`/role?pageIndex=${pageIndex}`)).toMatchObject({ code: 400, errors: { pageIndex: said } })
})
