/**
 * What the product promises of records, lots, templates, limits and users, after qc-domain: a small model to hold the
 * product against. It is a specification, and knows nothing of the code.
 */
import { steps, type Action, type LotStatus, type Person, people, type StepName } from './actions'
import { isTaken, judge, keyOf, type Item, type Value } from './judgement'
import { itemsWith } from './template'

/** Rights of the first roles (qc-domain 8). */
const rights: Record<string, readonly string[]> = {
  inspector: ['create', 'save', 'submit', 'withdraw', 'retest', 'hold'],
  reviewer: ['review', 'reject', 'hold'],
  approver: ['approve', 'reject', 'reopen', 'void', 'hold', 'release'],
  engineer: [
    'create',
    'save',
    'submit',
    'withdraw',
    'retest',
    'reject',
    'reopen',
    'void',
    'changeLot',
    'hold',
    'release',
    'deleteLot',
    'draft',
    'write',
    'publish',
    'levels',
    'retire',
    'reactivate',
    'freeze',
    'endLimits',
  ],
}

type Signature = {
  meaning: string
  by: Person
  rev: number
  /** Nothing of what was signed has been changed since. */
  isFresh: boolean
}
type Status = 'draft' | 'submitted' | 'reviewed' | 'approved' | 'rejected' | 'voided'
export type RecordModel = {
  no: string
  operator: Person
  /** So many hours before the sequence began. */
  hour: number
  /** Of the template, from 1. */
  version: number
  /** As the template asked when it was made. */
  levels: 0 | 1 | 2
  lot: number | null
  remark: string
  values: Value[]
  status: Status
  first: string | null
  rev: number
  lock: number
  disposition: boolean
  submitter: Person | null
  reviewer: Person | null
  /** Everybody who had a hand in what it says. */
  hands: Person[]
  signatures: Signature[]
  retestOf: number | null
}
type LotFields = { status: LotStatus; remark: string }
type Lot = LotFields & {
  isDeleted: boolean
  /** As it was before, the latest last. */
  past: LotFields[]
}
/** In force of records inspected from `from` hours ago until, without, `to` hours ago. */
type LimitSet = { from: number; to: number; centre: number; isActive: boolean }

export type Plant = {
  staff: Record<Person, { isOn: boolean; isIn: boolean; hasSession: boolean }>
  lots: Map<number, Lot>
  template: {
    isRetired: boolean
    levels: 0 | 1 | 2
    /** Which limits each of its versions says. */
    versions: number[]
    draft: number | null
    lock: number
  }
  /** By the number of the action that made them. */
  records: Map<number, RecordModel>
  limits: Map<number, LimitSet>
  /** How many records of a day were made. */
  counters: Record<string, number>
  /** Actions that were done under a key, by their numbers. */
  kept: Map<number, Aimed>
}

export const newPlant = (levels: 0 | 1 | 2, lots: number): Plant => ({
  staff: Object.fromEntries(
    Object.keys(people).map((name) => [name, { isOn: true, isIn: true, hasSession: true }]),
  ) as Plant['staff'],
  lots: new Map(
    Array.from({ length: lots }, (_, index) => [index, { status: 'open', remark: '', isDeleted: false, past: [] }]),
  ),
  template: { isRetired: false, levels, versions: [0], draft: null, lock: 1 },
  records: new Map(),
  limits: new Map(),
  counters: {},
  kept: new Map(),
})

/** Limits that nobody has ended go on for all hours to come. */
const NEVER = Number.MIN_SAFE_INTEGER
/** Later than any hour of a record. */
const NOW = -1

const itemsOf = ({ template }: Plant, { version }: Pick<RecordModel, 'version'>): readonly Item[] =>
  itemsWith(template.versions[version - 1]!)
export const foundIn = (plant: Plant, record: RecordModel) => judge(itemsOf(plant, record), record.values)

/** An action with what its doer sees when it is asked for: which records it is about, and their versions. */
export type Aimed = { id: number; action: Action; targets: number[]; seen: number[]; sawLot?: LotFields }

