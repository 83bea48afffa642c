import { statuses } from '#shared/constants'
import type { PlainTextKey } from '#shared/i18n/text'
import { bulkFields, type Resource } from '#shared/resource'
import type { T } from '../useText'

type Option = { value: string; label: string }

/** A field that may be changed on several records at once, and its kind of input. */
export type BulkField = {
  name: string
  text: PlainTextKey
  /** The options; without them the input is a whole number. */
  options?: (t: T) => readonly Option[] | Promise<readonly Option[]>
}

/** The bulk fields of a declaration; `options` are those of id fields, by field. */
export const declaredBulkFields = (
  resource: Pick<Resource, 'fields'>,
  options: Readonly<Record<string, BulkField['options']>> = {},
): BulkField[] =>
  bulkFields(resource).map((name) => {
    const { text, as } = resource.fields[name]!
    const own = options[name] ?? optionsOf(as)
    return { name, text, ...(own && { options: own }) }
  })

function optionsOf(as: Resource['fields'][string]['as']): BulkField['options'] {
  if (as === 'status') {
    return (t) => [
      { value: statuses.on, label: t('status.on') },
      { value: statuses.off, label: t('status.off') },
    ]
  }
  if (typeof as !== 'object') return undefined
  return (t) => Object.entries(as).map(([value, text]) => ({ value, label: t(text) }))
}

/** The value of a row in the form of the options; 0 for none. */
export const valueIn = (row: unknown, name: string): string => String((row as Record<string, unknown>)[name] ?? 0)
