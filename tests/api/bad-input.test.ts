import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startApp, type App } from '../support/app'

let app: App
let admin: Awaited<ReturnType<App['signedIn']>>
/** Ids of what the rows are about, by the name that stands for them in a path or a body. */
const ids: Record<string, number> = {}

const dept = (deptName = 'Workshop') => ({ parentId: 0, deptName })
const post = (postCode = 'fitter') => ({ postName: 'Fitter', postCode })
const role = (roleKey = 'patrol') => ({ roleName: 'Patrol', roleKey })
const user = (username: string) => ({ username, nickName: 'Wang', password: 'orange-lamp-forest' })
const page = { menuType: 'C', title: 'Gauges', menuName: 'Gauges', path: '/gauges', component: '/admin/sys-post/index' }
const directory = (path = '/tools') => ({ menuType: 'M', title: 'Tools', path })
const dictType = (type = 'qc_shift') => ({ dictName: 'Shift', dictType: type })
const entry = (dictValue = '1') => ({ dictType: 'qc_shift', dictLabel: 'Early', dictValue })
const config = (configKey = 'qc_line') => ({ configName: 'Line', configKey, configValue: 'A' })
const job = (jobName = 'Nightly') => ({ jobName, invokeTarget: 'statistics', cronExpression: '30 2 * * *' })

beforeAll(async () => {
  app = await startApp()
  admin = await app.signedIn('*:*:*')
  const make = async (name: string, path: string, body: object) => {
    const { code, data } = await admin.post(path, body)
    expect([path, code]).toEqual([path, 200])
    ids[name] = data
  }
  await make(':dept', '/dept', dept())
  await make(':child', '/dept', { ...dept('Line'), parentId: ids[':dept'] })
  await make(':post', '/post', post())
  await make(':role', '/role', role())
  await make(':user', '/sys-user', user('fitter'))
  await make(':menu', '/menu', directory())
  await make(':type', '/dict/type', dictType())
  await make(':entry', '/dict/data', entry())
  await make(':config', '/config', config())
  await make(':job', '/sysjob', job())
  ids[':route'] = (await admin.get('/sys-api?path=/api/v1/role&pageSize=1')).data.list[0].id
})
afterAll(() => app.close())

type Says = [en: string, zh: string]
type Fault = [field: string, value: unknown, says: Says]
type Form = {
  calls: [method: string, path: string][]
  /** Whose answer must stay as it is. */
  kept: string
  /** What is sent with one field changed. */
  body: object | ((field: string, value: unknown) => unknown)
  faults: Fault[]
}

const required: Says = ['Required', '必填']
const invalid: Says = ['Not a valid value', '内容不正确']
const unprintable: Says = ['Control and invisible characters are not allowed', '不能包含控制字符和不可见字符']
const atMost = (count: number): Says => [`At most ${count} characters`, `最多 ${count} 个字符`]
const notBelow = (limit: number): Says => [`Not less than ${limit}`, `不能小于 ${limit}`]
const notAbove = (limit: number): Says => [`Not more than ${limit}`, `不能大于 ${limit}`]
const phone: Says = ['A mobile number of 11 digits', '请填写 11 位手机号码']
const anyPhone: Says = [
  'A phone number, such as 0513-88886666, 400-800-8888 or +86 513 88886666',
  '请填写电话号码，如 0513-88886666、400-800-8888 或 +86 513 88886666',
]
const whole: Says = ['A whole number', '请填写整数']
const email: Says = ['An e-mail address', '请填写正确的邮箱地址']
const hyphened: Says = ['A letter first, then letters, digits, - and _', '以字母开头，只能包含字母、数字、- 和 _']
const passwordShort: Says = ['At least 8 characters', '密码至少 8 个字符']
const passwordLong: Says = ['At most 128 characters', '密码最多 128 个字符']
const passwordLikeName: Says = [
  'Not the name of the account or the product, nor one with only figures or signs added',
  '密码不能是账号、产品等名称，也不能只是在其后加上数字或符号',
]
const noParent: Says = ['There is no such department', '上级部门不存在']
const noMenu: Says = ['The parent does not exist, or has been deleted', '上级菜单不存在或已被删除']
const noView: Says = ['There is no such page component; choose one of the list', '没有这个页面组件，请从列表中选择']
const noTarget: Says = ['Choose the task of the job', '请选择任务类型']
const badCron: Says = [
  'Invalid cron expression; an example: 30 2 * * * (daily at 02:30)',
  '无法识别的 cron 表达式，例如 30 2 * * *（每天 02:30）',
]
const tooOften: Says = ['At most once a minute', '最多每分钟运行一次']
const badPath: Says = [
  'Only a path of this site, or an address that begins with http:// or https://',
  '只能是站内路径，或以 http://、https:// 开头的网址',
]
const wholeNumber: Says = ['Enter a whole number', '请填写整数']

