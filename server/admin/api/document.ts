import type { Hono } from 'hono'
import { z } from 'zod'
import packageJson from '../../../package.json'
import { codes, type Code } from '#shared/envelope'
import { aliases } from '#shared/list/list-query'
import { createYielder } from '../../platform/chunks/yield-to-event-loop'
import type { AppEnv } from '../../platform/http/app-env'
import { authenticate } from '../../access/session/authenticate'
import { descriptionOf, type Description } from '../../platform/http/describe'

/** A JSON Schema as zod writes it, as far as it is read here. */
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
  minimum?: number
  $ref?: string
  $defs?: Record<string, JsonSchema>
  sortable?: string[]
  [keyword: string]: unknown
}

type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }
export type Operation = {
  tags: string[]
  summary: string
  operationId: string
  security: Record<string, string[]>[]
  /** Any one of these permission tags suffices; the account of an instrument needs all. */
  'x-permissions'?: readonly string[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, { description: string; content: Content }>
}
/** What has a name, because it holds itself. */
type Schemas = Record<string, JsonSchema>
/** By media type. */
export type Content = Record<string, { schema: JsonSchema; example?: unknown }>
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: object; schemas: Schemas }
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session' },
  instrument: { type: 'http', scheme: 'bearer', description: 'The key of an instrument; it opens nothing else' },
}

/** Describes every route of `app` from the schemas that its handlers check and answer with. */
export async function openApiOf(app: Hono<AppEnv>): Promise<OpenApi> {
  const paths: OpenApi['paths'] = {}
  const schemas: Schemas = {}
  const yieldIfDue = createYielder()
  for (const endpoint of endpointsOf(app)) {
    await yieldIfDue()
    const { method, path, description } = endpoint
    if (!description.summary) continue // the document and its page
    const address = path.replace(/:(\w+)/g, '{$1}')
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(endpoint, address, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Caliper',
      version: packageJson.version,
      description:
        'Every JSON answer is an envelope; its `code` says what happened, whatever the HTTP status. Any call may be answered 429 (too much at a time) or 503 (busy); Retry-After says when to try again.',
    },
    paths,
    components: { securitySchemes, schemas },
  }
}

export type Endpoint = { method: string; path: string; isPrivate: boolean; description: Description }

/** The routes with what their handlers declare, in the order in which they are registered. */
export function endpointsOf(app: Hono<AppEnv>): Endpoint[] {
  const gate = app.routes.findIndex(({ handler }) => handler === (authenticate as unknown))
  const endpoints = new Map<string, Endpoint>()
  for (const [index, { method, path, handler }] of app.routes.entries()) {
    if (method === 'ALL') continue
    const key = `${method} ${path}`
    const known = endpoints.get(key) ?? { method, path, isPrivate: index > gate, description: {} }
    const description = descriptionOf(handler)
    const inputs = [...(known.description.inputs ?? []), ...(description?.inputs ?? [])]
    const refuses = [...(known.description.refuses ?? []), ...(description?.refuses ?? [])]
    const isPrivate = known.isPrivate || description?.isByKey === true
    endpoints.set(key, { ...known, isPrivate, description: { ...known.description, ...description, inputs, refuses } })
  }
  return [...endpoints.values()]
}

/** The codes that a route may answer besides 200, and those of any call (429 for too much at a time, 500, 503, 507). */
export function refusalsOf({ method, isPrivate, description }: Endpoint): Code[] {
  const { inputs = [], refuses = [] } = description
  const body = inputs.find(({ target }) => target === 'json')
  const isWrite = isPrivate && method !== 'GET'
  const namesRecords = body && (method !== 'POST' || 'ids' in (inputOf(body.schema).properties ?? {}))
  const found: Code[] = [
    ...refuses,
    ...(isPrivate ? [codes.signedOut, codes.forbidden] : []),
    ...(isWrite && namesRecords ? [codes.notFound] : []),
    ...(isWrite ? [codes.badRequest, codes.conflict, codes.impossible] : []),
  ]
  return [...new Set(found)].toSorted((a, b) => a - b)
}

const sayings: Partial<Record<Code, string>> = {
  [codes.badRequest]: 'The input is not valid; `errors` says what is wrong, by field',
  [codes.signedOut]: 'Not signed in (401), or the session has expired (6401)',
  [codes.notFound]: 'It is not there, or not for the caller to see',
  [codes.conflict]: 'The data that is there stands against it, or it was done before under this Idempotency-Key',
  [codes.tooLarge]: 'The body is too long',
  [codes.wrongType]: 'The body is of another media type',
  [codes.tooMany]: 'Too much at a time; Retry-After says when to try again',
  [codes.busy]: 'Something that it needs does not answer',
}

function sayingOf(code: Code, { permissions, refusedWith, isStale, isByKey }: Description): string {
  if (code === codes.forbidden && isByKey)
    return `The account of the key is disabled, or does not hold all of: ${permissions?.join(', ')}`
  if (code === codes.forbidden)
    return permissions
      ? `Needs one of: ${permissions.join(', ')}`
      : 'Not for the caller, or not before they have changed the password that they were given'
  if (code !== codes.impossible) return sayings[code] ?? ''
  return refusedWith && !isStale
    ? 'Nothing was saved; `data` says why'
    : 'The Idempotency-Key belongs to another request'
}

