import { afterAll, expect, test } from 'bun:test'
import { startApp } from './support/app'

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
