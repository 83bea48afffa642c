import { HOUR_MS } from '#shared/durations'
import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import { workingRoles } from '#seed/access/role'
import { statuses } from '#shared/constants'
import { ALL_PERMISSIONS, type PermissionTag } from '#shared/permissions'
import type { Answer, App } from '../support/app'
import { cheapHash } from '../support/password'
import { done } from '../support/qc/plant'
import { until } from '../support/until'
import { people, type Action, type Person } from './actions'
import { keyOf, type Item, type Value } from './judgement'
import { foundIn, isKept, signalsIn, type Aimed, type Plant, type RecordModel } from './plant'
import { charted, itemsWith } from './template'

/** Noon in Shanghai, when every sequence begins. */
export const BEGIN = Date.parse('2026-11-21T04:00:00Z')
const PASSWORD = 'a password to sign with'
const instant = (hour: number) => new Date(BEGIN - hour * HOUR_MS).toISOString()

/** What each role of the model is called among the first roles. */
const tagsOf = (role: string): readonly (PermissionTag | typeof ALL_PERMISSIONS)[] =>
  role === 'admin'
    ? [ALL_PERMISSIONS]
    : workingRoles.find(({ roleKey }) => roleKey === (role === 'engineer' ? 'quality-engineer' : role))!.permissions

type Member = { userId: number; name: string; roleId: number; token: string | undefined }
export type Staff = Record<Person, Member>

/** Signs in people with exactly the rights of their roles, who see all records. */
export async function hire(app: App): Promise<Staff> {
  const { users, roles, userRoles, credentials } = app.store.t
  const passwordHash = await cheapHash(PASSWORD)
  const staff: Partial<Staff> = {}
  for (const [person, names] of Object.entries(people)) {
    const { userId, roleKey, token } = await app.signedIn(...new Set(names.flatMap(tagsOf)))
    const held = await app.store.tx(async (db) => {
      await db.insert(credentials).values({ userId, passwordHash, changedAt: 0 })
      await db.update(roles).set({ dataScope: '1' }).where(eq(roles.roleKey, roleKey))
      await db.update(users).set({ nickName: person }).where(eq(users.userId, userId))
      return db.select().from(userRoles).where(eq(userRoles.userId, userId))
    })
    staff[person as Person] = { userId, name: roleKey, roleId: held[0]!.roleId, token }
  }
  return staff as Staff
}

/** Everybody of a staff as the product tells it, in their order. */
export async function usersOf(app: App, staff: Staff): Promise<any[]> {
  const { list } = done(await app.callerWith(staff.admin.token).get('/sys-user?pageIndex=1&pageSize=100'))
  return Object.values(staff).map((member) => list.find(({ userId }: Member) => userId === member.userId))
}

type Request = { method: string; path: string; body: object; key?: string | undefined }
type Sent = { by: Person; request: Request; answer: Answer }

