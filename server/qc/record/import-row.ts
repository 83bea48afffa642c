import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { isChoice, MAX_AHEAD_MS } from '#shared/qc/constants'
import { instantOn, plainMoment } from '#shared/qc/day'
import type { RecordSheetRow, ValueInput } from '#shared/qc/record/schema'
import type { TemplateItem } from '#shared/qc/template/schema'
import { Refusal } from '../../platform/http/refusal'
import { usernameKey } from '../../platform/security/username'
import { isInScope, type Scope } from '../../access/department/data-scope'
import type { RequestContext } from '../../access/operation-log/write'
import { printedName } from '../../access/user/printed-name'
import type { NewRecord } from './batch'
import { itemCalled, plain, type Things } from './references'
import { isEntered, judgeValues } from './values'
import { answersOf, codeOf, unknownWord, type Word } from './words'
import { named } from '../../platform/message/index'

/** How far back records are brought in. */
const MAX_YEARS = 10

/** A template that the sheet names, as far as rows are held against it. */
export type Template = Things['templates'] extends Map<string, (infer Found)[]> ? Found : never
/** Who has inspected. */
export type Inspector = { userId: number; name: string; deptId: number | null }

export function templateOf(
  { templates }: Things,
  { template, product }: Partial<RecordSheetRow>,
): Template | undefined {
  if (!template) return undefined
  const found = (templates.get(plain(template)) ?? []).filter(
    (one) => !product || plain(one.product) === plain(product),
  )
  const [first, second] = found
  if (!first) throw new Refusal(codes.badRequest, 'qcRecord.templateUnknown').at('template')
  if (second) throw new Refusal(codes.badRequest, 'qcRecord.sheet.severalTemplates').at('product')
  const { status, code } = first
  if (status === 'retired') throw new Refusal(codes.conflict, 'qcRecord.templateRetired', { code }).at('template')
  return first
}

export function lotOf({ lots }: Things, { productId }: Template, lotNo: string | undefined): number | null {
  if (!lotNo) return null
  const found = lots.get(lotNo)?.find((lot) => lot.productId === productId)
  if (!found) throw new Refusal(codes.badRequest, 'qcRecord.lotUnknown').at('lot')
  if (found.status === 'closed') throw new Refusal(codes.conflict, 'qcRecord.lotClosed', { lotNo }).at('lot')
  return found.lotId
}

export function equipmentOf({ equipment }: Things, { productId }: Template, code: string | undefined): number | null {
  if (!code) return null
  const found = equipment.get(plain(code))
  if (!found) throw new Refusal(codes.badRequest, 'qcRecord.equipmentUnknown').at('equipment')
  if ((found.productId ?? productId) !== productId) {
    throw new Refusal(codes.badRequest, 'qcRecord.equipmentOther').at('equipment')
  }
  if (found.status !== statuses.on) {
    throw new Refusal(codes.conflict, 'qcRecord.equipmentOff', named(found)).at('equipment')
  }
  return found.equipmentId
}

type Known = { things: Things; scope: Scope | undefined; author: NewRecord['author']; context: RequestContext }

/** Who has inspected: somebody whose records the operator may work with. Nobody is told who else there is. */
export function operatorOf({ things, scope, author, context }: Known, username: string | undefined): Inspector {
  const own = { userId: context.operator.userId, name: author.name, deptId: context.operator.deptId }
  if (!username) {
    if (isInScope(scope, { deptId: own.deptId, createBy: own.userId })) return own
    throw new Refusal(codes.forbidden, 'scope.outside').at('operator')
  }
  const found = things.people.get(usernameKey(username))
  if (found?.status === statuses.on && isInScope(scope, { deptId: found.deptId, createBy: found.userId })) {
    return { userId: found.userId, name: printedName(found), deptId: found.deptId }
  }
  throw new Refusal(codes.badRequest, 'qcRecord.sheet.operatorUnknown').at('operator')
}

/**
 * A time as the clocks of the product line show it. What was measured long ago may be brought in; what is still to come
 * not, nor what only a slip can mean.
 */