/** Undefined where there is nothing that the action could be about. */
export function aim(plant: Plant, id: number, action: Action): Aimed | undefined {
  const { template, staff } = plant
  const at = (targets: number[], seen: number[] = []) =>
    targets.length > 0 ? { id, action, targets, seen } : undefined
  const among = <Type>(all: Map<number, Type>, places: number[], fits: (one: Type) => boolean = () => true) => {
    const keys = [...all.keys()].filter((key) => !action.isFit || fits(all.get(key)!))
    return keys.length === 0 ? [] : [...new Set(places.map((index) => keys[index % keys.length]!))]
  }
  const records = (places: number[], fits: (record: RecordModel) => boolean, isStale = false) => {
    const targets = among(plant.records, places, fits)
    return at(
      targets,
      targets.map((target) => plant.records.get(target)!.lock + (isStale ? 1 : 0)),
    )
  }
  const person = (fits: (one: Plant['staff'][Person]) => boolean) => {
    if (!('whom' in action) || !action.isFit) return at([0])
    const names = (Object.keys(staff) as Person[]).filter((name) => name !== 'admin' && fits(staff[name]))
    const whom = names[Object.keys(staff).indexOf(action.whom) % names.length]
    return whom && { id, action: { ...action, whom }, targets: [0], seen: [] }
  }
  const where = (isSo: boolean, seen?: number[]) => (action.isFit && !isSo ? undefined : at([0], seen))
  switch (action.do) {
    case 'approveAll':
      return records(action.records, (record) => isOnWay('approve', record))
    case 'save':
    case 'retest':
      return records([action.record], ({ status }) => ways[action.do].includes(status), action.isStale)
    case 'changeLot': {
      const aimed = at(among(plant.lots, [action.lot], ({ isDeleted }) => !isDeleted))
      if (!aimed || action.age === undefined) return aimed
      const lot = plant.lots.get(aimed.targets[0]!)!
      const { status, remark } = [lot, ...lot.past.toReversed()][action.age] ?? lot
      return { ...aimed, sawLot: { status, remark } }
    }
    case 'deleteLot':
      return at(among(plant.lots, [action.lot], ({ isDeleted }) => !isDeleted))
    case 'hold':
      return at(among(plant.lots, [action.lot], ({ status, isDeleted }) => status === 'open' && !isDeleted))
    case 'release':
      return at(among(plant.lots, [action.lot], ({ status }) => status === 'hold'))
    case 'endLimits':
      return at(among(plant.limits, [action.set], ({ isActive }) => isActive))
    case 'create':
    case 'retire':
    case 'levels':
      return where(!template.isRetired)
    case 'reactivate':
      return where(template.isRetired)
    case 'draft':
      return where(!template.isRetired && template.draft === null)
    case 'write':
    case 'publish': {
      const isNew = action.do === 'write' || template.draft !== template.versions.at(-1)
      return where(!template.isRetired && template.draft !== null && isNew, [template.lock + (action.isStale ? 1 : 0)])
    }
    case 'freeze':
      return at([0])
    case 'disable':
      return person(({ isOn }) => isOn)
    case 'enable':
      return person(({ isOn }) => !isOn)
    case 'dismiss':
      return person(({ isIn }) => isIn)
    case 'appoint':
      return person(({ isIn }) => !isIn)
    case 'repeat':
      return at(among(plant.kept, [action.action]))
    default: {
      const aimed = records([action.record], (record) => isOnWay(action.do, record), action.isStale)
      if (!aimed || !action.isOwn) return aimed
      return { ...aimed, action: { ...action, by: plant.records.get(aimed.targets[0]!)!.operator } }
    }
  }
}

