import type { Hono } from 'hono'
import { z } from 'zod'
import packageJson from '../../package.json'
import { codes } from '#shared/envelope'
import type { AppEnv } from './app-env'
import { authenticate } from './authenticate'
import { descriptionOf, type Description } from './describe'

/** A JSON Schema as zod writes it, as far as it is read here. */
export type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  format?: string
  anyOf?: JsonSchema[]
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
  /** Any one of these permission tags suffices. */
  'x-permissions'?: readonly string[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, { description: string; content: Content }>
}
/** By media type. */
export type Content = Record<string, { schema: JsonSchema; example?: unknown }>
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: object }
}

/** Describes every route of `app` from the schemas that its handlers check and answer with. */
export function openApiOf(app: Hono<AppEnv>): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const { method, path, isPrivate, description } of endpointsOf(app)) {
    if (!description.summary) continue // the document and its page
    const address = path.replace(/:(\w+)/g, '{$1}')
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(method, address, isPrivate, description) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Caliper',
      version: packageJson.version,
      description: 'Every JSON answer is an envelope; its `code` says what happened, whatever the HTTP status.',
    },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

export type Endpoint = { method: string; path: string; isPrivate: boolean; description: Description }

/** The routes with what their handlers tell, in the order in which they are registered. */
export function endpointsOf(app: Hono<AppEnv>): Endpoint[] {
  const gate = app.routes.findIndex(({ handler }) => handler === (authenticate as unknown))
  const endpoints = new Map<string, Endpoint>()
  for (const [place, { method, path, handler }] of app.routes.entries()) {
    if (method === 'ALL') continue
    const key = `${method} ${path}`
    const known = endpoints.get(key) ?? { method, path, isPrivate: place > gate, description: {} }
    const told = descriptionOf(handler)
    const inputs = [...(known.description.inputs ?? []), ...(told?.inputs ?? [])]
    endpoints.set(key, { ...known, description: { ...known.description, ...told, inputs } })
  }
  return [...endpoints.values()]
}

function operationOf(method: string, address: string, isPrivate: boolean, description: Description): Operation {
  const { stem = '', summary = '', permissions, inputs = [] } = description
  const body = inputs.find(({ target }) => target === 'json' || target === 'form')
  return {
    tags: [stem],
    summary,
    operationId: `${method.toLowerCase()}${address.replace(/[^A-Za-z0-9]+(\w)?/g, (_, next = '') => next.toUpperCase())}`,
    security: isPrivate ? [{ bearer: [] }] : [],
    ...(permissions && { 'x-permissions': permissions }),
    parameters: inputs.flatMap(({ target, schema }) =>
      target === 'query' || target === 'param' ? parametersOf(target, inputOf(schema)) : [],
    ),
    ...(body && { requestBody: { required: true, content: bodyOf(body.target, inputOf(body.schema)) } }),
    responses: {
      '200': { description: 'Done', content: answerOf(description) },
      ...(inputs.length > 0 &&
        !description.file &&
        refusal(codes.badRequest, 'The input is not valid; `errors` says what is wrong, by field')),
      ...(isPrivate && refusal(codes.signedOut, 'Not signed in (401), or the session has expired (6401)')),
      ...(permissions && refusal(codes.forbidden, `Needs one of: ${permissions.join(', ')}`)),
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
    return [{ name, in: 'query', required: required.includes(name) && schema.default === undefined, schema }]
  })
}

/** What a request may send for a part of it that `schema` checks. */
export const inputOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

const bodyOf = (target: string, schema: JsonSchema): Content =>
  target === 'form' ? { 'multipart/form-data': { schema } } : contentOf(schema)

const binary: JsonSchema = { type: 'string', format: 'binary' }
const answerOf = (description: Description): Content =>
  description.file
    ? Object.fromEntries(description.file.map((mediaType) => [mediaType, { schema: binary }]))
    : contentOf(envelopeOf(description))

function envelopeOf({ answer, beside }: Description): JsonSchema {
  const output = z.object({
    requestId: z.string().meta({ examples: ['0191f3a6-7c1e-7000-8000-5b1f5a1c2d3e'] }),
    code: z.literal(codes.ok),
    msg: z.string(),
    data: answer ?? z.null(),
    ...beside?.shape,
  })
  return z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as JsonSchema
}

function refusal(code: number, description: string): Operation['responses'] {
  const schema = {
    type: 'object',
    required: ['requestId', 'code', 'msg'],
    properties: {
      requestId: { type: 'string' },
      code: { type: 'integer', examples: [code] },
      msg: { type: 'string' },
      errors: { type: 'object' },
    },
  }
  return { [code]: { description, content: { 'application/json': { schema } } } }
}

const contentOf = (schema: JsonSchema): Content => ({
  'application/json': { schema, example: exampleOf(schema, schema) },
})

/** A value that `schema` allows: its first example, else the plainest of its type. */
function exampleOf(schema: JsonSchema, root: JsonSchema, depth = 0): unknown {
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, root, depth)
  if (schema.$ref) return depth > 4 ? undefined : exampleOf(referred(schema.$ref, root), root, depth + 2)
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, exampleOf(field, root, depth)])
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  }
  if (schema.type === 'array') {
    const item = schema.items && exampleOf(schema.items, root, depth + 1)
    return item === undefined ? [] : [item]
  }
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return false
  if (schema.type === 'null') return null
  return schema.format === 'date-time' ? '2026-11-21T02:13:20.000Z' : 'text'
}

function referred(ref: string, root: JsonSchema): JsonSchema {
  const name = ref.split('/').at(-1)!
  return ref === '#' ? root : (root.$defs?.[name] ?? {})
}
