/** The data of the benchmark of records: three years of one plant, written past the application, as it would have written it. */
import Database from 'better-sqlite3'
import { seedProduction } from '#seed/index'
import { sealAll } from '#server/qc/audit/baseline'
import { canonical, sealOf, type AuditRow } from '#server/qc/audit/append'
import { recordContent, signedSha256, type Value, type ValueBase } from '#server/qc/record/content'
import { insertDraft, publishDraft, replaceDraftItems } from '#server/qc/template/version'
import { itemsOf } from '#server/qc/template/items'
import { openStore, type Store } from '#server/platform/store/index'
import { databasePath } from '#server/platform/store/sqlite/file'
import { statuses } from '#shared/constants'
import { TemplateItemInput, type TemplateItem } from '#shared/qc/template/schema'

const DAY = 86_400_000
/** The last moment of the data. */
export const END = Date.UTC(2026, 10, 20, 12)
const YEARS = 3
const DEPARTMENTS = 10
const OPERATORS = 40
const LOTS = 2000
const MACHINES = 12
const STARTED = 1_700_000_000_000
const stamps = { createdAt: STARTED, updatedAt: STARTED }

/** Samples of each template: five on average; the last one is the long one that is submitted in the measurement. */
const samplesOf = [3, 4, 5, 6, 7, 5, 4, 6, 5, 5, 3, 7, 20]

export type Plant = {
  templates: { templateId: number; versionId: number; contentSha256: string; items: TemplateItem[] }[]
  /** Of the last template, with twenty samples. */
  long: { templateId: number; itemKey: string }
  operators: { userId: number; name: string; deptId: number }[]
  productId: number
  shiftIds: number[]
  equipmentIds: number[]
  lotIds: number[]
}

/** The plant itself: its people, lines, machines, lots and templates. */
export async function foundPlant(dataDir: string, databaseUrl?: string): Promise<Plant> {
  const store = await openStore({ dataDir, databaseUrl })
  await seedProduction(store)
  const plant = await store.tx(async (db) => {
    const { depts, users, products, shifts, equipment, lots } = store.t
    const deptIds = Array.from({ length: DEPARTMENTS }, (_, n) => 1000 + n)
    for (const deptId of deptIds) {
      const path = deptId === 1000 ? '/0/1000/' : `/0/1000/${deptId}/`
      const parentId = deptId === 1000 ? 0 : 1000
      const dept = {
        deptId,
        parentId,
        deptPath: path,
        deptName: `Department ${deptId}`,
        status: statuses.on,
        ...stamps,
      }
      await db.insert(depts).values(dept)
    }
    const people = Array.from({ length: OPERATORS }, (_, n) => ({
      username: `inspector-${n}`,
      usernameKey: `inspector-${n}`,
      nickName: `检验员 ${n}`,
      status: statuses.on,
      deptId: deptIds[n % DEPARTMENTS]!,
      ...stamps,
    }))
    const made = await db.insert(users).values(people).returning()
    const operators = made.map(({ userId, nickName, deptId }) => ({ userId, name: nickName, deptId: deptId! }))
    const line = {
      code: 'line-1',
      name: '圆柱电芯',
      tz: 'Asia/Shanghai',
      dayStartMin: 480,
      status: statuses.on,
      ...stamps,
    }
    const [product] = await db.insert(products).values(line).returning()
    const { productId } = product!
    const turns = ['早', '中', '夜'].map((name, n) => ({
      productId,
      code: `S${n}`,
      name,
      startMin: 480 * n,
      endMin: (480 * (n + 1)) % 1440,
    }))
    const shiftRows = await db.insert(shifts).values(turns).returning()
    const machines = Array.from({ length: MACHINES }, (_, n) => ({
      productId,
      code: `CT${n}`,
      name: `涂布机 ${n}`,
      kind: 'machine' as const,
      status: statuses.on,
      ...stamps,
    }))
    const equipmentRows = await db.insert(equipment).values(machines).returning()
    const lotIds: number[] = []
    for (let from = 0; from < LOTS; from += 250) {
      const some = Array.from({ length: 250 }, (_, n) => ({
        productId,
        lotNo: `L-${String(from + n).padStart(5, '0')}`,
        status: 'open' as const,
        ...stamps,
      }))
      lotIds.push(...(await db.insert(lots).values(some).returning()).map(({ lotId }) => lotId))
    }
    const templates = []
    for (const [n, samples] of samplesOf.entries()) templates.push(await publishOne(store, db, productId, n, samples))
    const long = templates.at(-1)!
    await sealAll(store, db, { userId: 1, name: '质量工程师', now: STARTED, requestId: 'bench' })
    return {
      templates: templates.slice(0, -1),
      long: { templateId: long.templateId, itemKey: long.items[0]!.itemKey },
      operators,
      productId,
      shiftIds: shiftRows.map(({ shiftId }) => shiftId),
      equipmentIds: equipmentRows.map(({ equipmentId }) => equipmentId),
      lotIds,
    }
  })
  await store.close()
  return plant
}

