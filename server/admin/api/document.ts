import type { Hono } from 'hono'
import packageJson from '../../../package.json'
import { isForPrograms } from '../../access/api-token/gate'
import { createYielder } from '../../platform/chunks/yield-to-event-loop'
import type { AppEnv } from '../../platform/http/app-env'
import { endpointsOf, type Endpoint } from './endpoints'
import { createSchemas, type Schemas } from './json-schema'
import { parametersOf, type Parameter } from './parameters'
import { answerSchemas, namesOf, responsesOf, type Content, type Response } from './responses'
import { share, type Reference } from './share'
import { textsOf } from './words/operations'
import { tags } from './words/tags'

export type Operation = {
  tags: string[]
  operationId: string
  summary: string
  description: string
  /** Only if it differs from that of the document: empty for a public operation. */
  security?: Record<string, string[]>[]
  /** One of these permission tags is enough; the account of an instrument needs all. */
  'x-permissions'?: readonly string[]
  parameters: (Parameter | Reference)[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, Response | Reference>
}
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: object; contact: object }
  servers: { url: string }[]
  security: Record<string, string[]>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: object
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
    schemas: Schemas
  }
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session' },
  apiToken: { type: 'http', scheme: 'bearer', description: 'A token of a program; `x-permissions` are its scopes' },
  instrument: { type: 'http', scheme: 'bearer', description: 'The key of an instrument; it opens nothing else' },
}

const info = {
  title: 'Caliper',
  version: packageJson.version,
  description:
    'Every JSON answer is an envelope; its `code` says what happened, whatever the HTTP status. Any call may be answered 429 (too much at a time) or 503 (busy); Retry-After says when to try again. A write with the header `Idempotency-Key` is done once, however often it is sent; a repeat gets the first answer, or 409 where that is not kept (secrets, passwords of users).',
  license: { name: packageJson.license, identifier: packageJson.license },
  contact: { name: 'Caliper' },
}

/** An operation before its parts become references. */
type Unshared = Omit<Operation, 'parameters' | 'responses'> & {
  parameters: Parameter[]
  responses: Record<string, Response>
}
type Written = ReturnType<typeof createSchemas>['written']

/** Describes every route of `app` from the schemas of its inputs and answers. */
export async function openApiOf(app: Hono<AppEnv>): Promise<OpenApi> {
  const { written, named } = createSchemas()
  const yieldIfDue = createYielder()
  const endpoints = endpointsOf(app).filter(({ description }) => description.summary) // without the document and its page
  const idOf = operationIds(endpoints)
  const operations: Unshared[] = []
  for (const endpoint of endpoints) {
    await yieldIfDue()
    operations.push(operationOf(endpoint, idOf(endpoint), written))
  }
  const { part, schemas } = named(operations)
  const parameters = share(
    'parameters',
    part.flatMap(({ tags: [tag], parameters: own }) =>
      own.map((item) => ({ item, names: [item.name, `${tag}.${item.name}`] })),
    ),
  )
  const responses = share(
    'responses',
    part.flatMap((operation) => Object.values(operation.responses).map((item) => ({ item, names: namesOf(item) }))),
  )
  const paths: OpenApi['paths'] = {}
  for (const [index, { method, path }] of endpoints.entries()) {
    const { responses: own, ...operation } = part[index]!
    const address = path.replace(/:(\w+)/g, '{$1}')
    const told: Operation = {
      ...operation,
      parameters: operation.parameters.map(parameters.refer),
      responses: Object.fromEntries(Object.entries(own).map(([code, response]) => [code, responses.refer(response)])),
    }
    paths[address] = { ...paths[address], [method.toLowerCase()]: told }
  }
  const used = new Set(endpoints.map(({ description }) => description.resource))
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { apiToken: [] }],
    tags: Object.entries(tags).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
    paths,
    components: {
      securitySchemes,
      parameters: parameters.shared,
      responses: responses.shared,
      schemas: { ...answerSchemas, ...schemas },
    },
  }
}

/** `part` itself, or the part to which it refers. */
export function resolved<Part extends object>({ components }: OpenApi, part: Part | Reference): Part {
  if (!('$ref' in part)) return part
  const [kind, name] = part.$ref.split('/').slice(-2) as ['parameters' | 'responses', string]
  return components[kind][name] as unknown as Part // of the same kind
}

/** The ids of operations. A route that clients of the family may also call by GET has one more. */
function operationIds(endpoints: readonly Endpoint[]) {
  const written = new Set(
    endpoints.filter(({ method }) => method !== 'GET').map(({ description }) => textsOf(description)[0]),
  )
  return ({ method, description }: Endpoint) => {
    const [id] = textsOf(description)
    return method === 'GET' && written.has(id) ? `${id}ByGet` : id
  }
}

function operationOf(endpoint: Endpoint, operationId: string, written: Written): Unshared {
  const { isPrivate, description } = endpoint
  const { resource = '', summary = '', permissions, inputs = [] } = description
  const body = inputs.find(({ target }) => target === 'json' || target === 'form')
  return {
    tags: [resource],
    operationId,
    summary,
    description: `${textsOf(description)[1]}\n\n${accessText(endpoint)}`,
    ...(isPrivate ? !isForPrograms(description) && { security: [{ bearer: [] }] } : { security: [] }),
    ...(description.isByKey && { security: [{ instrument: [] }] }),
    ...(permissions && { 'x-permissions': permissions }),
    parameters: once(
      inputs.flatMap(({ target, schema }) =>
        target === 'query' || target === 'param' ? parametersOf(target, resource, written(schema, 'input')) : [],
      ),
    ),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [body.target === 'form' ? 'multipart/form-data' : 'application/json']: {
            schema: written(body.schema, 'input'),
          },
        },
      },
    }),
    responses: responsesOf(endpoint, written),
  }
}

function accessText({ isPrivate, description: { permissions, isByKey } }: Endpoint): string {
  const listed = permissions?.map((tag) => `\`${tag}\``).join(', ')
  if (isByKey) return `Needs the key of an instrument whose account holds all of: ${listed}.`
  if (permissions) return permissions.length > 1 ? `Needs one of: ${listed}.` : `Needs ${listed}.`
  return isPrivate ? 'Open to every signed-in user.' : 'Open to anyone.'
}

/** Two handlers of a route may declare the same parameter. */
const once = (parameters: Parameter[]): Parameter[] => [
  ...new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values(),
]