function operationOf(endpoint: Endpoint, address: string, schemas: Schemas): Operation {
  const { method, isPrivate, description } = endpoint
  const { resource = '', summary = '', permissions, inputs = [] } = description
  const body = inputs.find(({ target }) => target === 'json' || target === 'form')
  const refused = refusalsOf(endpoint).map((code) => [code, refusal(code, description, schemas)] as const)
  return {
    tags: [resource],
    summary,
    operationId: `${method.toLowerCase()}${address.replace(/[^A-Za-z0-9]+(\w)?/g, (_, next = '') => next.toUpperCase())}`,
    security: isPrivate ? [description.isByKey ? { instrument: [] } : { bearer: [] }] : [],
    ...(permissions && { 'x-permissions': permissions }),
    parameters: once(
      inputs.flatMap(({ target, schema }) =>
        target === 'query' || target === 'param' ? parametersOf(target, inputOf(schema)) : [],
      ),
    ),
    ...(body && {
      requestBody: { required: true, content: bodyOf(body.target, hoisted(inputOf(body.schema), schemas), schemas) },
    }),
    responses: {
      '200': { description: 'Done', content: answerOf(description, schemas) },
      ...Object.fromEntries(refused),
    },
  }
}

function parametersOf(target: 'query' | 'param', { properties = {}, required = [] }: JsonSchema): Parameter[] {
  return Object.entries(properties).flatMap(([name, schema]): Parameter[] => {
    if (target === 'param') return [{ name, in: 'path', required: true, schema }]
    if (schema.sortable) {
      const direction = { type: 'string', enum: ['asc', 'desc'] }
      return schema.sortable.map((field) => ({
        name: `${field}Order`,
        in: 'query',
        required: false,
        schema: direction,
      }))
    }
    const isRequired = required.includes(name) && schema.default === undefined
    return [{ name, in: 'query', required: isRequired, schema: { ...schema, ...aliasOf(name) } }]
  })
}

function aliasOf(name: string): JsonSchema {
  const alias = [...aliases].find(([, meant]) => meant === name)?.[0]
  return alias === undefined ? {} : { description: `Also taken as ${alias}` }
}

/** Two handlers of a route may each read the same of its address. */
const once = (parameters: Parameter[]): Parameter[] => [
  ...new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values(),
]

/** What a request may send for a part of it that `schema` checks. */
export const inputOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** The same schema, what it defines moved to `schemas`, by the ids that recursive schemas have. */
function hoisted({ $defs = {}, $schema: _schema, ...schema }: JsonSchema, schemas: Schemas): JsonSchema {
  for (const [name, { id: _id, ...definition }] of Object.entries($defs)) schemas[name] = renamed(definition)
  return renamed(schema)
}
const renamed = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))

const bodyOf = (target: string, schema: JsonSchema, schemas: Schemas): Content =>
  target === 'form' ? { 'multipart/form-data': { schema } } : contentOf(schema, schemas)

const binary: JsonSchema = { type: 'string', format: 'binary' }
const answerOf = (description: Description, schemas: Schemas): Content =>
  description.file
    ? Object.fromEntries(description.file.map((mediaType) => [mediaType, { schema: binary }]))
    : contentOf(outputOf(envelopeOf(description), schemas), schemas)

const outputOf = (schema: z.ZodType, schemas: Schemas) =>
  hoisted(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema, schemas)

const envelopeOf = ({ answer, beside }: Description) =>
  z.object({
    requestId: z.string().meta({ examples: ['0191f3a6-7c1e-7000-8000-5b1f5a1c2d3e'] }),
    code: z.literal(codes.ok),
    msg: z.string(),
    data: answer ?? z.null(),
    ...beside?.shape,
  })

/** What every refusal has; a few carry `data`, which says more. */
const refusalOf = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['requestId', 'code', 'msg', 'status', 'data'],
  properties: {
    requestId: { type: 'string' },
    code: { type: 'integer' },
    msg: { type: 'string' },
    status: { type: 'string', const: 'error' },
    data,
    errors: { type: 'object', additionalProperties: { type: 'string' } },
  },
})

function refusal(code: Code, description: Description, schemas: Schemas): Operation['responses'][string] {
  const { refusedWith, isStale } = description
  const saysMore = refusedWith && code === (isStale ? codes.conflict : codes.impossible)
  schemas['Refusal'] ??= refusalOf({ type: 'null' })
  const schema = saysMore ? refusalOf(outputOf(refusedWith, schemas)) : { $ref: '#/components/schemas/Refusal' }
  return { description: sayingOf(code, description), content: { 'application/json': { schema } } }
}

const contentOf = (schema: JsonSchema, schemas: Schemas): Content => ({
  'application/json': { schema, example: exampleOf(schema, schemas) },
})

/** A value that `schema` allows: its first example, else the plainest of its type. */
function exampleOf(schema: JsonSchema, schemas: Schemas, depth = 0): unknown {
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return exampleOf(choice[0]!, schemas, depth)
  if (schema.$ref)
    return depth > 4 ? undefined : exampleOf(schemas[schema.$ref.split('/').at(-1)!] ?? {}, schemas, depth + 2)
  const type = [schema.type].flat()[0]
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      exampleOf(field, schemas, depth),
    ])
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  }
  if (type === 'array') {
    const item = schema.items && exampleOf(schema.items, schemas, depth + 1)
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