/** One character more than there may be. */
const beyond = (count: number) => 'x'.repeat(count + 1)
const kinds = ['role', 'sys-user', 'dept', 'post', 'menu', 'dict/type', 'dict/data', 'config', 'sysjob']
const idsAlone: Fault[] = [
  ['ids', [], required],
  ['ids', undefined, required],
  ['ids.0', ['x'], invalid],
]

const forms: Record<string, Form> = {
  'a role': {
    calls: [
      ['POST', '/role'],
      ['PUT', '/role/:role'],
    ],
    kept: '/role?pageSize=100',
    body: role('else'),
    faults: [
      ['roleName', '', required],
      ['roleName', null, required],
      ['roleName', beyond(64), atMost(64)],
      ['roleName', 'a\u0000b', unprintable],
      ['roleKey', '', required],
      ['roleKey', beyond(64), atMost(64)],
      ['roleKey', '9x', hyphened],
      ['roleSort', -1, notBelow(0)],
      ['roleSort', 10_000, notAbove(9999)],
      ['roleSort', 1e20, notAbove(9999)],
      ['roleSort', -1e20, notBelow(0)],
      ['roleSort', 'first', ['A whole number', '请填写整数']],
      ['status', 3, invalid],
      ['remark', beyond(255), atMost(255)],
      ['menuIds.0', ['x'], invalid],
      ['menuIds', [4711], ['There is no menu 4711', '菜单 4711 不存在']],
    ],
  },
  'the status of a role': {
    calls: [['PUT', '/role-status']],
    kept: '/role/:role',
    body: { roleId: ':role', status: '1' },
    faults: [
      ['roleId', undefined, required],
      ['roleId', 'x', invalid],
      ['status', undefined, required],
      ['status', '3', invalid],
    ],
  },
  'the data scope of a role': {
    calls: [['PUT', '/roledatascope']],
    kept: '/role/:role',
    body: { roleId: ':role', dataScope: '2', deptIds: [':dept'] },
    faults: [
      ['roleId', undefined, required],
      ['dataScope', undefined, required],
      ['dataScope', '6', invalid],
      ['deptIds', [], ['Choose at least one department', '请至少选择一个部门']],
      ['deptIds', [4711], ['There is no department 4711', '不存在部门 4711']],
      ['deptIds.0', ['x'], invalid],
    ],
  },
  'a user': {
    calls: [
      ['POST', '/sys-user'],
      ['PUT', '/sys-user'],
      ['PUT', '/sys-user/:user'],
    ],
    kept: '/sys-user?pageSize=100',
    body: { ...user('grinder'), userId: ':user' },
    faults: [
      ['username', '', required],
      ['username', 'x', ['At least 2 characters', '至少 2 个字符']],
      ['username', beyond(64), atMost(64)],
      ['username', 'a b', ['Letters, digits and . _ - @ only', '账号只能包含汉字、字母、数字和 . _ - @']],
      ['nickName', ' ', required],
      ['nickName', beyond(64), atMost(64)],
      ['phone', '12345', phone],
      ['email', 'a@', email],
      ['sex', '7', invalid],
      ['status', 3, invalid],
      ['remark', beyond(255), atMost(255)],
      ['deptId', 'x', invalid],
      ['deptId', 4711, ['There is no such department, or it is disabled', '部门不存在或已停用']],
      ['postId', 4711, ['There is no such post, or it is disabled', '岗位不存在或已停用']],
      ['roleIds', [4711], ['There is no role 4711, or it is disabled', '角色 4711 不存在或已停用']],
      ['roleIds.0', ['x'], invalid],
    ],
  },
  'the first password of a user': {
    calls: [['POST', '/sys-user']],
    kept: '/sys-user?pageSize=100',
    body: user('grinder'),
    faults: [
      ['password', undefined, required],
      ['password', 'short', passwordShort],
      ['password', beyond(128), passwordLong],
      ['password', 'aaaaaaaaaa', ['Not one character repeated', '密码不能是同一个字符的重复']],
      ['password', 'grinder2026', passwordLikeName],
      [
        'password',
        'password123',
        ['This password is too common and easy to guess. Choose another', '这个密码太常见，容易被猜到，请换一个'],
      ],
    ],
  },
  'another password of a user': {
    calls: [['PUT', '/user/pwd/reset']],
    kept: '/sys-user/:user',
    body: { userId: ':user', password: 'orange-lamp-forest' },
    faults: [
      ['userId', undefined, required],
      ['password', '', passwordShort],
      ['password', beyond(128), passwordLong],
      ['password', 'fitter2026', passwordLikeName],
    ],
  },
  'the status of a user': {
    calls: [['PUT', '/user/status']],
    kept: '/sys-user/:user',
    body: { userId: ':user', status: '1' },
    faults: [
      ['userId', undefined, required],
      ['status', '3', invalid],
    ],
  },
  'a department': {
    calls: [
      ['POST', '/dept'],
      ['PUT', '/dept/:child'],
    ],
    kept: '/dept',
    body: { ...dept('Hall'), parentId: ':dept' },
    faults: [
      ['deptName', '', required],
      ['deptName', beyond(64), atMost(64)],
      ['leader', beyond(64), atMost(64)],
      ['phone', '12345', anyPhone],
      ['sort', '1.5', whole],
      ['email', 'a@', email],
      ['sort', -1, notBelow(0)],
      ['sort', 10_000, notAbove(9999)],
      ['status', 3, invalid],
      ['parentId', 'x', invalid],
      ['parentId', 4711, noParent],
    ],
  },
  'the order of departments': {
    calls: [['PUT', '/dept-order']],
    kept: '/dept',
    body: { parentId: ':dept', order: [':child'] },
    faults: [
      ['parentId', undefined, required],
      ['parentId', 4711, noParent],
      ['order', [], required],
      ['order.0', ['x'], invalid],
    ],
  },
  'a post': {
    calls: [
      ['POST', '/post'],
      ['PUT', '/post/:post'],
    ],
    kept: '/post?pageSize=100',
    body: post('else'),
    faults: [
      ['postName', '', required],
      ['postName', beyond(64), atMost(64)],
      ['postCode', '', required],
      ['postCode', beyond(64), atMost(64)],
      [
        'postCode',
        '-x',
        ['A letter or digit first, then letters, digits, - and _', '以字母或数字开头，只能包含字母、数字、- 和 _'],
      ],
      ['sort', -1, notBelow(0)],
      ['sort', 10_000, notAbove(9999)],
      ['status', 3, invalid],
      ['remark', beyond(255), atMost(255)],
    ],
  },
  'a page of the menu': {
    calls: [['POST', '/menu']],
    kept: '/menu',
    body: page,
    faults: [
      ['title', undefined, required],
      ['path', '', required],
      ['menuName', '', required],
      ['component', '', required],
      ['component', '/nowhere', noView],
    ],
  },
  'an entry of the menu': {
    calls: [
      ['POST', '/menu'],
      ['PUT', '/menu/:menu'],
    ],
    kept: '/menu',
    body: directory('/else'),
    faults: [
      ['title', '', required],
      ['title', beyond(64), atMost(64)],
      ['titleEn', beyond(64), atMost(64)],
      ['menuType', 'X', invalid],
      [
        'menuName',
        '9x',
        ['Begin with a letter; use letters, digits, - and _ only', '以字母开头，只能包含字母、数字、- 和 _'],
      ],
      ['icon', 'a b', ['There is no such icon; choose one of the list', '没有这个图标，请从列表中选择']],
      ['path', 'javascript:alert(1)', badPath],
      ['path', 'https://example.com', ['A directory cannot lead to another site', '目录不能是外部网址']],
      ['component', '/x', ['The component of a directory can only be Layout', '目录的组件只能是 Layout']],
      [
        'permission',
        'admin:nothing',
        ['There is no such permission; choose one of the list', '没有这个权限标识，请从列表中选择'],
      ],
      ['sort', -1, notBelow(0)],
      ['visible', '7', invalid],
      ['parentId', 'x', invalid],
      ['parentId', 4711, noMenu],
    ],
  },
  'the order of the menu': {
    calls: [['PUT', '/menu-order']],
    kept: '/menu',
    body: { parentId: 0, order: [':menu'] },
    faults: [
      ['parentId', undefined, required],
      ['parentId', 4711, noMenu],
      ['order', [], required],
      ['order.0', ['x'], invalid],
    ],
  },
  'a dictionary': {
    calls: [
      ['POST', '/dict/type'],
      ['PUT', '/dict/type/:type'],
    ],
    kept: '/dict/type?pageSize=100',
    body: dictType('qc_else'),
    faults: [
      ['dictName', '', required],
      ['dictName', beyond(64), atMost(64)],
      ['dictType', '', required],
      ['dictType', beyond(64), atMost(64)],
      ['dictType', 'a-b', ['A letter first, then letters, digits and _', '以字母开头，只能包含字母、数字和 _']],
      ['status', 3, invalid],
      ['remark', beyond(255), atMost(255)],
    ],
  },
  'an entry of a dictionary': {
    calls: [
      ['POST', '/dict/data'],
      ['PUT', '/dict/data/:entry'],
    ],
    kept: '/dict/data?dictType=qc_shift',
    body: entry('2'),
    faults: [
      ['dictLabel', '', required],
      ['dictLabel', beyond(128), atMost(128)],
      ['dictValue', '', required],
      ['dictValue', beyond(128), atMost(128)],
      ['dictSort', -1, notBelow(0)],
      ['dictType', 'qc_nothing', ['There is no dictionary of type qc_nothing', '字典类型 qc_nothing 不存在']],
      ['listClass', 'pink', invalid],
      ['status', 3, invalid],
      ['remark', beyond(255), atMost(255)],
    ],
  },
  'a parameter': {
    calls: [
      ['POST', '/config'],
      ['PUT', '/config/:config'],
    ],
    kept: '/config?pageSize=100',
    body: config('qc_else'),
    faults: [
      ['configName', '', required],
      ['configName', beyond(64), atMost(64)],
      ['configKey', '', required],
      ['configKey', beyond(64), atMost(64)],
      [
        'configKey',
        '9x',
        ['A letter first, then letters, digits, dots, - and _', '以字母开头，只能包含字母、数字、点、- 和 _'],
      ],
      ['configValue', beyond(4000), atMost(4000)],
      ['configType', 'X', invalid],
      ['isFrontend', '7', invalid],
      ['remark', beyond(255), atMost(255)],
    ],
  },
  'the system settings': {
    calls: [['PUT', '/set-config']],
    kept: '/set-config',
    body: (configKey, configValue) => [{ configKey, configValue }],
    faults: [
      ['sys_app_name', beyond(40), atMost(40)],
      [
        'sys_app_logo',
        'javascript:alert(1)',
        ['Upload a picture, or enter the address of one on this site', '请上传图片，或填写本站内的图片地址'],
      ],
      [
        'sys_login_captcha',
        'sometimes',
        ['Enter always, never, or a number from 1 to 20', '请填写 always、never 或 1 到 20 的数'],
      ],
      ['sys_login_passLength', '7', notBelow(8)],
      ['sys_login_passLength', 'ten', wholeNumber],
      ['sys_session_idleMinutes', '1441', notAbove(1440)],
      ['sys_session_maxMinutes', '29', notBelow(30)],
      ['sys_log_loginDays', '29', notBelow(30)],
      ['sys_log_operaDays', '1.5', wholeNumber],
      ['sys_trash_days', '0', notBelow(1)],
      ['sys_nothing', '1', ['There is no such setting', '没有这项设置']],
    ],
  },
  'the title of a route': {
    calls: [['PUT', '/sys-api/:route']],
    kept: '/sys-api/:route',
    body: {},
    faults: [
      ['title', beyond(128), atMost(128)],
      ['title', 'a\u0000b', unprintable],
      ['title', 7, invalid],
    ],
  },
  'a job': {
    calls: [
      ['POST', '/sysjob'],
      ['PUT', '/sysjob'],
    ],
    kept: '/sysjob?pageSize=100',
    body: { ...job('Weekly'), jobId: ':job' },
    faults: [
      ['jobName', ' ', required],
      ['jobName', beyond(64), atMost(64)],
      ['jobGroup', beyond(64), atMost(64)],
      ['invokeTarget', 'http://localhost/x', noTarget],
      ['invokeTarget', 'process.exit', noTarget],
      ['cronExpression', '', badCron],
      ['cronExpression', 'every night', badCron],
      ['cronExpression', '0 0 31 2 *', badCron],
      ['cronExpression', '* * * * * *', tooOften],
      ['cronExpression', '0,30 * * * * *', tooOften],
      ['args', '../../etc', ['Enter a whole number from 1 to 999, or leave blank', '请输入 1 到 999 的整数，或留空']],
      ['misfirePolicy', 4, invalid],
      ['concurrent', 2, invalid],
      ['status', 3, invalid],
    ],
  },
  'a job that is there': {
    calls: [['PUT', '/sysjob']],
    kept: '/sysjob?pageSize=100',
    body: job('Weekly'),
    faults: [
      ['jobId', undefined, required],
      ['jobId', 'x', invalid],
    ],
  },
  'the own record': {
    calls: [['PUT', '/sys-user/profile']],
    kept: '/user/profile',
    body: { nickName: 'Wang', phone: '', email: '', sex: '2' },
    faults: [
      ['nickName', '', required],
      ['nickName', beyond(64), atMost(64)],
      ['phone', '12345', phone],
      ['email', 'a@', email],
      ['introduction', beyond(255), atMost(255)],
    ],
  },
  'the own password': {
    calls: [['PUT', '/user/pwd/set']],
    kept: '/user/profile',
    body: { oldPassword: 'orange-lamp-forest', newPassword: 'forest-lamp-orange' },
    faults: [
      ['oldPassword', '', required],
      ['newPassword', 'short', passwordShort],
      ['newPassword', 'orange-lamp-forest', ['Not the old password', '新密码不能与原密码相同']],
    ],
  },
  'records to delete': {
    calls: [...kinds, 'sys-session', 'sys-login-log', 'sys-opera-log', 'trash'].map((stem) => ['DELETE', `/${stem}`]),
    kept: '/trash',
    body: {},
    faults: idsAlone,
  },
  'records to bring back': {
    calls: kinds.map((stem) => ['POST', `/${stem}/restore`]),
    kept: '/trash',
    body: {},
    faults: idsAlone,
  },
}

