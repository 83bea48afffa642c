import type { PlainTextKey } from '#shared/i18n/text'
import { groupFields, type Resource } from '#shared/resource'
import type { T } from '../useText'

/** A field that a list can be grouped by. */
export type Grouping = {
  /** The name of the field, and of its filter. */
  name: string
  text: PlainTextKey
  /** The label of a value; without it, the value itself. */
  textOf?: (value: string, t: T) => string
  /** Names of id values that `textOf` does not know. */
  names?: () => Promise<ReadonlyMap<string, string>>
}

const statusTexts = { '1': 'status.off', '2': 'status.on' } as const

/** The groupings of a declaration; `names` are those of id values, by field. */
export const declaredGroupings = (
  resource: Pick<Resource, 'id' | 'fields'>,
  names: Readonly<Record<string, Grouping['names']>> = {},
): Grouping[] =>
  groupFields(resource).map((name) => {
    const { text, as } = resource.fields[name]!
    const texts: Readonly<Record<string, PlainTextKey>> | undefined =
      as === 'status' ? statusTexts : typeof as === 'object' ? as : undefined
    return {
      name,
      text,
      ...(names[name] && { names: names[name] }),
      ...(texts && { textOf: (value: string, t: T) => (texts[value] ? t(texts[value]) : value) }),
    }
  })
