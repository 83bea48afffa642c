import { expect } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { currentVersion } from '#server/qc/template/version'
import { startApp } from '../app'

/** Items as an engineer sends them: what a row leaves out has its default. */
export const diameter = {
  code: 'd1',
  name: '外径',
  nameEn: 'Diameter',
  type: 'numeric',
  unit: 'mm',
  decimals: 3,
  nominal: '20.000',
  lsl: '19.980',
  usl: '20.020',
  sampleSize: 5,
  spc: true,
}
export const spread = { code: 'r1', name: '极差', type: 'calculated', decimals: 3, usl: '0.030', formula: 'range(d1)' }
export const surface = {
  code: 'face',
  name: '外观',
  type: 'choice',
  choices: [
    { code: 'A', name: '无划痕', judgement: 'OK' },
    { code: 'B', name: '划痕', judgement: 'NG' },
  ],
}

export const NOW = Date.parse('2026-11-21T02:00:00Z')
export const DAY = 24 * 60 * 60_000
export const at = '/qc/template'

type Status = 'draft' | 'approved' | 'voided'
type RecordChange = {
  inspectedAt?: number
  judgement?: 'OK' | 'NG'
  firstJudgement?: 'OK' | 'NG'
  retestOf?: number
  status?: Status
  operatorId?: number
}

/** An application with product lines, an engineer who may everything, and what they do with templates. */
export async function templateBench() {
  const app = await startApp({ now: () => NOW })
  const { store } = app
  const engineer = await app.signedIn('*:*:*')
  /** Product lines: in use, another one in use, and one that is not. */
  const lines = { c21: 0, pouch: 0, closed: 0 }
  for (const code of ['c21', 'pouch', 'closed'] as const) {
    const status = code === 'closed' ? statuses.off : statuses.on
    const row = { code, name: code, status, tz: 'Asia/Shanghai', dayStartMin: 480, createdAt: NOW, updatedAt: NOW }
    const [made] = await store.tx((db) => db.insert(store.t.products).values(row).returning())
    lines[code] = made!.productId
  }

  let made = 0
  /** A code that no other template has. */
  const freshCode = () => `T-${++made}`
  const head = (change: object = {}) => ({
    productId: lines.c21,
    code: freshCode(),
    name: '轴径检验',
    stage: 'ipqc',
    ...change,
  })
  async function create(change: object = {}): Promise<number> {
    const answer = await engineer.post(at, head(change))
    expect(answer).toMatchObject({ code: 200, msg: 'Created' })
    return answer.data
  }
  const get = async (id: number, query = '') => (await engineer.get(`${at}/${id}${query}`)).data
  const lockOf = async (id: number): Promise<number> => (await get(id)).draft.lockVersion
  const save = async (id: number, items: object[], lockVersion?: number) =>
    engineer.put(`${at}/${id}/draft`, { lockVersion: lockVersion ?? (await lockOf(id)), items })
  const publish = async (id: number, changeNote = '首次发布', lockVersion?: number) =>
    engineer.post(`${at}/${id}/publish`, { changeNote, lockVersion: lockVersion ?? (await lockOf(id)) })
  const begin = (id: number) => engineer.post(`${at}/${id}/draft`, {})

  /** A template whose first version says `items`. */
  async function published(items: object[] = [diameter, spread, surface], change: object = {}): Promise<number> {
    const id = await create(change)
    expect(await save(id, items)).toMatchObject({ code: 200 })
    expect(await publish(id)).toMatchObject({ code: 200, msg: 'Published' })
    return id
  }

  let records = 0
  /** A record of the published version, as it lies in the database. @returns its id */
  async function record(id: number, change: RecordChange = {}): Promise<number> {
    const { template, version } = (await currentVersion(store, store.db, id))!
    const row = {
      recordNo: `R-${++records}`,
      productId: template.productId,
      templateId: id,
      versionId: version.versionId,
      businessDay: '2026-11-20',
      operatorId: 1,
      operatorName: '王芳',
      createBy: 1,
      signLevels: 1 as const,
      inspectedAt: NOW - DAY,
      tzMin: 480,
      source: 'manual' as const,
      status: 'approved' as const,
      judgement: 'OK' as const,
      // what was submitted has both
      firstJudgement: change.status === 'draft' ? null : (change.judgement ?? ('OK' as const)),
      submittedAt: change.status === 'draft' ? null : NOW,
      contentAt: NOW,
      createdAt: NOW,
      updatedAt: NOW,
      ...change,
    }
    const [made] = await store.tx((db) => db.insert(store.t.valueBases).values(row).returning())
    return made!.qcValueBaseId
  }

  /** What the audit trail tells of a template, the oldest first. */
  async function audited(id: number) {
    const { audits } = store.t
    const rows = await store.db.select().from(audits).where(eq(audits.entityId, id)).orderBy(asc(audits.id))
    return rows.filter(({ entity, action }) => entity === 'template' && action !== 'seal')
  }
  return { app, store, engineer, lines, freshCode, head, create, get, save, publish, begin, published, record, audited }
}

/** What items say, whichever they are. */
export const withoutIds = (items: object[]) =>
  items.map((item) => ({ ...item, itemId: undefined, itemKey: undefined, seq: undefined }))

export const codesOf = (answers: { code: number }[]) => answers.map(({ code }) => code).toSorted((a, b) => a - b)
