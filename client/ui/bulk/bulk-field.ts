import { statuses } from '#shared/constants'
import type { PlainTextKey } from '#shared/i18n/text'
import { bulkFields, type Resource } from '#shared/resource'
import type { T } from '../useText'

type Option = { value: string; label: string }

/** A field that may be changed on several records at once, and how its value is entered. */
export type BulkField = {
  name: string
  text: PlainTextKey
  /** The values to choose from; without them a whole number is typed. */
  options?: (t: T) => readonly Option[] | Promise<readonly Option[]>
}

/** The fields that a declaration offers; `options` are those of ids, by field. */
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

/** A value of a row as the options name it: none is 0. */
export const valueIn = (row: unknown, name: string): string => String((row as Record<string, unknown>)[name] ?? 0)
