import { afterAll, describe, expect, test } from 'bun:test'
import { and, asc, eq, sql } from 'drizzle-orm'
import { appendAudit } from '#server/qc/audit/append'
import { verifyAudit } from '#server/qc/audit/verify/index'
import type { Writer } from '#server/platform/store/index'
import { startApp } from '../../support/app'
import { done, draftBy, qcPlant, stepped, valuesOf } from '../../support/qc/plant'
import { foundAfter as foundIn, run as runIn } from '../../support/qc/tampering'

const app = await startApp()
const { store } = app
afterAll(app.close)

const plant = await qcPlant(app)
const template = await plant.template({ signLevels: 1 })
const { inspector, approver } = plant
const approved = async () =>
  stepped(approver, 'approve', await stepped(inspector, 'submit', await draftBy(inspector, template)))

const run = (db: Writer, statement: Parameters<typeof runIn>[2]) => runIn(store, db, statement)
const foundAfter = (tampering: (db: Writer) => Promise<unknown>) => foundIn(store, tampering)
const zeros = '0'.repeat(64)

describe('the voiding of a record that was approved, opened again and corrected', () => {
  async function correctedAgain() {
    const { qcValueBaseId, lockVersion } = await stepped(approver, 'reopen', await approved(), { reason: '批次填错' })
    const values = valuesOf(template, { thickness: ['10.00', '10.03', '9.99'], look: ['ok'] })
    const change = { lockVersion, values, reasonCode: 'typing' }
    return done(await inspector.put(`/qc/value-base/${qcValueBaseId}`, change))
  }
  const voidedNow = async () => stepped(approver, 'void', await correctedAgain(), { reason: '取样错误' })
  const ofVoiding = (id: number) => sql`entity = 'record' and entity_id = ${id} and meaning = 'voided'`

  test('is told as signed, and its signature can neither be removed nor given to another content', async () => {
    const { qcValueBaseId: id } = await voidedNow()
    const { audits } = store.t
    const told = await store.db
      .select()
      .from(audits)
      .where(and(eq(audits.entity, 'record'), eq(audits.entityId, id), eq(audits.action, 'void')))
      .orderBy(asc(audits.id))
    expect(told.map(({ field, new: now }) => [field, now])).toEqual([
      ['status', 'voided'],
      ['signed', 'true'],
    ])
    const gone = await foundAfter((db) => run(db, sql`delete from qc_signature where ${ofVoiding(id)}`))
    expect(gone.faults).toMatchObject([{ kind: 'signature', qcValueBaseId: id }])
    const other = await foundAfter((db) =>
      run(db, sql`update qc_signature set content_sha256 = ${zeros} where ${ofVoiding(id)}`),
    )
    expect(other.faults).toMatchObject([{ kind: 'signature', qcValueBaseId: id, found: zeros }])
  })

  test('needs no signature where the installation asks for none', async () => {
    const set = async (configValue: string) =>
      done(await plant.admin.put('/set-config', [{ configKey: 'qc_signaturePassword', configValue }]))
    const record = await correctedAgain()
    await set('N')
    const { unsigned: steps } = await stepped(approver, 'void', record, { reason: '取样错误', password: undefined })
    await set('')
    expect(steps).toMatchObject([{ meaning: 'voided', reason: '取样错误' }])
    expect(await verifyAudit(store)).toMatchObject({ isWhole: true })
  })

  test('is whole as an earlier version wrote it, which did not sign it; a signature added since is found', async () => {
    const { qcValueBaseId: id, rev } = await correctedAgain()
    const by = { userId: inspector.userId, name: inspector.roleKey, now: Date.now(), requestId: 'earlier' }
    await store.tx(async (db) => {
      const { valueBases } = store.t
      const set = { status: 'voided', voidedAt: by.now, voidReason: '误录', updatedAt: by.now } as const
      await db.update(valueBases).set(set).where(eq(valueBases.qcValueBaseId, id))
      const step = { field: 'status', old: 'draft', new: 'voided', reason: '误录' }
      await appendAudit(store, db, by, [{ entity: 'record', entityId: id, action: 'void', ...step }])
    })
    expect(await verifyAudit(store)).toMatchObject({ isWhole: true })
    const added = await foundAfter((db) =>
      run(
        db,
        sql`insert into qc_signature (entity, entity_id, rev, meaning, signer_id, content_sha256, signer_name, signed_at)
          values ('record', ${id}, ${rev}, 'voided', ${by.userId}, ${zeros}, ${by.name}, ${by.now})`,
      ),
    )
    expect(added.faults).toMatchObject([{ kind: 'signature', qcValueBaseId: id }])
  })
})