type Db = Parameters<Parameters<Store['tx']>[0]>[0]

/** A template with one measured item of `samples` values, some with a second one. */
export async function publishOne(store: Store, db: Db, productId: number, n: number, samples: number, decimals = 2) {
  const author = { userId: 1, name: '质量工程师', now: STARTED, requestId: 'bench' }
  const head = {
    productId,
    code: `T-${n}`,
    name: `模板 ${n}`,
    stage: 'ipqc' as const,
    status: 'active' as const,
    chartFrom: 'submitted' as const,
    signLevels: 1 as const,
    ...stamps,
  }
  const [template] = await db.insert(store.t.templates).values(head).returning()
  const { templateId } = template!
  const { versionId } = await insertDraft(store, db, { templateId, versionNo: 1, lockVersion: 0 }, author)
  const item = { code: 'density', name: '面密度', nameEn: 'Density', type: 'numeric' as const, decimals, spc: true }
  const limits = {
    nominal: '10.00',
    lsl: '9.70',
    usl: '10.30',
    warnLow: '9.80',
    warnHigh: '10.20',
    sampleSize: samples,
  }
  await replaceDraftItems(store, db, versionId, [TemplateItemInput.parse({ ...item, ...limits })], author)
  const { contentSha256 } = await publishDraft(store, db, templateId, '首次发布', author)
  return { templateId, versionId, contentSha256: contentSha256!, items: await itemsOf(store, db, versionId) }
}

