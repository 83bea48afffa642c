import { zValidator } from '@hono/zod-validator'
import type { Context } from 'hono'
import { z } from 'zod'
import { codes } from '#shared/envelope'
import { isTextKey, text } from '#shared/i18n/catalogues'
import { fieldFaults } from '#shared/i18n/issue'
import type { Locale } from '#shared/i18n/text'
import { plainQuery } from '#shared/list/list-query'
import { ChangedMeanwhile } from '#shared/list/page'
import { Refusal } from './refusal'
import { tooLarge } from './whole-body'
import { described } from './describe'

const MAX_DEPTH = 32

/** An input its schema refused; answered as 400 with what is wrong at each field. */
export class InvalidInput extends Error {
  readonly issues: readonly z.core.$ZodIssue[]

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('invalid input')
    this.issues = issues
  }

  inWords(locale: Locale): Record<string, string> {
    const faults = fieldFaults(this.issues, isTextKey)
    return Object.fromEntries(faults.map(({ field, key, values }) => [field, text(locale, key, values)]))
  }
}

/** Parses one part of the request, so that the handler receives a typed value and nothing the schema does not name. */
export function validate<Target extends 'json' | 'query' | 'param', Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  const lists = target === 'query' ? listsIn(schema) : []
  const check = zValidator(
    target,
    schema,
    (result) => {
      if (!result.success) throw new InvalidInput(result.error.issues)
    },
    // `never`: the option's type depends on the schema's, which is not known here
    {
      validationFunction: (_, value) =>
        schema.safeParseAsync(target === 'query' ? plain(value, lists) : value, { reportInput: true }) as never,
    },
  )
  const inputs = [{ target, schema }]
  if (target === 'param') return described({ inputs, refuses: [codes.badRequest, codes.notFound] }, check)
  if (target === 'query') return described({ inputs, refuses: [codes.badRequest] }, check)
  const readFirst: typeof check = async (c, next) => {
    await refuseUnreadable(c)
    return check(c, next)
  }
  const refuses = [codes.badRequest, codes.tooLarge, codes.wrongType]
  const stale = { refuses: [...refuses, codes.conflict], refusedWith: ChangedMeanwhile, isStale: true }
  return described({ inputs, ...(carriesSeen(schema) ? stale : { refuses }) }, readFirst)
}

const plain = (query: Record<string, string | string[]>, lists: readonly string[]) =>
  plainQuery(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((item): [string, string] => [name, item])),
    lists,
  )

/** Whether a change may say what it was made from. */
const carriesSeen = (schema: z.ZodType) => schema instanceof z.ZodObject && 'seen' in schema.shape

/** The fields of a query that may be repeated. */
export const listsIn = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodObject
    ? Object.keys(schema.shape).filter((name) => {
        const field: unknown = schema.shape[name]
        return (field instanceof z.ZodOptional ? field.unwrap() : field) instanceof z.ZodArray
      })
    : []

/** Only JSON of sane depth in sound UTF-8 reaches the schema. */
export async function refuseUnreadable(c: Context) {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new Refusal(codes.wrongType, 'error.wrongType')
  }
  if (c.get('isUnread')) tooLarge()
  let body: string
  try {
    body = new TextDecoder('utf-8', { fatal: true }).decode(await c.req.arrayBuffer())
    JSON.parse(body)
  } catch {
    throw new Refusal(codes.badRequest, 'error.notJson')
  }
  if (isTooDeep(body)) throw new Refusal(codes.badRequest, 'error.tooDeep')
}

/** Whether JSON text nests objects and arrays too deeply; read no further than it takes to see that. */
function isTooDeep(json: string): boolean {
  let depth = 0
  for (const [bracket] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g)) {
    if (bracket === ']' || bracket === '}') depth--
    else if ((bracket === '[' || bracket === '{') && ++depth > MAX_DEPTH) return true
  }
  return false
}
