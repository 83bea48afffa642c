import { afterAll, describe, expect, test } from 'bun:test'
import { readSettings } from '#server/env'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { dispatchEvents } from '#server/qc/notification/dispatch'
import { qcJobs } from '#server/qc/notification/jobs'
import type { Inbox } from '#shared/qc/inbox'
import type { Delivery, RuleInput } from '#shared/qc/notification/schema'
import type { RecordDetail } from '#shared/qc/record/schema'
import { startApp } from '../support/app'
import { done, draftBy, qcPlant, stepped, withScope, type Person } from '../support/qc/plant'

const app = await startApp()
const plant = await qcPlant(app)
const { admin, engineer, inspector, colleague, approver, reviewer } = plant
afterAll(app.close)
const one = await plant.template({ signLevels: 1 })

const submitted = async (): Promise<number> =>
  (await stepped(inspector, 'submit', await draftBy(inspector, one))).qcValueBaseId
const at = (id: number) => `/qc/value-base/${id}`
const comment = (by: Person, id: number, ...mentioned: Person[]) =>
  by.post(`${at(id)}/comment`, { text: 'see this', mentions: mentioned.map(({ userId }) => userId) })
const waits = async (person: Person, id: number) => {
  const { list }: Inbox = done(await person.get('/qc/inbox'))
  return list.filter((item) => item.id === id && item.kind !== 'signal').map(({ kind }) => kind)
}

describe('a comment that mentions somebody', () => {
  test('names them, and waits in their inbox until they have answered it or seen it', async () => {
    const id = await submitted()
    const { comments }: RecordDetail = done(await comment(approver, id, colleague, reviewer))
    expect(comments).toMatchObject([{ text: 'see this', mentions: [expect.any(String), expect.any(String)] }])
    for (const person of [colleague, reviewer]) expect(await waits(person, id)).toEqual(['mention'])
    expect(await waits(engineer, id)).toEqual([])

    done(await comment(colleague, id))
    expect(await waits(colleague, id)).toEqual([])
    expect(await waits(reviewer, id)).toEqual(['mention'])
    done(await reviewer.post(`${at(id)}/mention/seen`, {}))
    expect(await waits(reviewer, id)).toEqual([])
    expect(await verifyAudit(app.store)).toMatchObject({ isWhole: true })
  })

  test('adds nothing where the record waits for them anyway, and is left when they are through with it', async () => {
    const record = await stepped(inspector, 'submit', await draftBy(inspector, one))
    const { qcValueBaseId: id } = record
    done(await comment(engineer, id, approver))
    expect(await waits(approver, id)).toEqual(['approve'])
    await stepped(approver, 'approve', record)
    expect(await waits(approver, id)).toEqual(['mention'])
  })

  test('mentions nobody who may not see the record, and is not kept then (S31)', async () => {
    const id = await submitted()
    const elsewhere: number = done(await admin.post('/dept', { parentId: 0, deptName: '仓库' }))
    const outsider = await withScope(app, await plant.person('approver', elsewhere), '3', elsewhere)
    const refused = await comment(approver, id, colleague, outsider)
    expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([400, ['mentions']])
    expect(done(await approver.get(at(id))).comments).toEqual([])
    expect(await waits(colleague, id)).toEqual([])
    expect((await outsider.post(`${at(id)}/mention/seen`, {})).code).toBe(404)
    const crowd = Array.from({ length: 21 }, () => colleague)
    expect((await comment(approver, id, ...crowd)).code).toBe(400)
  })

  test('does not wait for its own author', async () => {
    const id = await submitted()
    done(await comment(engineer, id, engineer))
    expect(await waits(engineer, id)).toEqual([])
  })
})

describe('outside the browser', () => {
  const rule = async (change: Partial<RuleInput>) =>
    admin.post('/qc/notification-rule', {
      ruleName: 'to whom it concerns',
      channel: 'email',
      receiver: 'addressee',
      language: 'en',
      status: 2,
      ...change,
    })
  async function delivered(id: number): Promise<string[]> {
    await dispatchEvents(app.store, Date.now())
    const { list } = done(await admin.get('/qc/notification-delivery?pageSize=100'))
    const nameOf = new Map(
      Object.entries({ engineer, colleague, reviewer }).map(([name, { userId }]) => [String(userId), name]),
    )
    const rows = await app.store.db.select().from(app.store.t.deliveries)
    const userOf = new Map(rows.map(({ deliveryId, userId }) => [deliveryId, nameOf.get(String(userId))]))
    return list
      .filter((delivery: Delivery) => delivery.entityId === id)
      .map(({ event, deliveryId }: Delivery) => `${event} ${userOf.get(deliveryId)}`)
      .toSorted()
  }

  test('whoever is mentioned, becomes the owner, or is overdue is told once', async () => {
    for (const event of ['mentioned', 'recordAssigned', 'recordOverdue'] as const) done(await rule({ event }))
    const id = await submitted()
    done(await comment(approver, id, colleague))
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    done(await approver.put(`${at(id)}/assignment`, { ownerId: engineer.userId, dueOn: yesterday, seenAt: null }))
    done(await comment(approver, id, reviewer))
    const told = ['mentioned colleague', 'mentioned reviewer', 'recordAssigned engineer']
    expect(await delivered(id)).toEqual(told)

    const job = () => qcJobs.overdue({ store: app.store, settings: readSettings({}), args: '', now: Date.now() })
    const twoDays = Date.now() + 2 * 86_400_000 // in every time zone
    await qcJobs.overdue({ store: app.store, settings: readSettings({}), args: '', now: twoDays })
    await job()
    expect(await delivered(id)).toEqual([...told, 'recordOverdue engineer'])
  })

  test('a comment or an owner makes no news of what the record was before', async () => {
    const id = await submitted()
    await dispatchEvents(app.store, Date.now())
    for (const event of ['reviewDue', 'approvalDue'] as const) {
      done(await rule({ event, receiver: 'user', userId: engineer.userId }))
    }
    done(await comment(approver, id, colleague))
    done(await approver.put(`${at(id)}/assignment`, { ownerId: engineer.userId, dueOn: '', seenAt: null }))
    expect((await delivered(id)).filter((told) => /Due /.test(told))).toEqual([])
  })

  test('an approved record is not overdue', async () => {
    const record = await stepped(inspector, 'submit', await draftBy(inspector, one))
    const { qcValueBaseId: id } = record
    done(await approver.put(`${at(id)}/assignment`, { ownerId: engineer.userId, dueOn: '2026-01-01', seenAt: null }))
    await stepped(approver, 'approve', record)
    await qcJobs.overdue({ store: app.store, settings: readSettings({}), args: '', now: Date.now() })
    expect((await delivered(id)).filter((told) => told.startsWith('recordOverdue'))).toEqual([])
  })

  test('an event that names nobody has no addressee', async () => {
    const refused = await rule({ event: 'recordNg' })
    expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([400, ['receiver']])
  })
})
