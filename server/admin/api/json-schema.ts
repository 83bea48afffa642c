import { z } from 'zod'

/** A JSON Schema as zod writes it, limited to the keywords read here. */
export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  format?: string
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  minimum?: number
  $ref?: string
  $defs?: Record<string, JsonSchema>
  sortable?: string[]
  [keyword: string]: unknown
}

/** Schemas by name. */
export type Schemas = Record<string, JsonSchema>
type Form = 'input' | 'output'

/** The input form of `schema` for a part of a request. Its fields, or those of its items, are not references. */
export function inputOf(schema: z.ZodType): JsonSchema {
  const { $defs = {}, ...json } = jsonOf(schema, 'input')
  const unfolded = (part: JsonSchema): JsonSchema => (part.$ref ? $defs[part.$ref.split('/').at(-1)!]! : part)
  const whole = unfolded(json)
  return { ...whole, ...(whole.items && { items: unfolded(whole.items) }) }
}

const jsonOf = (schema: z.ZodType, io: Form) =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => settle(jsonSchema as JsonSchema, zodSchema, io),
  }) as JsonSchema

/** Changes a schema to its form in the document: that of `canonical`, without bounds and patterns that say nothing. */
function settle(json: JsonSchema, { _zod: { def } }: z.core.$ZodTypes, io: Form) {
  const { canonical, default: usual, description } = json
  delete json['canonical']
  if (canonical instanceof z.ZodType && io === 'input') {
    for (const keyword of Object.keys(json)) delete json[keyword]
    const { $schema: _, ...form } = jsonOf(canonical, io)
    Object.assign(json, form, description !== undefined && { description }, usual !== undefined && { default: usual })
  }
  if (io === 'input' && def.type === 'default') {
    const form = z.globalRegistry.get(def.innerType)?.['canonical']
    // zod leaves it out, because the schema also accepts other forms
    if (form instanceof z.ZodType && form.safeParse(def.defaultValue).success) json.default = def.defaultValue
  }
  // Answers may gain fields.
  if (def.type === 'object' && !def.catchall && io === 'output') delete json['additionalProperties']
  if (json.format === 'date' || json.format === 'date-time') delete json['pattern']
  if (JSON.stringify(json['propertyNames']) === '{"type":"string"}') delete json['propertyNames']
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum']
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
}

/**
 * Writes schemas; those with a name (`id`) become references. A name stands for one form. If input and output of a name
 * differ, the input has the suffix `Input`.
 */
export function createSchemas() {
  const forms: Record<Form, Schemas> = { input: {}, output: {} }

  const known = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() }

  function written(schema: z.ZodType, io: Form): JsonSchema {
    const before = known[io].get(schema)
    if (before) return before
    const { $defs = {}, $schema: _, ...json } = referring(jsonOf(schema, io), io)
    Object.assign(forms[io], $defs)
    known[io].set(schema, json)
    return json
  }

  /** `part` of the document with the final names, and the schemas of these names. */
  function named<Part>(part: Part): { part: Part; schemas: Schemas } {
    const differing = differingNames(forms)
    const nameOf = (io: string, name: string) => (io === 'input' && differing.has(name) ? `${name}Input` : name)
    const final = <Json>(json: Json): Json =>
      JSON.parse(
        JSON.stringify(json).replace(
          /"#\/(input|output)\/(\w+)"/g,
          (_, io: string, name: string) => `"#/components/schemas/${nameOf(io, name)}"`,
        ),
      )
    const schemas = new Map<string, JsonSchema>()
    for (const io of ['output', 'input'] as const) {
      for (const [name, schema] of Object.entries(forms[io])) {
        const isTaken = io === 'input' && name in forms.output
        if (isTaken && !differing.has(name)) continue
        const called = nameOf(io, name)
        if (schemas.has(called) || (called !== name && called in forms.input)) {
          throw new Error(`Two schemas are called ${called}: what is sent as ${name} differs from what is answered.`)
        }
        schemas.set(called, final(io === 'input' ? withoutDefaults(schema) : schema))
      }
    }
    return { part: final(part), schemas: Object.fromEntries([...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))) }
  }

  return { written, named }
}

/** Moves defaults into the description: some generators treat a field with a default as required. */
const withoutDefaults = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (_, json) => {
    if (typeof json !== 'object' || json === null || !('default' in json) || !isSchema(json)) return json
    const { default: usual, description, ...rest } = json
    return { ...rest, description: `${description ? `${description}. ` : ''}Without it: \`${JSON.stringify(usual)}\`` }
  })
/** Excludes a list of properties, one of which may be named `default`. */
const isSchema = (json: JsonSchema) =>
  ['type', 'enum', 'const', 'anyOf', 'oneOf', '$ref'].some(
    (word) => typeof json[word] === 'string' || Array.isArray(json[word]),
  )

const referring = (json: JsonSchema, io: Form): JsonSchema =>
  JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"#/${io}/`))

/** Names whose two forms differ, or contain a name whose forms differ. */
function differingNames({ input, output }: Record<Form, Schemas>): Set<string> {
  const shared = Object.keys(input).filter((name) => name in output)
  const textOf = (schema: JsonSchema) => JSON.stringify(schema).replaceAll(/"#\/(?:input|output)\//g, '"#/')
  const differing = new Set(shared.filter((name) => textOf(input[name]!) !== textOf(output[name]!)))
  const holdsOne = (name: string) =>
    [...JSON.stringify(input[name]).matchAll(/"#\/input\/(\w+)"/g)].some(([, held]) => differing.has(held!))
  for (
    let found = shared.filter(holdsOne);
    found.some((name) => !differing.has(name));
    found = shared.filter(holdsOne)
  ) {
    for (const name of found) differing.add(name)
  }
  return differing
}