const ways: Record<StepName | 'save' | 'retest', readonly Status[]> = {
  save: ['draft', 'rejected'],
  submit: ['draft', 'rejected'],
  withdraw: ['submitted'],
  review: ['submitted'],
  approve: ['submitted', 'reviewed'],
  reject: ['submitted', 'reviewed'],
  reopen: ['approved'],
  void: ['draft', 'submitted', 'reviewed', 'rejected', 'approved'],
  retest: ['submitted', 'reviewed', 'approved', 'rejected'],
}
const after: Record<StepName, Status> = {
  submit: 'submitted',
  withdraw: 'draft',
  review: 'reviewed',
  approve: 'approved',
  reject: 'rejected',
  reopen: 'draft',
  void: 'voided',
}
/** Whether a record is where a step leads on from. */
const isOnWay = (step: StepName, { status, levels }: RecordModel) =>
  ways[step].includes(status) &&
  (step !== 'review' || levels === 2) &&
  (step !== 'approve' || levels !== 2 || status === 'reviewed')
const meanings: Partial<Record<StepName, string>> = {
  review: 'reviewed',
  approve: 'approved',
  reject: 'rejected',
  reopen: 'reopened',
  void: 'voided',
}
/** Whatever became of it since, a record that was approved once is voided with a signature. */
const isSigned = (step: StepName, { status, rev }: RecordModel) =>
  step === 'void' ? status === 'approved' || rev > 1 : step in meanings

/** All refusals that fit, by their codes; none where the action must be done. */
export function refusals(plant: Plant, { action, targets, seen, sawLot }: Aimed): number[] {
  if (action.do === 'repeat') return refusals(plant, plant.kept.get(targets[0]!)!).filter(isOfPerson)
  if (!plant.staff[action.by].hasSession) return [401]
  const why: number[] = mayAsk(plant, action, targets) ? [] : [403]
  const refuse = (code: number, isSo: boolean) => void (isSo && why.push(code))
  const { template } = plant
  const lot = plant.lots.get('lot' in action ? (action.do === 'create' ? (action.lot ?? -1) : targets[0]!) : -1)
  switch (action.do) {
    case 'create': {
      const items = itemsWith(template.versions.at(-1)!)
      refuse(409, template.isRetired)
      refuse(400, !action.values.every((value) => isTaken(itemOf(items, value), value)))
      refuseLot(plant, action.lot, refuse)
      break
    }
    case 'save': {
      const record = plant.records.get(targets[0]!)!
      refuse(409, !ways.save.includes(record.status) || record.lock !== seen[0])
      const items = itemsOf(plant, record)
      refuse(400, !(action.values ?? []).every((value) => isTaken(itemOf(items, value), value)))
      const lotId = lotOf(plant, action.lot)
      if (lotId !== undefined && lotId !== record.lot) refuseLot(plant, lotId, refuse)
      refuse(400, record.first !== null && !action.hasReason && isChanged(plant, record, action))
      break
    }
    case 'approveAll':
      refuse(400, !action.hasPassword)
      for (const [index, target] of targets.entries()) {
        const { hasPassword, disposition, by } = action
        const asked = { do: 'approve', by, hasPassword, disposition, hasReason: false } as const
        refuse(409, stepRefusals(plant, asked, plant.records.get(target)!, seen[index]!).length > 0)
      }
      break
    case 'retest': {
      const record = plant.records.get(targets[0]!)!
      refuse(409, template.isRetired || !ways.retest.includes(record.status) || record.lock !== seen[0])
      break
    }
    case 'changeLot':
      refuse(404, lot!.isDeleted)
      // whatever a lot on hold becomes, its release says why
      refuse(409, lot!.status === 'hold' && (changeOf(action, sawLot).status ?? 'hold') !== 'hold')
      // a hold says why, too
      refuse(400, lot!.status !== 'hold' && changeOf(action, sawLot).status === 'hold')
      // what somebody else has changed meanwhile is not overwritten
      refuse(409, sawLot !== undefined && isOvertaken(changeOf(action, sawLot), sawLot, lot!))
      break
    case 'hold':
      refuse(404, lot!.isDeleted)
      refuse(409, lot!.status !== 'open')
      refuse(400, !action.hasReason)
      break
    case 'release':
      refuse(404, lot!.isDeleted)
      refuse(409, lot!.status !== 'hold')
      refuse(400, !action.hasReason || !action.hasPassword)
      break
    case 'deleteLot':
      refuse(404, lot!.isDeleted)
      refuse(409, lot!.status === 'hold' || [...plant.records.values()].some((record) => record.lot === targets[0]))
      break
    case 'draft':
      refuse(409, template.isRetired || template.draft !== null)
      break
    case 'write':
    case 'publish':
      refuse(409, template.isRetired || template.draft === null || template.lock !== seen[0])
      refuse(409, action.do === 'publish' && template.draft === template.versions.at(-1))
      break
    case 'levels':
    case 'retire':
      refuse(409, template.isRetired)
      break
    case 'reactivate':
      refuse(409, !template.isRetired)
      break
    case 'endLimits':
      refuse(409, !plant.limits.get(targets[0]!)!.isActive)
      break
    default:
      if ('hasPassword' in action) why.push(...stepRefusals(plant, action, plant.records.get(targets[0]!)!, seen[0]!))
  }
  return why
}