/** Where a sequence is played: a product line of its own, a template and lots. */
export async function openWorld(
  app: App,
  staff: Staff,
  product: string,
  { levels, lots }: { levels: number; lots: number },
) {
  const admin = () => app.callerWith(staff.admin.token)
  const made = async (path: string, body: object) => done(await admin().post(path, body))
  const productId: number = await made('/qc/product', {
    code: product,
    name: product,
    tz: 'Asia/Shanghai',
    dayStartMin: 480,
  })
  const lotIds: number[] = []
  for (let no = 0; no < lots; no++) lotIds.push(await made('/qc/lot', { productId, lotNo: `L-${no}` }))
  const head = { code: 'T', name: '模板', stage: 'ipqc' }
  const templateId: number = await made('/qc/template', { productId, ...head, signLevels: levels })
  const at = `/qc/template/${templateId}`
  done(await admin().put(`${at}/draft`, { lockVersion: 0, items: itemsWith(0).map((item) => written(item)) }))
  const { version } = done(await admin().post(`${at}/publish`, { lockVersion: 1, changeNote: 'first' }))
  const keys: Record<string, string> = Object.fromEntries(
    version.items.map((item: { code: string; itemKey: string }) => [item.code, item.itemKey]),
  )
  const codes = new Map(Object.entries(keys).map(([code, key]) => [key, code]))
  /** Ids of what actions have made, and what they were answered. */
  const ids = new Map<number, number>()
  const actionOf = { record: new Map<number, number>(), limits: new Map<number, number>() }
  const sent = new Map<number, Sent>()

  const valuesOf = (values: Value[]) =>
    values.map(({ code, sample, raw, missing, isConfirmed = false }) => ({
      itemKey: keys[code],
      sampleNo: sample,
      ...(raw === undefined
        ? { state: 'missing', missingCode: missing }
        : { state: 'present', raw, confirmed: isConfirmed }),
    }))

  function requestFor({ id, action, targets, seen, sawLot }: Aimed): Request {
    const record = `/qc/value-base/${ids.get(targets[0]!)}`
    const lot = `/qc/lot/${lotIds[targets[0]!]}`
    const key = isKept(action) && !(action.do === 'create' && action.twin === 'uid') ? crypto.randomUUID() : undefined
    const [lockVersion] = seen
    const post = (path: string, body: object) => ({ method: 'POST', path, body, key })
    const put = (path: string, body: object) => ({ method: 'PUT', path, body, key })
    const signed = (asked: { hasReason?: boolean; hasPassword?: boolean; disposition?: boolean }) => ({
      ...(asked.hasReason && { reason: 'because' }),
      ...(asked.hasPassword && { password: PASSWORD }),
      ...(asked.disposition && { disposition: 'rework' }),
    })
    switch (action.do) {
      case 'create':
        return post('/qc/value-base', {
          templateId,
          inspectedAt: instant(action.hour),
          lotId: action.lot === null ? null : lotIds[action.lot],
          remark: action.remark,
          values: valuesOf(action.values),
          ...(action.twin !== 'key' && { clientUid: `${product}-${String(id).padStart(16, '0')}` }),
        })
      case 'save':
        return put(record, {
          lockVersion,
          ...(action.values && { values: valuesOf(action.values) }),
          ...(action.remark !== undefined && { remark: action.remark }),
          ...(action.lot !== undefined && { lotId: lotIds[action.lot % lotIds.length] }),
          ...(action.hasReason && { reasonCode: 'typing' }),
        })
      case 'approveAll': {
        const records = targets.map((target, index) => ({
          qcValueBaseId: ids.get(target),
          lockVersion: seen[index],
          ...(action.disposition && { disposition: 'rework' }),
        }))
        const { disposition: _disposition, ...signature } = signed(action)
        return post('/qc/value-base/approve', { records, ...signature })
      }
      case 'retest':
        return post(`${record}/retest`, { lockVersion })
      case 'changeLot':
        return put(lot, {
          lotNo: `L-${targets[0]}`,
          status: action.status,
          remark: action.remark,
          // no time of a change that there was: all is compared by its values
          ...(sawLot && { updatedAt: instant(1), seen: sawLot }),
        })
      case 'hold':
        return post(`${lot}/hold`, { reason: action.hasReason ? 'because' : '' })
      case 'release':
        return post(`${lot}/release`, { status: action.to, ...signed(action) })
      case 'deleteLot':
        return { method: 'DELETE', path: '/qc/lot', body: { ids: [lotIds[targets[0]!]] }, key }
      case 'draft':
        return post(`${at}/draft`, {})
      case 'write':
        return put(`${at}/draft`, {
          lockVersion,
          items: itemsWith(action.limits).map((item) => ({ ...written(item), itemKey: keys[item.code] })),
        })
      case 'publish':
        return post(`${at}/publish`, { lockVersion, changeNote: 'changed' })
      case 'levels':
        return put(at, { ...head, signLevels: action.levels })
      case 'retire':
        return { method: 'DELETE', path: at, body: { reason: 'because' }, key }
      case 'reactivate':
        return post(`${at}/reactivate`, {})
      case 'freeze':
        return post('/qc/limit-set', {
          itemKey: keys[charted.code],
          chart: 'imr',
          centre: action.centre,
          sigma: charted.sigma,
          validFrom: instant(action.hour),
          rules: { rules: ['1'] },
          reason: 'because',
        })
      case 'endLimits':
        return put(`/qc/limit-set/${ids.get(targets[0]!)}`, { status: 'retired', reason: 'because' })
      case 'disable':
      case 'enable': {
        const { userId } = staff[action.whom]
        return put('/user/status', { userId, status: action.do === 'enable' ? statuses.on : statuses.off })
      }
      case 'dismiss':
      case 'appoint': {
        const { userId, name, roleId } = staff[action.whom]
        const roleIds = action.do === 'appoint' ? [roleId] : []
        return put(`/sys-user/${userId}`, { username: name, nickName: action.whom, roleIds })
      }
      case 'repeat':
        return sent.get(targets[0]!)!.request
      default:
        return post(`${record}/${action.do}`, { lockVersion, ...signed(action) })
    }
  }

  /** Asks again where a busy machine has refused it for want of time. */
  async function ask(by: Person, request: Request): Promise<Answer> {
    const { method, path, body, key } = request
    const headers = { headers: key ? { 'idempotency-key': key } : {} }
    const caller = app.callerWith(staff[by].token)
    let answer: Answer | undefined
    await until(
      async () => {
        answer = await caller.send(method, path, { body, ...headers })
        return answer.code !== 503
      },
      () => ({ method, path, by, answer: answer?.msg }),
    )
    return answer!
  }

  /** Sends what somebody asks for. What was answered to an action that makes something is known by its number from then on. */
  async function play(aimed: Aimed): Promise<Answer> {
    const { id, action, targets } = aimed
    const first = action.do === 'repeat' ? sent.get(targets[0]!)! : undefined
    const request = requestFor(aimed)
    const by = first?.by ?? action.by
    const answers = await Promise.all(
      Array.from({ length: action.do === 'create' && action.twin !== 'none' ? 2 : 1 }, () => ask(by, request)),
    )
    const answer = answers.find(({ code }) => code === 200) ?? answers[0]!
    if (answer.code === 200 && !first) sent.set(id, { by, request, answer })
    // the same thing is answered both times, or that the other has been done, or access was withdrawn in between
    for (const twin of answers) {
      if (answer.code !== 200 || twin.code === 409) continue
      if (twin.code === 401 || twin.code === 403) expect((await ask(by, request)).code).toBe(twin.code)
      else expect([twin.code, twin.data.recordNo]).toEqual([200, answer.data.recordNo])
    }
    if (first && answer.code === 200) {
      if (request.key) expect(answer.data).toEqual(first.answer.data)
      else expect(answer.data.recordNo).toBe(first.answer.data.recordNo)
    }
    if (answer.code === 200 && !first) {
      if (action.do === 'create' || action.do === 'retest') know('record', id, answer.data.qcValueBaseId)
      if (action.do === 'freeze') know('limits', id, answer.data.limitSetId)
    }
    return answer
  }
  function know(kind: keyof typeof actionOf, action: number, id: number) {
    ids.set(action, id)
    actionOf[kind].set(id, action)
  }

  const nameOf = (userId: number | null) =>
    (Object.keys(staff) as Person[]).find((name) => staff[name].userId === userId) ?? null

  /** A record as the product tells it, and as the model has it. */
  const seenRecord = (told: any) => ({
    no: told.recordNo,
    operator: nameOf(told.operatorId),
    version: told.versionNo,
    levels: told.signLevels,
    lot: told.lotId === null ? null : lotIds.indexOf(told.lotId),
    remark: told.remark,
    status: told.status,
    judgement: told.judgement,
    first: told.firstJudgement,
    rev: told.rev,
    lock: told.lockVersion,
    disposition: told.disposition !== null,
    submitter: nameOf(told.submittedBy),
    reviewer: nameOf(told.reviewedBy),
    hands: told.authors.map(nameOf).toSorted(),
    values: Object.fromEntries(
      told.values.map((value: any) => [
        keyOf({ code: codes.get(value.itemKey)!, sample: value.sampleNo }),
        value.state === 'present' ? `${value.raw} ${value.judgement}` : value.state,
      ]),
    ),
    signatures: told.signatures
      .toSorted((a: any, b: any) => a.signatureId - b.signatureId)
      .map((one: any) => `${one.meaning} ${nameOf(one.signerId)} ${one.rev}`),
    retestOf: told.retestOf === null ? null : actionOf.record.get(told.retestOf.qcValueBaseId),
  })
  const modelRecord = (plant: Plant, record: RecordModel) => {
    const { hour: _hour, values, hands, signatures, ...rest } = record
    const found = foundIn(plant, record)
    return {
      ...rest,
      no: `${product.toUpperCase()}-${record.no}`,
      judgement: found.judgement,
      hands: hands.toSorted(),
      values: Object.fromEntries(
        values.map((value) => [
          keyOf(value),
          value.raw === undefined ? 'missing' : `${value.raw} ${found.values[keyOf(value)]}`,
        ]),
      ),
      signatures: signatures.map(({ meaning, by, rev }) => `${meaning} ${by} ${rev}`),
    }
  }

  /** What is answered to an action about one record is that record, with all that was done. */
  function expectAnswered(plant: Plant, { id, action, targets }: Aimed, { data }: Answer) {
    if (action.do === 'repeat' || data?.recordNo === undefined) return
    const of = action.do === 'create' || action.do === 'retest' ? id : targets[0]!
    expectRecord(plant, of, data)
  }

  function expectRecord(plant: Plant, of: number, told: any) {
    const record = plant.records.get(of)!
    expect(seenRecord(told)).toEqual(modelRecord(plant, record))
    const signatures = told.signatures.toSorted((a: any, b: any) => a.signatureId - b.signatureId)
    expect(signatures.filter(({ state }: any) => state === 'broken')).toEqual([])
    for (const [index, { isFresh }] of record.signatures.entries()) {
      if (isFresh) expect(signatures[index].state).toBe('valid')
    }
  }

  /** All that there is, as the product tells it by now. */
  async function look() {
    const get = async (path: string) => done(await admin().get(path))
    const page = 'pageIndex=1&pageSize=100'
    const itemKey = keys[charted.code]
    const [listed, lots, template, sets, signals, users] = await Promise.all([
      get(`/qc/value-base?product=${product}&${page}`),
      get(`/qc/lot?product=${product}&${page}`),
      get(at),
      get(`/qc/limit-set?itemKey=${itemKey}&${page}`),
      get(`/qc/signal?itemKey=${itemKey}&${page}`),
      usersOf(app, staff),
    ])
    const records: any[] = await Promise.all(listed.list.map((row: any) => get(`/qc/value-base/${row.qcValueBaseId}`)))
    return { records, lots: lots.list, template, sets: sets.list, signals: signals.list, users } as Looked
  }

  /** The same from both sides, so that they can be compared. */
  const asSeen = ({ records, lots, template, sets, signals, users }: Looked) => ({
    records: Object.fromEntries(
      records.map((told) => [actionOf.record.get(told.qcValueBaseId) ?? told.recordNo, seenRecord(told)]),
    ),
    lots: Object.fromEntries(lots.map((lot) => [lotIds.indexOf(lot.lotId), [lot.status, lot.remark]])),
    template: [template.status, template.signLevels, template.versions.length, template.version.versionNo],
    limits: Object.fromEntries(
      sets.map((set) => [
        actionOf.limits.get(set.limitSetId),
        [
          set.status === 'active',
          set.centre,
          set.validFrom,
          set.validTo && set.validTo < instant(0) ? set.validTo : null,
        ],
      ]),
    ),
    signals: signals
      .filter(({ state, track, qcValueBaseId }) => {
        const record = records.find((told) => told.qcValueBaseId === qcValueBaseId)
        return state !== 'withdrawn' && track === 'location' && record?.retestOf === null
      })
      .map((signal) => `${actionOf.record.get(signal.qcValueBaseId)}@${actionOf.limits.get(signal.limitSetId)}`)
      .toSorted(),
    users: users.map(({ userId, status, roleIds }) => [nameOf(userId), status === statuses.on, roleIds.length > 0]),
  })
  const asModelled = (plant: Plant): ReturnType<typeof asSeen> => ({
    records: Object.fromEntries(
      [...plant.records].map(([id, record]) => [id, modelRecord(plant, record)]),
    ) as ReturnType<typeof asSeen>['records'],
    lots: Object.fromEntries(
      [...plant.lots].flatMap(([id, lot]) => (lot.isDeleted ? [] : [[id, [lot.status, lot.remark]]])),
    ),
    template: [
      plant.template.isRetired ? 'retired' : 'active',
      plant.template.levels,
      plant.template.versions.length + (plant.template.draft === null ? 0 : 1),
      plant.template.versions.length,
    ],
    limits: Object.fromEntries(
      [...plant.limits].map(([id, { from, to, centre, isActive }]) => [
        id,
        [isActive, centre, instant(from), to > 0 ? instant(to) : null],
      ]),
    ),
    signals: signalsIn(plant, charted).toSorted(),
    users: Object.entries(plant.staff).map(([name, { isOn, isIn }]) => [name as Person, isOn, isIn]),
  })

  return { play, look, asSeen, asModelled, expectRecord, expectAnswered, actionOf }
}
type Looked = Record<'records' | 'lots' | 'sets' | 'signals' | 'users', any[]> & { template: any }
export type World = Awaited<ReturnType<typeof openWorld>>

/** An item as an engineer writes it. */
const written = ({ code, samples, decimals, severity, isRequired, limits, choices }: Item) => ({
  code,
  name: code,
  type: choices ? 'choice' : 'numeric',
  sampleSize: samples,
  decimals,
  severity,
  required: isRequired ? 'always' : 'never',
  ...limits,
  ...(choices && {
    choices: Object.entries(choices).map(([answer, judgement]) => ({ code: answer, name: answer, judgement })),
  }),
  spc: code === charted.code,
})

export const told = (action: Action) => {
  const { by, do: what, isFit: _isFit, ...rest } = action
  return `${by} ${what} ${JSON.stringify(rest)}`
}
