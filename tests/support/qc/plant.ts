import { eq } from 'drizzle-orm'
import { workingRoles } from '#seed/access/role'
import type { TemplateInput, TemplateItemInput } from '#shared/qc/template/schema'
import type { z } from '#shared/zod'
import type { ValueInput } from '#shared/qc/record/schema'
import type { Answer, App } from '../app'
import { cheapHash } from '../password'

/** Of everybody whom a plant signs in. */
export const PASSWORD = 'a password to sign with'

export type ItemInput = Partial<z.input<typeof TemplateItemInput>>

/** Thickness of three pieces with limits of every kind, their mean, a look, a leak test and a count. */
const someItems: ItemInput[] = [
  {
    code: 'thickness',
    name: '厚度',
    nameEn: 'Thickness',
    type: 'numeric',
    unit: 'mm',
    decimals: 2,
    nominal: '10.00',
    lsl: '9.90',
    usl: '10.10',
    warnLow: '9.95',
    warnHigh: '10.05',
    plausLow: '5',
    plausHigh: '15',
    sampleSize: 3,
    spc: true,
  },
  {
    code: 'mean',
    name: '平均值',
    nameEn: 'Mean',
    type: 'calculated',
    decimals: 3,
    formula: 'avg(thickness)',
    severity: 'info',
    required: 'never',
  },
  {
    code: 'look',
    name: '外观',
    nameEn: 'Look',
    type: 'choice',
    choices: [
      { code: 'ok', name: '良好', nameEn: 'Fine', judgement: 'OK' },
      { code: 'scratch', name: '划痕', nameEn: 'Scratch', judgement: 'WARN' },
      { code: 'crack', name: '裂纹', nameEn: 'Crack', judgement: 'NG' },
    ],
  },
  { code: 'leak', name: '气密', nameEn: 'Tight', type: 'boolean', required: 'never' },
  { code: 'words', name: '说明', nameEn: 'Words', type: 'text', severity: 'info', required: 'never' },
  {
    code: 'pinholes',
    name: '针孔',
    nameEn: 'Pinholes',
    type: 'defectives',
    decimals: 3,
    usl: '0.02',
    required: 'never',
    severity: 'minor',
  },
]

/** What an inspector enters, by codes of items: one text a sample; with `{den}` of how many. */
export type Entered = Record<string, (string | Partial<ValueInput>)[]>

/** Values that make a record of {@link someItems} OK. */
export const good: Entered = { thickness: ['10.00', '10.01', '9.99'], look: ['ok'] }

/** What an answer must be for a test to go on. */
export function done({ code, msg, data }: Answer) {
  if (code !== 200) throw new Error(`${code} ${msg}`)
  return data
}

/** Gives somebody a data scope, and a department where one is named. */
export async function withScope<One extends { userId: number; roleKey: string }>(
  { store }: App,
  one: One,
  dataScope: string,
  deptId?: number | null,
): Promise<One> {
  const { users, roles } = store.t
  await store.tx(async (db) => {
    if (deptId !== undefined) await db.update(users).set({ deptId }).where(eq(users.userId, one.userId))
    await db.update(roles).set({ dataScope }).where(eq(roles.roleKey, one.roleKey))
  })
  return one
}

/**
 * A product line with what records need, made through the API, and the people of a quality department with exactly the
 * rights that the first roles give them. They see all records unless `isScoped` gives them the data scope of those roles.
 */