const isOfPerson = (code: number) => code === 401 || code === 403

const itemOf = (items: readonly Item[], { code }: Value) => items.find((item) => item.code === code)!
const lotOf = ({ lots }: Plant, index: number | undefined) => (index === undefined ? undefined : index % lots.size)

/** What a change of a lot changes of what was seen. */
function changeOf(
  { status, remark }: Extract<Action, { do: 'changeLot' }>,
  saw: LotFields | undefined,
): Partial<LotFields> {
  return {
    ...(status !== undefined && status !== saw?.status && { status }),
    ...(remark !== undefined && remark !== saw?.remark && { remark }),
  }
}
const isOvertaken = (change: Partial<LotFields>, saw: LotFields, now: LotFields) =>
  (['status', 'remark'] as const).some(
    (field) => change[field] !== undefined && now[field] !== saw[field] && now[field] !== change[field],
  )
function changeLot(lot: Lot, change: Partial<LotFields>) {
  lot.past.push({ status: lot.status, remark: lot.remark })
  Object.assign(lot, change)
}

/** A lot on hold is inspected, like one that is open. */
function refuseLot({ lots }: Plant, id: number | null, refuse: (code: number, isSo: boolean) => void) {
  if (id === null) return
  refuse(400, lots.get(id)!.isDeleted)
  refuse(409, lots.get(id)!.status === 'closed')
}

const isAllowed = (by: Person, right: string) =>
  people[by].some((role: string) => role === 'admin' || rights[role]!.includes(right))

function mayAsk(plant: Plant, { do: what, by }: Action, [target]: number[]): boolean {
  const record = plant.records.get(target ?? -1)
  // inspectors void their own drafts, until others have seen them
  if (
    what === 'void' &&
    record?.first === null &&
    record.status === 'draft' &&
    record.operator === by &&
    isAllowed(by, 'save')
  )
    return true
  return isAllowed(by, what === 'approveAll' ? 'approve' : what)
}

type Asked = Pick<Extract<Action, { do: StepName }>, 'do' | 'by' | 'hasReason' | 'hasPassword' | 'disposition'>

/** Beside those for want of a right (qc-domain 5.1). */
function stepRefusals(plant: Plant, asked: Asked, record: RecordModel, seen: number): number[] {
  const { do: step, by } = asked
  const { status } = record
  const found = foundIn(plant, record)
  const isOwn = record.operator === by || record.submitter === by
  const faults: [code: number, isSo: boolean][] = [
    [409, !isOnWay(step, record) || record.lock !== seen],
    [403, step === 'submit' && !isOwn && (plant.staff[record.operator].isOn || !isAllowed(by, 'save'))],
    [403, step === 'withdraw' && !isOwn],
    // nobody signs what they had a hand in, nor twice
    [403, (step === 'review' || step === 'approve') && record.hands.includes(by)],
    [403, step === 'approve' && status === 'reviewed' && record.reviewer === by],
    [400, (step === 'reject' || step === 'reopen' || step === 'void') && !asked.hasReason],
    [400, isSigned(step, record) && !asked.hasPassword],
    [400, step === 'approve' && found.judgement === 'NG' && !asked.disposition],
    [422, step === 'submit' && (found.isOpen || found.isDoubtful)],
    [422, step === 'submit' && found.judgement === 'NG' && record.remark === ''],
  ]
  return faults.flatMap(([code, isSo]) => (isSo ? code : []))
}

