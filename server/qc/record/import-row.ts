import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { isChoice, isCount, MAX_AHEAD_MS } from '#shared/qc/constants'
import { plainMoment } from '#shared/format/moment'
import { instantOn } from '#shared/qc/day'
import type { RecordSheetRow, ValueInput } from '#shared/qc/record/schema'
import type { TemplateItem } from '#shared/qc/template/schema'
import { isInspectedSize, isUnit } from '#shared/spc/sampling/sample'
import { isGrouped, plainDecimal } from '#shared/spc/typed-decimal'
import { isInScope, type Scope } from '../../access/department/data-scope'
import type { RequestContext } from '../../access/operation-log/write'
import { nameOfUser } from '../../access/user/name'
import { Refusal } from '../../platform/http/refusal'
import { usernameKey } from '../../platform/security/username'
import type { Author } from '../audit/append'
import { answersOf, codeFor, unknownName, type NamedCode } from '../lookup/named-codes'
import { findItem, refusedAt, type ReferredTemplate, type References } from '../lookup/references'
import { isEntered, judgeValues, unconditional } from './values'

/** Older records are not imported. */
const MAX_YEARS = 10

/** The inspector of a record. */
export type Inspector = { userId: number; name: string; deptId: number | null }

type Known = { references: References; scope: Scope | undefined; author: Author; context: RequestContext }

/** The inspector of a row: a user in the operator's data scope. Other users are treated as unknown. */
export function inspectorOf({ references, scope, author, context }: Known, username: string | undefined): Inspector {
  const { userId, deptId } = context.operator
  if (!username) {
    if (isInScope(scope, { deptId, createBy: userId })) return { userId, name: author.name, deptId }
    throw new Refusal(codes.forbidden, 'scope.outside').at('operator')
  }
  const user = references.people.get(usernameKey(username))
  if (user?.status === statuses.on && isInScope(scope, { deptId: user.deptId, createBy: user.userId })) {
    return { userId: user.userId, name: nameOfUser(user), deptId: user.deptId }
  }
  throw new Refusal(codes.badRequest, 'qcRecord.sheet.operatorUnknown').at('operator')
}

/**
 * A time by the clock of the product line. Old measurements may be imported, but not future ones or ones so old that
 * they must be a mistake.
 */
export function inspectionTimeOf(text: string | undefined, tz: string, now: number): number | undefined {
  if (text === undefined) return undefined
  const inspectedAt = instantOn(text, tz)
  if (inspectedAt > now + MAX_AHEAD_MS) throw new Refusal(codes.badRequest, 'qcRecord.tooEarly').at('inspectedAt')
  const earliest = new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - MAX_YEARS)
  if (inspectedAt >= earliest) return inspectedAt
  throw new Refusal(codes.badRequest, 'qcRecord.sheet.tooOld', { years: MAX_YEARS }).at('inspectedAt')
}

export function itemOf({ items }: ReferredTemplate, code: string | undefined): TemplateItem | undefined {
  if (!code) return undefined
  const item = refusedAt('item', () => findItem(items, code))
  if (!isEntered(item)) throw new Refusal(codes.badRequest, 'qcRecord.sheet.calculated').at('item')
  return item
}

/** The samples in a cell, in order; text is unchanged. */
function samplesIn(cell: string, item: TemplateItem, field: 'values' | 'inspected'): string[] {
  if (item.type === 'text') return [cell]
  if (!isChoice(item.type)) {
    // a comma could separate samples, digits or thousands
    if (item.sampleSize > 1 && /[,，]/.test(cell)) throw new Refusal(codes.badRequest, 'qcRecord.sheet.comma').at(field)
    // the blanks of a single sample do not separate samples
    const samples = item.sampleSize > 1 ? samplesOf(cell, item) : partsOf(cell)
    return item.type === 'date' ? samples.map(dayIn) : samples
  }
  return partsOf(cell).flatMap((part) => answersIn(item, part))
}

/** Several samples. A blank may separate each from its unit too. */
const samplesOf = (cell: string, { unit }: TemplateItem) =>
  cell.split(/[;；|\s]+/).filter((part) => part !== '' && !isUnit(part, unit))

const partsOf = (cell: string) =>
  cell
    .split(/[;；|]+/)
    .map((part) => part.trim())
    .filter(Boolean)

