import type { JsonSchema } from './json-schema'
import { parameterText } from './words/parameters'

export type Parameter = {
  name: string
  in: 'path' | 'query'
  description?: string
  required?: true
  schema: JsonSchema
}

/** The parameters of a part of a request. @param schema of the part, in the form of the document */
export function parametersOf(target: 'query' | 'param', tag: string, schema: JsonSchema): Parameter[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, field]): Parameter[] => {
    const description = parameterText(tag, name)
    const told = { name, ...(description !== undefined && { description }) }
    if (target === 'param') return [{ ...told, in: 'path', required: true, schema: field }]
    if (field.sortable) {
      const direction = { type: 'string', enum: ['asc', 'desc'] }
      return field.sortable.map((sorted) => ({ name: `${sorted}Order`, in: 'query', schema: direction }))
    }
    const isRequired = required.includes(name) && field.default === undefined
    return [{ ...told, in: 'query', ...(isRequired && { required: true }), schema: field }]
  })
}
