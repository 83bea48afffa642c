import type { JsonSchema, Schemas } from './json-schema'

/**
 * A value allowed by `schema`: its first example, else the simplest one of its type.
 *
 * @param within names of the enclosing schemas; a recursive schema ends there
 */
export function exampleOf(schema: JsonSchema, schemas: Schemas, within: readonly string[] = []): unknown {
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, schemas, within)))
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return exampleOf(choice[0]!, schemas, within)
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!
    return within.includes(name) ? undefined : exampleOf(schemas[name] ?? {}, schemas, [...within, name])
  }
  const type = [schema.type].flat()[0]
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      exampleOf(field, schemas, within),
    ])
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  }
  if (type === 'array') {
    const item = schema.items && exampleOf(schema.items, schemas, within)
    return item === undefined ? [] : [item]
  }
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return false
  if (type === 'null') return null
  return formatted[schema.format ?? ''] ?? 'text'
}

const formatted: Record<string, string> = {
  'date-time': '2026-11-21T02:13:20.000Z',
  date: '2026-11-21',
  uri: 'urn:example:address', // the page names no other host
}