export function momentOf(text: string | undefined, tz: string, now: number): number | undefined {
  if (text === undefined) return undefined
  const inspectedAt = instantOn(text, tz)
  if (inspectedAt > now + MAX_AHEAD_MS) throw new Refusal(codes.badRequest, 'qcRecord.tooEarly').at('inspectedAt')
  const earliest = new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - MAX_YEARS)
  if (inspectedAt >= earliest) return inspectedAt
  throw new Refusal(codes.badRequest, 'qcRecord.sheet.tooOld', { years: MAX_YEARS }).at('inspectedAt')
}

export function itemOf({ items }: Template, code: string | undefined): TemplateItem | undefined {
  if (!code) return undefined
  const item = refusedAt('item', () => itemCalled(items, code))
  if (!isEntered(item)) throw new Refusal(codes.badRequest, 'qcRecord.sheet.calculated').at('item')
  return item
}

/** One sample after the other; words are taken as they stand. */
function samplesIn(text: string, item: TemplateItem, field: 'values' | 'inspected'): string[] {
  if (item.type === 'text') return [text]
  if (!isChoice(item.type)) {
    // it may separate samples, digits or thousands
    if (item.sampleSize > 1 && /[,，]/.test(text)) throw new Refusal(codes.badRequest, 'qcRecord.sheet.comma').at(field)
    const samples = text.split(/[;；|\s]+/).filter(Boolean)
    return item.type === 'date' ? samples.map(plainMoment) : samples
  }
  const parts = text.split(/[;；|]+/).map((part) => part.trim())
  return parts.filter(Boolean).flatMap((part) => answersIn(item, part))
}

/** The codes of one sample, or of several with blanks between them: names may have blanks as well. */
function answersIn(item: TemplateItem, part: string): string[] {
  const answers = answersOf(item)
  const answerOf = (said: string) => {
    if (said === '-') return said
    const all = item.type === 'multi' ? said.split(/[,，、]+/).map((one) => one.trim()) : [said]
    const chosen = all.map((one) => codeOf(answers, one))
    return chosen.includes(undefined) ? undefined : chosen.join()
  }
  const whole = answerOf(part)
  if (whole !== undefined) return [whole]
  return part.split(/\s+/).map((said) => {
    const answer = answerOf(said)
    if (answer === undefined) throw unknownWord(answers, part).at('values')
    return answer
  })
}

/** What a row says of its item. @throws Refusal at the cell that is to blame */
export function valuesOf(
  item: TemplateItem,
  { values = '', inspected = '', missing = '' }: Partial<RecordSheetRow>,
  reasons: readonly Word[],
): ValueInput[] {
  const { itemKey, sampleSize } = item
  const missingCode = missing && codeOf(reasons, missing)
  if (missingCode === undefined) throw unknownWord(reasons, missing).at('missing')
  const none = missing ? Array.from({ length: sampleSize }, () => '-') : []
  const samples = values ? samplesIn(values, item, 'values') : none
  if (samples.length === 0) throw new Refusal(codes.badRequest, 'qcRecord.sheet.nothing').at('values')
  if (samples.length > sampleSize) {
    throw new Refusal(codes.badRequest, 'qcRecord.sheet.tooMany', { max: sampleSize }).at('values')
  }
  const dens = samplesIn(inspected, item, 'inspected')
  if (dens.length > 1 && dens.length !== samples.length) {
    throw new Refusal(codes.badRequest, 'qcRecord.sheet.inspectedCount', { count: samples.length }).at('inspected')
  }
  const entered = samples.flatMap((raw, index): ValueInput[] => {
    const sample = { itemKey, sampleNo: index + 1, confirmed: false }
    if (raw !== '-') return [{ ...sample, state: 'present', raw, den: dens[dens.length === 1 ? 0 : index] ?? null }]
    return missingCode ? [{ ...sample, state: 'missing', missingCode }] : []
  })
  // by itself: the record follows
  refusedAt('values', () => judgeValues([{ ...item, visibleWhen: '', required: 'never' }], entered, 'import'))
  return entered
}

/** Does `work`; what it refuses is refused at that field. */
export function refusedAt<Result>(field: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof Refusal ? error.at(field) : error
  }
}
