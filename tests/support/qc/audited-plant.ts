import { afterAll } from 'bun:test'
import { asc, sql, type SQL } from 'drizzle-orm'
import type { AuditRow } from '#server/qc/audit/append'
import type { Reader, Writer } from '#server/platform/store/index'
import { startApp } from '../app'
import { done, draftBy, qcPlant, stepped, valuesOf } from './plant'
import { foundAfter as foundIn, rewrite as rewriteIn, run as runIn } from './tampering'

/** A plant with records of every kind that a verification looks at, and ways to change them past the application. */
export async function auditedPlant() {
  const app = await startApp()
  afterAll(app.close)
  const { store } = app
  const { audits } = store.t
  const plant = await qcPlant(app)
  const template = await plant.template({ signLevels: 2 })
  const { inspector, reviewer, approver } = plant
  const auditor = await app.signedIn('qc:audit:list', 'qc:audit:verify', 'qc:audit:export')

  const submitted = async (of = template) => stepped(inspector, 'submit', await draftBy(inspector, of))
  const signed = async () => stepped(approver, 'approve', await stepped(reviewer, 'review', await submitted()))

  /** Ids of records: approved by two, corrected after a rejection, a draft, opened again, voided after approval. */
  const { qcValueBaseId: approved } = await signed()
  const { qcValueBaseId: corrected } = await correctedOne()
  const { qcValueBaseId: draft } = await draftBy(inspector, template)
  const { qcValueBaseId: reopened } = await stepped(approver, 'reopen', await signed(), { reason: '批次填错' })
  const { qcValueBaseId: voided } = await stepped(approver, 'void', await signed(), { reason: '取样错误' })
  /** Of a template that asks for no signature; another one of it is voided. */
  const plain = await plant.template({ signLevels: 0 })
  const { qcValueBaseId: unsigned } = await stepped(inspector, 'submit', await draftBy(inspector, plain))
  const thrown = await stepped(inspector, 'submit', await draftBy(inspector, plain))
  await stepped(approver, 'void', thrown, { reason: '重复' })
  done(await inspector.post(`/qc/value-base/${draft}/comment`, { text: '看一下' }))

  async function correctedOne(of = template) {
    const rejected = await stepped(reviewer, 'reject', await submitted(of), { reason: '数据有误' })
    const values = valuesOf(of, { thickness: ['10.00', '10.02', '9.99'], look: ['ok'] })
    const change = { lockVersion: rejected.lockVersion, values, reasonCode: 'typing', reason: '' }
    return done(await inspector.put(`/qc/value-base/${rejected.qcValueBaseId}`, change))
  }

  /** Published, and never used. */
  const unused = await plant.template()
  const { draft: nextOfPlain } = done(await plant.engineer.post(`/qc/template/${plain.templateId}/draft`, {}))
  const draftVersion: number = nextOfPlain.versionId

  const run = (db: Writer, statement: SQL) => runIn(store, db, statement)
  const foundAfter = (tampering: (db: Writer) => Promise<unknown>) => foundIn(store, tampering)

  const thickness = () => template.keys['thickness']!
  const ofValue = (id: number, sample: number) =>
    sql`qc_value_base_id = ${id} and item_key = ${thickness()} and sample_no = ${sample}`
  const entries = (db: Reader = store.db) => db.select().from(audits).orderBy(asc(audits.id))
  /** The first entry about a product line, with which no other row is compared. */
  const firstOfLine = async (db?: Reader) => (await entries(db)).find(({ entity }) => entity === 'product')!.id
  /** The last entry of a record that tells of `action`. */
  async function entryOf(id: number, action: string, db: Reader = store.db) {
    const found = (await entries(db)).filter((entry) => entry.entity === 'record' && entry.entityId === id)
    return found.findLast((entry) => entry.action === action)!
  }
  const numberOf = async (id: number): Promise<string> => (await entryOf(id, 'create')).new!
  const rewrite = (db: Writer, change: (row: AuditRow) => AuditRow) => rewriteIn(store, db, change)

  return {
    app,
    store,
    plant,
    template,
    auditor,
    approved,
    corrected,
    draft,
    reopened,
    voided,
    unsigned,
    plain,
    unused,
    draftVersion,
    correctedOne,
    run,
    foundAfter,
    rewrite,
    thickness,
    ofValue,
    entries,
    firstOfLine,
    entryOf,
    numberOf,
  }
}
