import { describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { startApp } from '../../support/app'
import { notificationBench } from '../../support/qc/notifications'
import { done, withScope } from '../../support/qc/plant'

const { here, url, rule, webhookRule } = notificationBench()

describe('what a rule names', () => {
  const remove = async (kind: 'user' | 'role' | 'product', id: number, path = '') => {
    const resource = { user: '/sys-user', role: '/role', product: '/qc/product' }[kind]
    return path
      ? here.plant.admin.post(`${resource}/${path}`, { ids: [id] })
      : here.plant.admin.delete(resource, { ids: [id] })
  }
  const made = {
    user: async () => {
      const body = { username: 'reached', nickName: 'Reached', roleIds: [], password: 'rotor-9-bolt', status: '2' }
      const userId = done(await here.plant.admin.post('/sys-user', body)) as number
      return { id: userId, names: { receiver: 'user', userId } as const }
    },
    role: async () => {
      const body = { roleName: 'Reached', roleKey: 'reached', roleSort: 9, status: '2' }
      const roleId = done(await here.plant.admin.post('/role', body)) as number
      return { id: roleId, names: { receiver: 'role', roleId, userId: null } as const }
    },
    product: async () => {
      const body = { code: 'reached', name: 'Reached', tz: 'Asia/Shanghai' }
      const productId = done(await here.plant.admin.post('/qc/product', body)) as number
      return { id: productId, names: { productId } }
    },
  }

  test.each(['user', 'role', 'product'] as const)('a %s stays as long as the rule is on', async (kind) => {
    const { id, names } = await made[kind]()
    const ruleId = await rule({ ruleName: 'Named one', ...names })
    const path = `/qc/notification-rule/${ruleId}`
    expect(await remove(kind, id)).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/^Notification rules that are on need it.*: Named one$/),
    })
    done(await here.plant.admin.put(path, { status: '1' }))
    done(await remove(kind, id))
    expect((await here.plant.admin.put(path, { status: '2' })).code).toBe(400)
    done(await remove(kind, id, 'restore'))
    done(await here.plant.admin.put(path, { status: '2' }))
    // nor is the rule restored without it
    done(await here.plant.admin.delete('/qc/notification-rule', { ids: [ruleId] }))
    done(await remove(kind, id))
    const again = await here.plant.admin.post('/qc/notification-rule/restore', { ids: [ruleId] })
    expect(again).toMatchObject({ code: 409, msg: expect.stringContaining('Named one') })
    done(await remove(kind, id, 'restore'))
    done(await here.plant.admin.post('/qc/notification-rule/restore', { ids: [ruleId] }))
  })

  test('a role or person that another receiver has replaced is free', async () => {
    const { id, names } = await made.role()
    const ruleId = await rule(names)
    done(await here.plant.admin.put(`/qc/notification-rule/${ruleId}`, { receiver: 'inspector' }))
    done(await remove('role', id))
  })
})

test('a rule names nobody outside of the data scope of its author, and offers nobody of those (S33)', async () => {
  const clerk = await withScope(
    here.app,
    await here.app.signedIn('qc:notificationRule:list', 'qc:notificationRule:add'),
    '5',
  )
  const { users } = done(await clerk.get('/qc/notification-rule/option-select'))
  expect(users.map(({ id }: { id: number }) => id)).toEqual([clerk.userId])
  const input = { ruleName: 'x', event: 'recordNg', channel: 'email', receiver: 'user' }
  const refused = await clerk.post('/qc/notification-rule', { ...input, userId: here.plant.engineer.userId })
  expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([400, ['userId']])
  expect((await clerk.post('/qc/notification-rule', { ...input, userId: clerk.userId })).code).toBe(200)
})

test('a rule is not made or changed by a program, whose scopes would not limit what is sent (S30)', async () => {
  const scopes = ['qc:notificationRule:list', 'qc:notificationRule:add', 'qc:notificationRule:edit'] as const
  const account = await withScope(here.app, await here.app.signedIn(...scopes), '1')
  const ruleId = await webhookRule({ userId: account.userId })
  const ofRules = { username: account.roleKey, name: 'Hooks', scopes: [scopes[0]] }
  const { token, apiToken } = done(await here.plant.admin.post('/sys-token', ofRules))
  const { apiTokens } = here.app.store.t
  const old = { scopes: JSON.stringify(scopes) } // these could be scopes once
  await here.app.store.tx((db) => db.update(apiTokens).set(old).where(eq(apiTokens.tokenId, apiToken.tokenId)))
  const program = here.app.callerWith(token)
  const { ruleName: _, ...read } = done(await program.get(`/qc/notification-rule/${ruleId}`))
  expect((await program.post('/qc/notification-rule', { ...read, ruleName: 'x' })).code).toBe(403)
  expect((await program.put(`/qc/notification-rule/${ruleId}`, { url: url('/other') })).code).toBe(403)
})

// The addresses of the robots of WeCom, DingTalk and Feishu hold their token there.
test('the operation log tells the address of a webhook without its query, and that this was changed (S70)', async () => {
  const { operations } = here.app.store.t
  const ruleId = await webhookRule({ url: `${url()}?key=hunter2-first` })
  const path = `/qc/notification-rule/${ruleId}`
  expect((await here.plant.admin.put(path, { url: `${url()}?key=hunter2-second` })).code).toBe(200)
  expect((await here.plant.admin.get(path)).data.url).toBe(`${url()}?key=hunter2-second`)
  expect((await here.plant.admin.delete('/qc/notification-rule', { ids: [ruleId] })).code).toBe(200)
  const entries = await here.app.store.db.select().from(operations).orderBy(desc(operations.id)).limit(3)
  const told = `"url":"${url()}?***"`
  expect(entries.map(({ action }) => action)).toEqual(['delete', 'update', 'create'])
  expect(entries).toMatchObject([
    { before: expect.stringContaining(told) },
    { before: `{${told}}`, after: `{${told}}` },
    { after: expect.stringContaining(told) },
  ])
  expect(JSON.stringify(entries)).not.toContain('hunter2')
})

describe('the test of a rule', () => {
  test('tells the status, and nothing of the answer (S10)', async () => {
    const ruleId = await webhookRule()
    const tester = await startApp({
      store: here.app.store,
      settings: { webhook: here.webhookSettings, smtp: here.smtpSettings },
    })
    here.answer = () => new Response('stack trace with a secret', { status: 500 })
    const asked = { body: {}, headers: {} }
    const { data } = await tester
      .callerWith(here.plant.admin.token)
      .send('POST', `/qc/notification-rule/${ruleId}/test`, asked)
    // the name of the test host is in no DNS
    expect(data).toEqual({ isSent: false, reason: 'unreachable', code: null })
  })

  test('sends to whoever asks', async () => {
    const ruleId = await rule()
    const tester = await startApp({ store: here.app.store, settings: { smtp: here.smtpSettings } })
    const boss = tester.callerWith(here.plant.admin.token)
    const { data } = await boss.post(`/qc/notification-rule/${ruleId}/test`, {})
    expect(data).toEqual({ isSent: true, reason: null, code: null })
    expect(here.mails).toMatchObject([{ to: ['admin@plant.test'], subject: 'Test notification: NG to the engineer' }])
    expect(
      (await (await here.app.signedIn('qc:notificationRule:list')).post(`/qc/notification-rule/${ruleId}/test`, {}))
        .code,
    ).toBe(403)
  })
})