/** Numbers that look random and are the same each time. */
export function dice(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A record that is looked up. */
export type Sample = { qcValueBaseId: number; recordNo: string; itemKey: string }

/**
 * So many records, in the order of their time, with values, signatures and their entries in the audit trail.
 * @returns how many values that were, and some of the records
 */
export function fillPlant(dataDir: string, plant: Plant, from: number, count: number, total: number) {
  const sqlite = new Database(databasePath(dataDir))
  sqlite.pragma('synchronous = OFF')
  sqlite.pragma('cache_size = -400000')
  const triggers = sqlite.prepare<[], { name: string; sql: string }>(
    "select name, sql from sqlite_master where type = 'trigger'",
  )
  const closed = triggers.all() // records are written as they are in the end
  for (const { name } of closed) sqlite.exec(`drop trigger "${name}"`)
  const roll = dice(from + 1)
  const pick = <One>(of: readonly One[]) => of[Math.floor(roll() * of.length)]!
  const bell = () => roll() + roll() + roll() + roll() - 2
  const insertBase = into(sqlite, 'qc_value_base', baseColumns)
  const insertValue = into(sqlite, 'qc_value', valueColumns)
  const insertAudit = into(sqlite, 'qc_audit', auditColumns)
  const insertSignature = into(sqlite, 'qc_signature', signatureColumns)
  let { last_id: lastId, last_hash: lastHash } = sqlite.prepare('select * from qc_audit_head').get() as {
    last_id: number
    last_hash: string
  }
  const made = sqlite.prepare('select coalesce(max(qc_value_base_id), 0) from qc_value_base').pluck().get() as number
  let values = 0
  const samples: Sample[] = []
  const counters = new Map(
    sqlite
      .prepare<[], { key: string; last: number }>('select counter_key as key, last from qc_counter')
      .all()
      .map(({ key, last }) => [key, last]),
  )
  function numberOn(inspectedAt: number): string {
    const key = `C21-${new Date(inspectedAt).toISOString().slice(2, 10).replaceAll('-', '')}`
    const last = (counters.get(key) ?? 0) + 1
    counters.set(key, last)
    return `${key}-${String(last).padStart(4, '0')}`
  }

  function tell(
    at: number,
    actor: Plant['operators'][number],
    entityId: number,
    action: string,
    rest: Partial<AuditRow>,
  ) {
    const what = {
      entity: 'record',
      entityId,
      action,
      field: null,
      old: null,
      new: null,
      reasonCode: null,
      reason: null,
    }
    const who = { at, actorId: actor.userId, actorName: actor.name, requestId: 'bench', program: null }
    const row = { id: ++lastId, ...who, ...what, ...rest, prevHash: lastHash }
    lastHash = sealOf(row)
    insertAudit({ ...row, hash: lastHash })
  }

  const write = sqlite.transaction((first: number, last: number) => {
    for (let n = first; n < last; n++) {
      const qcValueBaseId = made + n - from + 1
      const template = pick(plant.templates)
      const operator = pick(plant.operators)
      const approver = plant.operators[(operator.userId + 7) % plant.operators.length]!
      const inspectedAt = END - Math.floor(((total - n) / total) * YEARS * 365 * DAY)
      const item = template.items[0]!
      const shift = Math.floor(roll() * 3)
      const measured = Array.from({ length: item.sampleSize }, (_, index): Omit<Value, 'valueId'> => {
        const raw = (10 + bell() * 0.18).toFixed(2) // one in a thousand is NG, one in twenty WARN
        const off = Math.abs(Math.round(Number(raw) * 100) - 1000)
        return {
          qcValueBaseId,
          itemId: item.itemId,
          itemKey: item.itemKey,
          sampleNo: index + 1,
          state: 'present',
          missingCode: null,
          raw,
          num: Number(raw),
          den: null,
          judgement: off > 30 ? 'NG' : off > 20 ? 'WARN' : 'OK',
          gaugeId: null,
          gaugeOverdueSince: null,
          confirmed: false,
          enteredBy: operator.userId,
          enteredAt: inspectedAt,
          corrected: false,
        }
      })
      const isNg = measured.some(({ judgement }) => judgement === 'NG')
      const judgement = isNg ? 'NG' : measured.some((value) => value.judgement === 'WARN') ? 'WARN' : 'OK'
      const luck = roll()
      const isNew = n > total * 0.998
      const status = isNew
        ? 'submitted'
        : luck < 0.006
          ? 'voided'
          : luck < 0.016
            ? 'rejected'
            : luck < 0.02
              ? 'draft'
              : 'approved'
      const isSubmitted = status !== 'draft'
      const [submittedAt, signedAt] = [inspectedAt + 60_000, inspectedAt + 3_600_000]
      const isSigned = status === 'approved' || status === 'voided'
      const disposition = isSigned && isNg ? 'concession' : null
      const base: ValueBase = {
        qcValueBaseId,
        recordNo: numberOn(inspectedAt),
        productId: plant.productId,
        templateId: template.templateId,
        versionId: template.versionId,
        lotId:
          plant.lotIds[Math.min(plant.lotIds.length - 1, Math.floor((n / total) * plant.lotIds.length + roll() * 3))]!,
        equipmentId: pick(plant.equipmentIds),
        shiftId: plant.shiftIds[shift]!,
        businessDay: new Date(inspectedAt).toISOString().slice(0, 10),
        operatorId: operator.userId,
        operatorName: operator.name,
        deptId: operator.deptId,
        createBy: operator.userId,
        signLevels: 1,
        inspectedAt,
        tzMin: 480,
        source: 'manual',
        status,
        judgement,
        ngItems: isNg ? 1 : 0,
        warnItems: judgement === 'WARN' ? 1 : 0,
        missingItems: 0,
        firstJudgement: isSubmitted ? judgement : null,
        disposition,
        retestOf: null,
        rev: 1,
        lockVersion: 2,
        clientUid: null,
        submittedAt: isSubmitted ? submittedAt : null,
        submittedByName: isSubmitted ? operator.name : null,
        submittedBy: isSubmitted ? operator.userId : null,
        reviewedAt: null,
        reviewedBy: null,
        approvedAt: isSigned ? signedAt : null,
        approvedBy: isSigned ? approver.userId : null,
        voidedAt: status === 'voided' ? signedAt + 1 : null,
        voidReason: status === 'voided' ? '取样错误' : '',
        contentAt: inspectedAt,
        remark: isNg ? '已隔离' : '',
        createdAt: inspectedAt,
        updatedAt: signedAt,
      }
      insertBase(base)
      if (n % 97 === 0) samples.push({ qcValueBaseId, recordNo: base.recordNo, itemKey: item.itemKey })
      for (const value of measured) insertValue(value)
      values += measured.length
      const content = recordContent(base, measured as Value[], [])
      tell(inspectedAt, operator, qcValueBaseId, 'create', { new: base.recordNo })
      if (!isSubmitted) continue
      tell(submittedAt, operator, qcValueBaseId, 'submit', { new: canonical(content) })

      const sign = (action: string, meaning: string, at: number, change: Partial<AuditRow>) => {
        tell(at, approver, qcValueBaseId, action, { field: 'status', ...change })
        const sealed = {
          rev: 1,
          contentSha256: template.contentSha256,
          disposition: action === 'reject' ? null : disposition,
        }
        const signer = {
          signerId: approver.userId,
          signerName: approver.name,
          signedAt: at,
          reason: change.reason ?? null,
        }
        const contentSha256 = signedSha256(content, sealed)
        insertSignature({ entity: 'record', entityId: qcValueBaseId, rev: 1, meaning, ...signer, contentSha256 })
      }
      if (isSigned) {
        sign('approve', 'approved', signedAt, { old: 'submitted', new: 'approved' })
        if (disposition) tell(signedAt, approver, qcValueBaseId, 'approve', { field: 'disposition', new: disposition })
      }
      if (status === 'voided')
        sign('void', 'voided', signedAt + 1, { old: 'approved', new: 'voided', reason: '取样错误' })
      if (status === 'rejected')
        sign('reject', 'rejected', signedAt, { old: 'submitted', new: 'rejected', reason: '数据有误' })
    }
    sqlite.prepare('update qc_audit_head set last_id = ?, last_hash = ?').run(lastId, lastHash)
  })
  for (let first = from; first < from + count; first += 20_000) write(first, Math.min(first + 20_000, from + count))
  const setCounter = sqlite.prepare(
    'insert into qc_counter values (?, ?) on conflict do update set last = excluded.last',
  )
  for (const [key, last] of counters) setCounter.run(key, last)
  for (const { sql } of closed) sqlite.exec(sql)
  sqlite.exec('pragma analysis_limit = 1000; analyze')
  sqlite.close()
  return { values, samples }
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A function that inserts rows by the names of the application. */
export function into(sqlite: Database.Database, table: string, names: readonly string[]) {
  const places = names.map(() => '?').join()
  const insert = sqlite.prepare(`insert into ${table} (${names.map(snake).join()}) values (${places})`)
  return (row: object) => {
    const given = row as Record<string, unknown>
    insert.run(names.map((name) => (typeof given[name] === 'boolean' ? Number(given[name]) : given[name])))
  }
}

export const baseColumns =
  'qcValueBaseId recordNo productId templateId versionId lotId equipmentId shiftId businessDay operatorId operatorName deptId createBy signLevels inspectedAt tzMin source status judgement ngItems warnItems missingItems firstJudgement disposition retestOf rev lockVersion clientUid submittedAt submittedBy submittedByName reviewedAt reviewedBy approvedAt approvedBy voidedAt voidReason contentAt remark createdAt updatedAt'.split(
    ' ',
  )
export const valueColumns =
  'qcValueBaseId itemId itemKey sampleNo state missingCode raw num den judgement gaugeId confirmed enteredBy enteredAt corrected'.split(
    ' ',
  )
const auditColumns =
  'id at actorId actorName entity entityId action field old new reasonCode reason requestId prevHash hash'.split(' ')
const signatureColumns = 'entity entityId rev meaning signerId signerName signedAt contentSha256 reason'.split(' ')