const contentOf = ({ values, lot, remark }: Pick<RecordModel, 'values' | 'lot' | 'remark'>) =>
  JSON.stringify([lot, remark, values.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map(plainValue)])
const plainValue = ({ code, sample, raw, missing, isConfirmed }: Value) => [code, sample, raw, missing, isConfirmed]

const changedBy = (plant: Plant, record: RecordModel, action: Extract<Action, { do: 'save' }>) => ({
  ...record,
  values: action.values ?? record.values,
  remark: action.remark ?? record.remark,
  lot: lotOf(plant, action.lot) ?? record.lot,
})
const isChanged = (plant: Plant, record: RecordModel, action: Extract<Action, { do: 'save' }>) =>
  contentOf(record) !== contentOf(changedBy(plant, record, action))

/** Does what was not refused. */
export function perform(plant: Plant, aimed: Aimed): void {
  const { id, action, targets, sawLot } = aimed
  const { template, staff } = plant
  const lot = plant.lots.get(targets[0]!)!
  switch (action.do) {
    case 'create':
      make(plant, id, {
        operator: action.by,
        hour: action.hour,
        lot: action.lot,
        remark: action.remark,
        values: action.values,
      })
      break
    case 'save': {
      const record = plant.records.get(targets[0]!)!
      if (!isChanged(plant, record, action)) break
      Object.assign(record, changedBy(plant, record, action))
      touched(record)
      record.lock++
      if (!record.hands.includes(action.by)) record.hands.push(action.by)
      break
    }
    case 'approveAll':
      for (const target of targets) step(plant, target, { ...action, do: 'approve' })
      break
    case 'retest': {
      const first = plant.records.get(targets[0]!)!
      first.lock++
      make(plant, id, { operator: action.by, hour: 0, lot: first.lot, remark: '', values: [], retestOf: targets[0]! })
      break
    }
    case 'changeLot':
      changeLot(lot, changeOf(action, sawLot))
      break
    case 'hold':
      changeLot(lot, { status: 'hold' })
      break
    case 'release':
      changeLot(lot, { status: action.to })
      break
    case 'deleteLot':
      lot.isDeleted = true
      break
    case 'draft':
      Object.assign(template, { draft: template.versions.at(-1), lock: template.lock + 1 })
      break
    case 'write':
      Object.assign(template, { draft: action.limits, lock: template.lock + 1 })
      break
    case 'publish':
      template.versions.push(template.draft!)
      template.draft = null
      break
    case 'levels':
      template.levels = action.levels
      break
    case 'retire':
    case 'reactivate':
      template.isRetired = action.do === 'retire'
      break
    case 'freeze': {
      const { hour, centre } = action
      for (const set of plant.limits.values()) end(set, Math.min(set.from, hour)) // one is in force at a time
      plant.limits.set(id, { from: hour, to: NEVER, centre, isActive: true })
      break
    }
    case 'endLimits':
      end(plant.limits.get(targets[0]!)!, NOW)
      break
    case 'enable':
      staff[action.whom].isOn = true
      break
    case 'disable':
      Object.assign(staff[action.whom], { isOn: false, hasSession: false })
      break
    case 'appoint':
      staff[action.whom].isIn = true
      break
    case 'dismiss': // whoever has no role has no session either
      Object.assign(staff[action.whom], { isIn: false, hasSession: false })
      break
    case 'repeat': // it is answered as it was, and done no second time
      break
    default:
      step(plant, targets[0]!, action)
  }
  if (isKept(action)) plant.kept.set(id, aimed)
}

