import { formatTime } from '#shared/format/time'
import type { PlainTextKey } from '#shared/i18n/text'
import type { T } from '../../ui/useText'

/** What people call fields that many records have. Others are shown by their own names. */
const words: Readonly<Record<string, PlainTextKey>> = {
  status: 'record.status',
  remark: 'record.remark',
  sort: 'record.sort',
  roleSort: 'record.sort',
  createdAt: 'record.createdAt',
  updatedAt: 'operation.field.updatedAt',
  createBy: 'operation.field.createBy',
  deptIds: 'operation.field.deptIds',
  name: 'operation.field.name',
  roleName: 'role.name',
  roleKey: 'role.key',
  menuIds: 'role.menus',
  count: 'operation.field.count',
  oldest: 'operation.field.oldest',
  newest: 'operation.field.newest',
  leftOut: 'operation.field.leftOut',
}

export const nameOfField = (field: string, t: T): string => {
  const key = Object.hasOwn(words, field) ? words[field] : undefined
  return key ? t(key) : field
}

type Fields = Record<string, unknown>

/** The same fields, with the status of a record and its times as people read them. */
export function inWords(fields: Fields | null, t: T): Fields | null {
  if (!fields) return null
  const statusWords: Readonly<Record<string, string>> = { '2': t('status.on'), '1': t('status.off') }
  const wordOf = ([field, value]: [string, unknown]): [string, unknown] => {
    if (field === 'status') return [field, statusWords[String(value)] ?? value]
    return [field, field.endsWith('At') && typeof value === 'number' ? formatTime(value) : value]
  }
  return Object.fromEntries(Object.entries(fields).map(wordOf))
}