export async function qcPlant(app: App, { isScoped = false } = {}) {
  const { store } = app
  const { users, roles, credentials } = store.t
  const admin = await app.signedIn('*:*:*')
  const made = async (path: string, body: object): Promise<number> => done(await admin.post(path, body))
  const deptId = await made('/dept', { parentId: 0, deptName: '质量部' })
  const passwordHash = await cheapHash(PASSWORD)

  async function person(roleKey: string, dept = deptId) {
    const role = workingRoles.find((known) => known.roleKey === roleKey)
    const someone = role ? await app.signedIn(...role.permissions) : admin
    const { userId } = someone
    await store.tx(async (db) => {
      await db.update(users).set({ deptId: dept }).where(eq(users.userId, userId))
      await db.insert(credentials).values({ userId, passwordHash, changedAt: 0 })
      const dataScope = isScoped ? role?.dataScope : '1'
      if (role && dataScope) await db.update(roles).set({ dataScope }).where(eq(roles.roleKey, someone.roleKey))
    })
    return someone
  }
  const people = {
    admin: await person('admin'),
    engineer: await person('quality-engineer'),
    inspector: await person('inspector'),
    /** Another inspector of the same department. */
    colleague: await person('inspector'),
    reviewer: await person('reviewer'),
    approver: await person('approver'),
    viewer: await person('viewer'),
  }

  const productId = await made('/qc/product', {
    code: 'c21',
    name: '圆柱电芯 21700',
    nameEn: 'Cylindrical cell 21700',
    tz: 'Asia/Shanghai',
    dayStartMin: 480,
    shifts: [
      { code: 'D', name: '早班', nameEn: 'Day', startMin: 480, endMin: 960 },
      { code: 'E', name: '中班', nameEn: 'Evening', startMin: 960, endMin: 0 },
      { code: 'N', name: '夜班', nameEn: 'Night', startMin: 0, endMin: 480 },
    ],
  })
  const coater = { code: 'M1', name: '涂布机 1 号', nameEn: 'Coater 1', kind: 'machine' }
  const equipmentId = await made('/qc/equipment', { productId, ...coater })
  const gaugeId = await made('/qc/equipment', { productId, code: 'G1', name: '千分尺', kind: 'gauge' })
  const lotId = await made('/qc/lot', { productId, lotNo: 'L-001' })

  let templates = 0
  /** A published template. */
  async function template(head: Partial<z.input<typeof TemplateInput>> = {}, items: ItemInput[] = someItems) {
    const code = `T-${++templates}`
    const { engineer } = people
    const templateId: number = done(
      await engineer.post('/qc/template', { productId, code, name: `模板 ${code}`, stage: 'ipqc', ...head }),
    )
    return publish(templateId, items)
  }

  /** Publishes the next version of a template. */
  async function publish(templateId: number, items: ItemInput[]) {
    const { engineer } = people
    const at = `/qc/template/${templateId}`
    const before = done(await engineer.get(at))
    const { draft } = before.draft ? before : done(await engineer.post(`${at}/draft`, {}))
    const { draft: saved } = done(await engineer.put(`${at}/draft`, { lockVersion: draft.lockVersion, items }))
    const { lockVersion } = saved
    const { version } = done(await engineer.post(`${at}/publish`, { lockVersion, changeNote: '首次发布' }))
    const { versionId, versionNo, items: made } = version as Published
    const keys: Record<string, string> = Object.fromEntries(made.map(({ code, itemKey }) => [code, itemKey]))
    return { templateId, versionId, versionNo, keys, items: made }
  }

  /**
   * A template published before codes had to differ in more than letter case. Publication refuses it now, so that its
   * draft is set in force directly.
   */
  async function oldTemplate(items: ItemInput[]) {
    const code = `T-${++templates}`
    const at = '/qc/template'
    const templateId: number = done(await people.engineer.post(at, { productId, code, name: code, stage: 'ipqc' }))
    const { draft } = done(await people.engineer.get(`${at}/${templateId}`))
    done(await people.engineer.put(`${at}/${templateId}/draft`, { lockVersion: draft.lockVersion, items }))
    const { templateVersions } = store.t
    const inForce = { status: 'published', publishedAt: 0, effectiveFrom: 0, contentSha256: '' } as const
    await store.tx((db) =>
      db.update(templateVersions).set(inForce).where(eq(templateVersions.versionId, draft.versionId)),
    )
    return { templateId, code }
  }

  return {
    app,
    ...people,
    person,
    oldTemplate,
    productId,
    product: 'c21',
    deptId,
    equipmentId,
    gaugeId,
    lotId,
    template,
    publish,
  }
}
type Published = { versionId: number; versionNo: number; items: { itemId: number; itemKey: string; code: string }[] }
export type Plant = Awaited<ReturnType<typeof qcPlant>>
export type PlantTemplate = Awaited<ReturnType<Plant['template']>>
export type Person = Plant['inspector']

/** What is sent of values. */
export const valuesOf = ({ keys }: Pick<PlantTemplate, 'keys'>, entered: Entered): Partial<ValueInput>[] =>
  Object.entries(entered).flatMap(([code, samples]) =>
    samples.map((sample, index) => ({
      itemKey: keys[code] ?? code,
      sampleNo: index + 1,
      ...(typeof sample === 'string' ? { raw: sample } : sample),
    })),
  )

/** A new draft by `person`. */
export const draftBy = async (person: Person, template: PlantTemplate, entered: Entered = good, more: object = {}) =>
  done(
    await person.post('/qc/value-base', {
      templateId: template.templateId,
      values: valuesOf(template, entered),
      ...more,
    }),
  )

type Seen = { qcValueBaseId: number; lockVersion: number }

/** Takes a record a step on, as `person` sees it. */
export const step = (person: Person, action: string, { qcValueBaseId, lockVersion }: Seen, more: object = {}) =>
  person.post(`/qc/value-base/${qcValueBaseId}/${action}`, { lockVersion, password: PASSWORD, ...more })

/** The same where it must succeed; answers the record. */
export const stepped = async (...given: Parameters<typeof step>) => done(await step(...given))