const pathOf = (path: string) => path.replace(/:\w+/g, (name) => String(ids[name]))

function bodyOf({ body }: Form, field: string, value: unknown): string {
  const name = field.split('.')[0]!
  const given =
    typeof body === 'function' ? body(field, value) : { ...body, ...(name ? { [name]: value } : Object(value)) }
  return JSON.stringify(given).replace(/"(:\w+)"/g, (quoted, id: string) => String(ids[id] ?? quoted))
}

/** A list tells its count beside its rows: when it is the same, nothing came, went or changed. */
async function seen(path: string) {
  const { code, data } = await admin.get(pathOf(path))
  expect(code).toBe(200)
  return data
}

describe('bad input is told at its field in the language asked for, and nothing is saved', () => {
  for (const [what, form] of Object.entries(forms)) {
    const rows = form.calls.flatMap(([method, path]) =>
      form.faults.map(([field, value, says]) => {
        const sent = JSON.stringify(value)?.slice(0, 40) ?? 'nothing'
        return [method, path, field, sent, value, says] as const
      }),
    )
    test.each(rows)(`${what}: %s %s with %s %s`, async (method, path, field, _, value, says) => {
      const before = await seen(form.kept)
      for (const [language, told] of [
        ['en', says[0]],
        ['zh-CN', says[1]],
      ] as const) {
        const headers = { 'accept-language': language }
        const answer = await admin.send(method, pathOf(path), { body: bodyOf(form, field, value), headers })
        // What only the whole of it is to blame for has no field.
        expect([answer.code, answer.errors]).toEqual([400, field === '' ? undefined : { [field]: told }])
        expect(answer.msg).toContain(told)
      }
      expect(await seen(form.kept)).toEqual(before)
    })
  }
})
