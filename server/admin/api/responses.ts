import { z } from 'zod'
import { codes, type Code } from '#shared/envelope'
import type { Description } from '../../platform/http/describe'
import { refusalsOf, type Endpoint } from './endpoints'
import type { JsonSchema, Schemas } from './json-schema'

/** By media type. */
export type Content = Record<string, { schema: JsonSchema }>
export type Response = { description: string; content: Content }
type Written = (schema: z.ZodType, form: 'output') => JsonSchema

const text = { type: 'string' }
const requestId = { ...text, examples: ['0191f3a6-7c1e-7000-8000-5b1f5a1c2d3e'] }

/** The common fields of all JSON answers; `data` and other fields are those of the operation. */
export const answerSchemas: Schemas = {
  Envelope: {
    type: 'object',
    required: ['requestId', 'code', 'msg'],
    properties: { requestId, code: { type: 'integer', const: codes.ok }, msg: text },
  },
  Refusal: {
    type: 'object',
    required: ['requestId', 'code', 'msg', 'status', 'data'],
    properties: {
      requestId,
      code: { type: 'integer', description: 'The HTTP status, or a code of its own' },
      msg: { ...text, description: 'For people, in the language of the request' },
      status: { type: 'string', const: 'error' },
      data: { description: 'null, where the operation says nothing else' },
      errors: { type: 'object', additionalProperties: text, description: 'What is wrong, by field' },
    },
  },
}

const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } })
const schemaNamed = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Names of refusals that are the same for every operation. */
const refusals: Partial<Record<Code, string>> = {
  [codes.badRequest]: 'BadRequest',
  [codes.signedOut]: 'SignedOut',
  [codes.forbidden]: 'Forbidden',
  [codes.notFound]: 'NotFound',
  [codes.conflict]: 'Conflict',
  [codes.tooLarge]: 'TooLarge',
  [codes.wrongType]: 'WrongType',
  [codes.impossible]: 'Impossible',
  [codes.tooMany]: 'TooMany',
}
const sayings: Partial<Record<Code, string>> = {
  [codes.badRequest]: 'The input is not valid; `errors` says what is wrong, by field',
  [codes.signedOut]: 'Not signed in (401), or the session has expired (6401)',
  [codes.forbidden]: 'The permission is missing, or a password that was given must be changed first',
  [codes.notFound]: 'It does not exist, or the caller may not see it',
  [codes.conflict]: 'Data that exist contradict it, or it was done before under this Idempotency-Key',
  [codes.tooLarge]: 'The body is too long',
  [codes.wrongType]: 'The body is of another media type',
  [codes.impossible]: 'The Idempotency-Key belongs to another request',
  [codes.tooMany]: 'Too much at a time; Retry-After says when to try again',
  [codes.busy]: 'Something that it needs does not answer',
  [codes.noSpace]: 'The disk of the server is full',
}

/** The answers of an operation, by status. */
export function responsesOf(endpoint: Endpoint, written: Written): Record<string, Response> {
  const { description } = endpoint
  const refused = refusalsOf(endpoint).map((code) => [code, refusal(code, description, written)] as const)
  return { '200': answerOf(description, written), ...Object.fromEntries(refused) }
}

const binary: JsonSchema = { type: 'string', format: 'binary' }

function answerOf({ file, answer = z.null(), beside }: Description, written: Written): Response {
  if (file) return { description: 'Done', content: Object.fromEntries(file.map((type) => [type, { schema: binary }])) }
  const part = beside
    ? written(z.object({ data: answer, ...beside.shape }), 'output')
    : withData(written(answer, 'output'))
  return { description: 'Done', content: json({ allOf: [schemaNamed('Envelope'), part] }) }
}

const withData = (data: JsonSchema): JsonSchema => ({ type: 'object', properties: { data }, required: ['data'] })

function refusal(code: Code, { refusedWith, isStale }: Description, written: Written): Response {
  const saysMore = refusedWith && code === (isStale ? codes.conflict : codes.impossible)
  if (!saysMore) return { description: sayings[code] ?? '', content: json(schemaNamed('Refusal')) }
  const part = withData({ anyOf: [written(refusedWith, 'output'), { type: 'null' }] })
  return {
    description: isStale
      ? 'Somebody else changed it meanwhile: `data` is what is there now. Else `data` is null: data that exist contradict it'
      : 'Nothing was saved: `data` says why',
    content: json({ allOf: [schemaNamed('Refusal'), part] }),
  }
}

/** Names for a response shared by several operations: the kind of its refusal, or of its `data`. */
export function namesOf({ description, content }: Response): string[] {
  const text = JSON.stringify(content)
  const code = Object.entries(sayings).find(([, saying]) => saying === description)?.[0]
  if (code !== undefined) return [refusals[Number(code) as Code] ?? '']
  const [named] = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].flatMap(([, name]) =>
    name === 'Envelope' || name === 'Refusal' ? [] : [name!],
  )
  if (text.includes('/Refusal"')) return named === undefined ? [] : [`RefusedWith${named}`]
  if (named !== undefined) return text.includes('"array"') ? [`${named}List`] : [named]
  return plainNames.filter(([part]) => text.includes(part)).map(([, name]) => name)
}

/** Names of responses without a named schema, by a part of their text. */
const plainNames = [
  ['"data":{"type":"null"}},"required":["data"]', 'Done'],
  ['"data":{"type":"integer"}},"required":["data"]', 'Id'],
  ['"data":{"type":"array","items":{"type":"integer"}}},"required":["data"]', 'Ids'],
  ['text/csv', 'Sheet'],
  ['"idleSeconds"', 'SignedIn'],
] as const
