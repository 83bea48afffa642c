import { describe, expect, test } from 'bun:test'
import { keeping, userBench } from '../support/users'

const { app, admin, dept, role, create, operator, lastOperation, exported } = await userBench()

async function importing(token: string | undefined, csv: string, search = '', language = 'en') {
  const body = new FormData()
  body.append('file', new Blob([csv]), 'users.csv')
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
  const response = await app.app.request(`/api/v1/sys-user/import${search}`, { method: 'POST', body, headers })
  return (await response.json()) as { code: number; msg: string; data: any }
}

describe('as files', () => {
  test('an export holds what the filter shows, phones for who may see them', async () => {
    const { username } = await create({ nickName: '=1+1', deptId: dept.quality, roleIds: [role['viewer']] })
    const [header, line] = await exported(admin.token, `/sys-user/export?username=${username}`)
    expect(header).toBe('User name,Name,Department,Post,Roles,Mobile number,E-mail,Sex,Status,Remark,Created')
    expect(line).toStartWith(`${username},'=1+1,总部/质量部,,Guest,13800138000,wang@example.org,Female,Enabled,,`)
    expect(await lastOperation()).toMatchObject({ action: 'export' })
    const exporter = await operator({}, 'admin:sysUser:export')
    const [, blank] = await exported(exporter.token, `/sys-user/export?username=${username}`)
    expect(blank).toContain('Guest,,,Female')
  })

  test('a dry run lists every bad row and column in both languages, and saves nothing; nor does the real one', async () => {
    const csv = [
      '账号,姓名,部门,岗位,角色,手机号,性别,初始密码,别的',
      'imp.ok,好,质量部/一班,ins,访客、inspector,13800138000,,quite a long one,x',
      'imp.dept,坏,没有的部门,没有的岗位,神仙,,,,',
      'imp.two,坏,一班,,,,,,',
      'imp.role,坏,没有的部门,,神仙,123,男性,,',
      'imp.common,坏,,,,,,password123,',
      'imp ok,坏,,,,123,,,',
      'imp.ok,重复,,,,,,,',
    ].join('\n')
    for (const [language, says] of [
      [
        'en',
        /no such department|Several departments|no role 神仙|no such post|common|Letters|11 digits|^Same as row 2$|^“男性” is none of: Male, Female, [\w ]+$/,
      ],
      [
        'zh-CN',
        /部门不存在|几个部门|神仙 不存在|岗位不存在|太常见|账号只能|11 位|^与第 2 行重复$|^“男性”不在可选内容中：男、女、未填写$/,
      ],
    ] as const) {
      const { code, data } = await importing(admin.token, csv, '', language)
      expect(code).toBe(200)
      expect(data).toMatchObject({ dryRun: true, total: 7, valid: 1, faultCount: 12, ignored: ['别的'] })
      const places = data.faults.map((fault: { row: number; column: string }) => [fault.row, fault.column])
      expect(places).toEqual([
        [3, '部门'],
        [3, '岗位'],
        [3, '角色'],
        [4, '部门'],
        [5, '部门'],
        [5, '角色'],
        [5, '手机号'],
        [5, '性别'],
        [6, '初始密码'],
        [7, '账号'],
        [7, '手机号'],
        [8, '账号'],
      ])
      for (const { message } of data.faults) expect(message).toMatch(says)
    }
    expect((await importing(admin.token, csv, '?dryRun=0')).code).toBe(422)
    expect((await admin.get('/sys-user?username=imp')).data.count).toBe(0)
  })

  test('an import without faults makes all users, who must change the password they were given', async () => {
    const csv = [
      'username,nickName,dept,roles,status,sex,password',
      'in.a,甲,质量部,viewer,启用,女,quite a long one',
      'in.b,乙,总部/生产部,访客,1,,',
    ].join('\n')
    const notes = ['1 user has no password. Reset it before they sign in']
    expect((await importing(admin.token, csv)).data).toMatchObject({ dryRun: true, valid: 2, faultCount: 0, notes })
    expect(await importing(admin.token, csv, '?dryRun=0')).toMatchObject({ code: 200, data: { valid: 2 } })
    expect(await lastOperation()).toMatchObject({ action: 'import', name: 'in.a, in.b' })
    const { list } = (await admin.get('/sys-user?username=in.')).data
    const { record, after } = await lastOperation()
    expect(record.split(',').map(Number)).toEqual(list.map(({ userId }: { userId: number }) => userId).toSorted())
    expect(JSON.parse(after)).toMatchObject([
      { name: 'in.a', values: { nickName: '甲', dept: '质量部', roles: 'viewer', password: '***' } },
      { name: 'in.b', values: { nickName: '乙', dept: '总部/生产部' } },
    ])
    expect(list).toMatchObject([
      { username: 'in.a', sex: '1', status: '2', dept: { deptName: '质量部' }, roleNames: ['访客'] },
      { username: 'in.b', sex: '2', status: '1', dept: { deptName: '生产部' } },
    ])
    const user = await app.signIn('in.a', 'quite a long one')
    expect((await user.get('/getinfo')).data.mustChangePassword).toBe(true)
  })

  test('the template names a department, a post and a role that are there; its example row is not imported', async () => {
    const path = '/api/v1/sys-user/import/template?format=csv'
    const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': 'zh-CN' }
    const response = await app.app.request(path, { headers })
    expect(decodeURIComponent(response.headers.get('content-disposition')!)).toContain('用户管理导入模板-')
    const template = await response.text()
    expect((await importing(admin.token, template)).code).toBe(400)
    expect(template).toContain(',总部,')
    const mine = template.trim().replace('wang.fang', 'wang.fang2').replace(',总部,', ',质量部,') // two are called 总部 here
    const { data } = await importing(admin.token, `${mine}\n${template.trim().split('\n')[1]}`, '', 'zh-CN')
    expect([data.valid, data.faults, data.notes[0]]).toEqual([1, [], '示例行已跳过：1 行'])
  })

  test('names that several roles or posts have are refused, as those of departments are', async () => {
    const twin = async (path: string, body: object) => expect((await admin.post(path, body)).code).toBe(200)
    await twin('/role', { roleName: '双名', roleKey: 'twin-a', roleSort: 1, menuIds: [] })
    await twin('/role', { roleName: '双名', roleKey: 'twin-b', roleSort: 1, menuIds: [] })
    await twin('/role', { roleName: 'twin-a', roleKey: 'twin-c', roleSort: 1, menuIds: [] })
    await twin('/post', { postName: '双岗', postCode: 'twin-1', sort: 1 })
    await twin('/post', { postName: 'Twin-1', postCode: 'twin-2', sort: 1 })
    const csv = [
      'username,nickName,post,roles',
      'tw.a,甲,,双名、viewer',
      'tw.b,乙,,Twin-A',
      'tw.c,丙,twin-1,twin-b',
      'tw.d,丁,双岗,twin-c',
    ].join('\n')
    const { data } = await importing(admin.token, csv)
    expect(data.faults).toEqual([
      { row: 2, column: 'roles', message: 'Several roles are called 双名: enter the role key' },
      { row: 3, column: 'roles', message: 'Several roles are called Twin-A: enter the role key' },
      { row: 4, column: 'post', message: 'Several posts have this name: enter the code of the post' },
    ])
  })

  test('a department whose name has a slash is found by the path that an export writes', async () => {
    const made = async (parentId: number, deptName: string): Promise<number> =>
      (await admin.post('/dept', { parentId, deptName })).data
    const slashed = await made(0, '斜杠 / 一')
    const below = await made(slashed, '班')
    const parent = await made(0, '斜杠')
    await made(parent, '一')
    for (const [username, deptId] of [
      ['slash.a', slashed],
      ['slash.b', below],
    ] as const) {
      await create({ username, deptId })
    }
    const [, first, second] = await exported(admin.token, '/sys-user/export?username=slash.')
    expect([first, second].map((line) => line!.split(',')[2]).toSorted()).toEqual(['斜杠 / 一', '斜杠 / 一/班'])
    const csv = [
      'username,nickName,dept',
      'sl.a,甲,斜杠 / 一',
      'sl.b,乙,斜杠/一',
      'sl.c,丙,斜杠 / 一/班',
      'sl.d,丁,斜杠/ 一',
    ].join('\n')
    const { data } = await importing(admin.token, csv)
    // with other blanks it may be either
    expect(data.faults.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([[5, 'dept']])
  })

  test('an import of 500 users is written by few statements: everybody else waits for them', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => `bulk.${at},甲,质量部,检验员,viewer`)
    let statements = 0
    const { tx } = app.store
    app.store.tx = (work) =>
      tx((db) => {
        const counted: ProxyHandler<typeof db> = {
          get(target, name) {
            if (name === 'select' || name === 'insert') statements++
            return Reflect.get(target, name, target)
          },
        }
        return work(new Proxy(db, counted))
      })
    const csv = ['username,nickName,dept,post,roles', ...rows].join('\n')
    expect(await importing(admin.token, csv, '?dryRun=0')).toMatchObject({ code: 200, data: { valid: 500 } })
    app.store.tx = tx
    expect(statements).toBeLessThan(50)
    const { list } = (await admin.get('/sys-user?username=bulk.499')).data
    expect(list).toMatchObject([{ dept: { deptName: '质量部' }, post: { postName: '检验员' }, roleNames: ['访客'] }])
  })

  test('a name that is taken between the check and the saving is a fault of its row, and nothing is saved', async () => {
    const { tx } = app.store
    app.store.tx = async (work) => {
      app.store.tx = tx
      await create({ username: 'late.b' })
      return tx(work)
    }
    const csv = 'username,nickName\nlate.a,甲\nlate.b,乙'
    const { code, data } = await importing(admin.token, csv, '?dryRun=0')
    expect([code, data.faults]).toEqual([422, [expect.objectContaining({ row: 3, column: 'username' })]])
    expect((await admin.get('/sys-user?username=late.')).data.count).toBe(1)
  })

  test('an import gives nothing its sender does not hold, and nothing outside their scope (S36, S68)', async () => {
    const keeper = await operator({ dataScope: '3', deptId: dept.quality }, ...keeping)
    const csv = 'username,nickName,dept,roles\nbe.a,甲,质量部,admin\nbe.b,乙,生产部,\nbe.c,丙,质量部,'
    const { data } = await importing(keeper.token, csv, '?dryRun=0')
    expect(data.faults.map((fault: { row: number; column: string }) => [fault.row, fault.column])).toEqual([
      [2, 'roles'],
      [3, 'dept'],
    ])
    expect((await admin.get('/sys-user?username=be.')).data.count).toBe(0)
  })
})