/** Actions that are sent without a key, under which they could be sent again. */
const unkept: readonly Action['do'][] = ['repeat', ...steps, 'approveAll', 'retest', 'release']
export const isKept = (action: Action) => !unkept.includes(action.do)

type New = Pick<RecordModel, 'operator' | 'hour' | 'lot' | 'remark' | 'values'> & { retestOf?: number }

/** Records of a day are numbered without a gap. */
function make(plant: Plant, id: number, given: New) {
  const day = given.retestOf === undefined ? dayOf(given.hour) : dayOf(0)
  const count = (plant.counters[day] = (plant.counters[day] ?? 0) + 1)
  plant.records.set(id, {
    retestOf: null,
    ...given,
    no: `${day}-${String(count).padStart(4, '0')}`,
    version: plant.template.versions.length,
    levels: plant.template.levels,
    status: 'draft',
    first: null,
    rev: 1,
    lock: 0,
    disposition: false,
    submitter: null,
    reviewer: null,
    hands: [given.operator],
    signatures: [],
  })
}

/** Sequences begin at noon in Shanghai; a day begins at eight. */
const dayOf = (hour: number) => (hour <= 4 ? '261121' : hour <= 28 ? '261120' : '261119')

function step(plant: Plant, id: number, { do: name, by, disposition }: Pick<Asked, 'do' | 'by' | 'disposition'>) {
  const record = plant.records.get(id)!
  const meaning = isSigned(name, record) ? meanings[name] : undefined
  if (meaning) record.signatures.push({ meaning, by, rev: record.rev, isFresh: true })
  record.lock++
  if (name !== 'approve' && name !== 'review' && name !== 'void') record.disposition = false
  // without signatures, who submits approves
  if (name === 'approve' || (name === 'submit' && record.levels === 0)) record.disposition = disposition
  if (name !== 'approve' && name !== 'void') record.reviewer = name === 'review' ? by : null
  if (name === 'submit') {
    record.first ??= foundIn(plant, record).judgement
    record.submitter = by
    if (!record.hands.includes(by)) record.hands.push(by)
  }
  if (name === 'reopen') {
    record.rev++
    touched(record)
  }
  record.status = name === 'submit' && record.levels === 0 ? 'approved' : after[name]
  if (name === 'void') for (const retest of standingFor(plant, id)) retest.lock++
}

/** Retests that become first results when a record is voided: charts read them anew. */
function standingFor({ records }: Plant, id: number): RecordModel[] {
  const retests = [...records].filter(([, { retestOf }]) => retestOf === id)
  return retests.flatMap(([key, one]) => (one.status === 'voided' ? standingFor({ records } as Plant, key) : one))
}

const touched = ({ signatures }: RecordModel) => {
  for (const signature of signatures) signature.isFresh = false
}

function end(set: LimitSet, to: number) {
  if (to > set.to) Object.assign(set, { to, isActive: false })
}

/** Whether charts have it: submitted once, and not voided. */
const isCharted = ({ first, status, retestOf }: RecordModel) =>
  first !== null && status !== 'voided' && retestOf === null

/** Points beyond three sigma of the limits in force at their time: `record@limits`. */
export function signalsIn({ records, limits }: Plant, { code, sigma }: { code: string; sigma: number }): string[] {
  return [...limits].flatMap(([set, { from, to, centre }]) =>
    [...records].flatMap(([id, record]) => {
      const raw = record.values.find((value) => value.code === code)?.raw
      const isHeld = isCharted(record) && record.hour <= from && record.hour > to
      const isBeyond = raw !== undefined && Math.abs(Number(raw) - centre) > 3 * sigma + 1e-9
      return isHeld && isBeyond ? [`${id}@${set}`] : []
    }),
  )
}
