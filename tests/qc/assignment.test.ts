import { afterAll, describe, expect, test } from 'bun:test'
import { verifyAudit } from '#server/qc/audit/verify/index'
import type { Inbox } from '#shared/qc/inbox'
import type { Assignee } from '#shared/qc/assignment'
import { startApp } from '../support/app'
import { done, draftBy, qcPlant, stepped, withScope, type Person } from '../support/qc/plant'

const app = await startApp()
const plant = await qcPlant(app)
const { admin, engineer, inspector, colleague, approver, reviewer, viewer } = plant
afterAll(app.close)
const one = await plant.template({ signLevels: 1 })

const submitted = async () => stepped(inspector, 'submit', await draftBy(inspector, one))
const at = (id: number) => `/qc/value-base/${id}`
const assign = (by: Person, id: number, ownerId: number | null, more: object = {}) =>
  by.put(`${at(id)}/assignment`, { ownerId, dueOn: '2026-12-24', seenAt: null, ...more })

describe('assigning a record', () => {
  test('its owner and due date are read with it, audited field by field, and in the operation log', async () => {
    const { qcValueBaseId: id, lockVersion, recordNo } = await submitted()
    const record = done(await assign(approver, id, engineer.userId))
    expect(record.assignment).toMatchObject({ ownerId: engineer.userId, dueOn: '2026-12-24' })
    expect(record.lockVersion).toBe(lockVersion) // what is signed has not changed
    const { list } = done(await admin.get(`${at(id)}/audit`))
    const told = list.filter(({ action }: { action: string }) => action === 'assign')
    expect(told.map(({ field, old, new: now }: Record<string, unknown>) => [field, old, now])).toEqual([
      ['dueOn', null, '2026-12-24'],
      ['owner', null, record.assignment.ownerName],
    ])
    const log = done(await admin.get(`/sys-opera-log?pageSize=1&operUrl=${at(id)}/assignment`))
    expect(JSON.stringify(log.list)).toContain(recordNo)
    expect(await verifyAudit(app.store)).toMatchObject({ isWhole: true })
  })

  test('is taken back, and is not changed from what somebody else has made of it (S42)', async () => {
    const { qcValueBaseId: id } = await submitted()
    const { assignment } = done(await assign(approver, id, engineer.userId))
    expect((await assign(reviewer, id, reviewer.userId)).code).toBe(409)
    const { updatedAt: seenAt } = assignment
    expect(done(await assign(reviewer, id, reviewer.userId, { seenAt })).assignment.ownerId).toBe(reviewer.userId)
    expect((await assign(approver, id, null, { seenAt })).code).toBe(409)
    const now = done(await approver.get(at(id))).assignment
    expect(done(await assign(approver, id, null, { seenAt: now.updatedAt })).assignment).toBeNull()
  })

  test('only people who may see the record are offered, and taken', async () => {
    const { qcValueBaseId: id } = await submitted()
    const elsewhere: number = done(await admin.post('/dept', { parentId: 0, deptName: '仓库' }))
    const outsider = await withScope(app, await plant.person('approver', elsewhere), '3', elsewhere)
    const blind = await app.signedIn('admin:sysUser:list')
    const offered: Assignee[] = done(await approver.get(`${at(id)}/assignee`))
    const ids = offered.map(({ userId }) => userId)
    for (const person of [engineer, reviewer, viewer]) expect(ids).toContain(person.userId)
    for (const person of [outsider, blind]) {
      expect(ids).not.toContain(person.userId)
      expect(done(await approver.get(`${at(id)}/assignee?userId=${person.userId}`))).toEqual([])
      const refused = await assign(approver, id, person.userId)
      expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([400, ['ownerId']])
    }
    expect((await outsider.get(`${at(id)}/assignee`)).code).toBe(404)
    expect((await assign(outsider, id, outsider.userId)).code).toBe(404)
    expect((await assign(viewer, id, viewer.userId)).code).toBe(403)
  })

  test('a person is found by letters of the name', async () => {
    const { qcValueBaseId: id } = await submitted()
    const all: Assignee[] = done(await approver.get(`${at(id)}/assignee`))
    const { name } = all[0]!
    const found: Assignee[] = done(await approver.get(`${at(id)}/assignee?keyword=${encodeURIComponent(name)}`))
    expect(found.map((person) => person.name)).toContain(name)
    expect(done(await approver.get(`${at(id)}/assignee?keyword=nobody-is-called-this`))).toEqual([])
  })
})

describe('what is assigned to somebody', () => {
  test('is a filter of the list, and waits in the inbox, once', async () => {
    const { qcValueBaseId: id } = await submitted()
    const inboxOf = async (person: Person): Promise<Inbox> => done(await person.get('/qc/inbox'))
    const kinds = async (person: Person) =>
      (await inboxOf(person)).list.filter((item) => item.id === id && item.kind !== 'signal').map(({ kind }) => kind)
    expect(await kinds(colleague)).toEqual([])
    done(await assign(approver, id, colleague.userId))
    expect(await kinds(colleague)).toEqual(['assigned'])
    expect((await inboxOf(colleague)).list.find((item) => item.id === id)).toMatchObject({ dueOn: '2026-12-24' })
    const { list } = done(await colleague.get('/qc/value-base?assigned=1'))
    expect(list.map(({ qcValueBaseId }: { qcValueBaseId: number }) => qcValueBaseId)).toEqual([id])

    const { assignment } = done(await approver.get(at(id)))
    done(await assign(approver, id, approver.userId, { seenAt: assignment.updatedAt }))
    expect(await kinds(colleague)).toEqual([])
    expect(await kinds(approver)).toEqual(['approve']) // which waits for them anyway
  })

  test('an approved record waits for nobody', async () => {
    const record = await submitted()
    done(await assign(approver, record.qcValueBaseId, colleague.userId))
    await stepped(approver, 'approve', record)
    const { list }: Inbox = done(await colleague.get('/qc/inbox'))
    expect(list.map(({ id }) => id)).not.toContain(record.qcValueBaseId)
  })
})

test('a signal is assigned to whoever may settle it', async () => {
  const itemKey = one.keys['thickness']
  const limits = { itemKey, chart: 'xbar-r', centre: 10, sigma: 0.01, rules: { rules: ['1'] }, reason: 'for a test' }
  done(await engineer.post('/qc/limit-set', { ...limits, validFrom: new Date().toISOString() }))
  const drifted = { thickness: ['10.04', '10.04', '10.04'], look: ['ok'] }
  await stepped(inspector, 'submit', await draftBy(inspector, one, drifted))
  const { list } = done(await approver.get('/qc/signal?state=open'))
  const { signalId } = list[0]
  const to = (userId: number) => ({ ownerId: userId, dueOn: '', seenAt: null })
  expect((await approver.put(`/qc/signal/${signalId}/assignment`, to(viewer.userId))).code).toBe(400)
  const signal = done(await approver.put(`/qc/signal/${signalId}/assignment`, to(engineer.userId)))
  expect(signal).toMatchObject({ state: 'open', assignment: { ownerId: engineer.userId, dueOn: null } })
  const mine = done(await engineer.get('/qc/signal?assigned=1')).list
  expect(mine.map((known: { signalId: number }) => known.signalId)).toEqual([signalId])
  expect(done(await approver.get('/qc/signal?assigned=1')).list).toEqual([])
  expect(await verifyAudit(app.store)).toMatchObject({ isWhole: true })
})
