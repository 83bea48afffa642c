import { jobKinds } from '#shared/constants'
import { formatTime } from '#shared/format/time'
import type { PlainTextKey } from '#shared/i18n/text'
import { isRelativePeriod } from '#shared/list/relative-day'
import { clockText } from '#shared/qc/clock'
import { resources } from '#shared/resources'
import { isResourceName, resourceTitles } from '#shared/resource-names'
import { periodWord } from '../../../ui/input/period-words'
import type { T } from '../../../ui/useText'
import { declaredFields, ownIds, unshown } from './field-words'

export type Fields = Readonly<Record<string, unknown>>

type Codes = Readonly<Record<string, Readonly<Record<string, PlainTextKey>>>>

const declared: Codes = Object.fromEntries(
  declaredFields.flatMap(([name, { as }]) => (typeof as === 'object' ? [[name, as]] : [])),
)
const yesNo = { Y: 'record.yes', N: 'record.no' } as const
const zeroIsYes = { '0': 'record.yes', '1': 'record.no' } as const
const jobKindTexts = Object.fromEntries(jobKinds.map((kind) => [kind, `job.kind.${kind}` as const]))

/** The texts of field codes: as declared, plus codes that only the log has. */
const codes: Codes = {
  ...declared,
  status: { ...declared['status'], '2': 'status.on', '1': 'status.off' },
  visible: zeroIsYes,
  isDefault: yesNo,
  isFrontend: { true: 'config.frontendY', false: 'config.frontendN' },
  concurrent: zeroIsYes,
  misfirePolicy: { '1': 'job.missed.run', '2': 'job.missed.run', '3': 'job.missed.leave' },
  invokeTarget: jobKindTexts,
  kind: {
    ...declared['kind'],
    ...jobKindTexts,
    ...Object.fromEntries(resources.map(({ trash, texts }) => [trash, texts.one])),
  },
  listClass: { ...declared['listClass'], '': 'dictData.noTone' },
  sys_login_captcha: { always: 'sysSet.captcha.always', never: 'sysSet.captcha.never' },
  qc_signaturePassword: yesNo,
  qc_selfReview: yesNo,
  qc_blockOverdueGauge: yesNo,
}

/** Both sides of a change in readable form: names for ids, texts for codes, formatted times. */
export function inWords(
  before: Fields | null,
  after: Fields | null,
  stem: string,
  t: T,
): [before: Fields | null, after: Fields | null] {
  const [was, is] = [before, after].map((side) => side && sideInWords(side, stem, t)) as [Fields | null, Fields | null] // one for each
  if (!was || !is || !isNames(was['menuIds']) || !isNames(is['menuIds'])) return [was, is]
  // of a hundred rights only the added and removed ones matter
  const [had, has] = [was['menuIds'], is['menuIds']]
  const removed = had.filter((name) => !has.includes(name))
  const added = has.filter((name) => !had.includes(name))
  return [
    { ...was, menuIds: removed.length > 0 ? t('operation.taken', { names: removed.join(', ') }) : '' },
    { ...is, menuIds: added.length > 0 ? t('operation.given', { names: added.join(', ') }) : '' },
  ]
}

const isNames = (value: unknown): value is string[] => Array.isArray(value)

/** True if a value holds the fields of a record, as in an entry about several records. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function sideInWords(side: Fields, stem: string, t: T): Fields {
  const names = isFields(side['names']) ? side['names'] : {}
  const shown = Object.entries(side).filter(([field]) => !unshown.includes(field) && field !== ownIds.get(stem))
  return Object.fromEntries(
    shown.map(([field, value]) => [field, Object.hasOwn(names, field) ? names[field] : valueOf(side, field, value, t)]),
  )
}

function valueOf(side: Fields, field: string, value: unknown, t: T): unknown {
  // a parameter that is a setting reads like the setting
  const name = field === 'configValue' ? String(side['configKey']) : field
  const texts = Object.hasOwn(codes, name) ? codes[name] : undefined
  const key = texts && Object.hasOwn(texts, String(value)) ? texts[String(value)] : undefined
  if (key) return t(key)
  if (/^(sys|qc)_/.test(name)) return settingOf(name, value, t)
  if (name === 'parentId' && value === 0) return t('menu.parentTop')
  if (name === 'stem' && isResourceName(String(value))) return t(resourceTitles[value as keyof typeof resourceTitles]) // just checked
  if (typeof value === 'number' && days.includes(name)) return new Date(value).toISOString().slice(0, 10)
  if (typeof value === 'number' && name === 'dayStartMin') return clockText(value)
  const isTime = name.endsWith('At') ? typeof value === 'number' : times.includes(name) && typeof value === 'string'
  if (isTime && isRelativePeriod(value)) return periodWord(value, t)
  return isTime && value ? formatTime(value as number | string) : value // checked as well
}

/** Calendar days, stored as their first instant in UTC. */
const days = ['calibrationDue', 'producedAt']
const times = ['oldest', 'newest', 'beginTime', 'endTime']

function settingOf(key: string, value: unknown, t: T): unknown {
  if (value === '') return t('operation.default')
  return key === 'sys_login_captcha' && /^\d+$/.test(String(value))
    ? t('sysSet.captcha.after', { count: Number(value) })
    : value
}