/** Sheets show a day at midnight too. */
const dayIn = (text: string) => plainMoment(text).replace(/ 00:00:00$/, '')

/** The codes of one sample, or of several separated by blanks. Names may contain blanks too. */
function answersIn(item: TemplateItem, part: string): string[] {
  const answers = answersOf(item)
  const answerOf = (typed: string) => {
    if (typed === '-') return typed
    return item.type === 'multi' ? codesIn(answers, typed.split(commas)) : codeFor(answers, typed)
  }
  const whole = answerOf(part)
  if (whole !== undefined) return [whole]
  return part.split(/\s+/).map((typed) => {
    const answer = answerOf(typed)
    if (answer === undefined) throw unknownName(answers, part).at('values')
    return answer
  })
}

/** Between answers, and in some of their names. */
const commas = /([,，、]+)/

/**
 * The codes of names between commas; undefined if one is unknown. A name may have commas itself: the longest counts.
 * @param parts names and the commas between them
 */
function codesIn(answers: readonly NamedCode[], parts: readonly string[]): string | undefined {
  const lengths = answers.flatMap(({ name, nameEn }) => [name, nameEn].map((text) => text.split(commas).length))
  for (let count = Math.min(Math.max(...lengths), parts.length); count > 0; count -= 2) {
    const code = codeFor(answers, parts.slice(0, count).join('').trim())
    if (code === undefined) continue
    const rest = parts.slice(count + 1)
    const others = rest.length > 0 ? codesIn(answers, rest) : ''
    return others === undefined ? undefined : [code, others].filter(Boolean).join()
  }
  return undefined
}

/** Refuses a faulty inspected quantity at its own cell. */
function refuseInspected({ type }: TemplateItem, count: string, inspected: string) {
  const size = plainDecimal(inspected)
  const isOfPieces = type === 'defectives'
  if (isGrouped(size)) throw new Refusal(codes.badRequest, 'qcRecord.fault.grouped').at('inspected')
  if (!isInspectedSize(type, size)) {
    const key = isOfPieces ? 'qcRecord.sheet.inspectedPieces' : 'qcRecord.sheet.inspectedQuantity'
    throw new Refusal(codes.badRequest, key).at('inspected')
  }
  if (isOfPieces && Number(count) > Number(size)) {
    throw new Refusal(codes.badRequest, 'qcRecord.sheet.inspectedFew', { count }).at('inspected')
  }
}

/** The values of a row. @throws Refusal at the faulty cell */
export function valuesOf(
  item: TemplateItem,
  { values = '', inspected = '', missing = '' }: Partial<RecordSheetRow>,
  reasons: readonly NamedCode[],
): ValueInput[] {
  const { itemKey, sampleSize } = item
  const missingCode = missing && codeFor(reasons, missing)
  if (missingCode === undefined) throw unknownName(reasons, missing).at('missing')
  const none = missing ? Array.from({ length: sampleSize }, () => '-') : []
  const samples = values ? samplesIn(values, item, 'values') : none
  if (samples.length > sampleSize) {
    throw new Refusal(codes.badRequest, 'qcRecord.sheet.tooMany', { max: sampleSize }).at('values')
  }
  const dens = isCount(item.type) ? samplesIn(inspected, item, 'inspected') : []
  if (dens.length > 1 && dens.length !== samples.length) {
    throw new Refusal(codes.badRequest, 'qcRecord.sheet.inspectedCount', { count: samples.length }).at('inspected')
  }
  const entered = samples.flatMap((raw, index): ValueInput[] => {
    const sample = { itemKey, sampleNo: index + 1, confirmed: false }
    if (raw !== '-' || (item.type === 'text' && !missingCode)) {
      const den = dens[dens.length === 1 ? 0 : index] ?? ''
      if (isCount(item.type)) refuseInspected(item, raw, den)
      return [{ ...sample, state: 'present', raw, den: den || null }]
    }
    return missingCode ? [{ ...sample, state: 'missing', missingCode }] : []
  })
  if (entered.length === 0) throw new Refusal(codes.badRequest, 'qcRecord.sheet.nothing').at('values')
  refusedAt('values', () => judgeValues([unconditional(item)], entered, 'import'))
  return entered
}
