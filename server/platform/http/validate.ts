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

/** An input refused by its schema; answered as 400 with the fault of each field. */
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

/** Parses one part of the request: the handler gets a typed value with only the fields of the schema. */
export function validate<Target extends 'json' | 'query' | 'param', Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  const check = zValidator(
    target,
    schema,
    (result) => {
      if (!result.success) throw new InvalidInput(result.error.issues)
    },
    // `never`: the option's type depends on the schema's, which is not known here
    { validationFunction: (_, value) => schema.safeParse(value, { reportInput: true }) as never },
  )
  const inputs = [{ target, schema }]
  if (target === 'param') return described({ inputs, refuses: [codes.badRequest, codes.notFound] }, check)
  /** Gives the handler the value, as `check` does. */
  function take(c: Context, value: unknown) {
    const { data, error } = schema.safeParse(value, { reportInput: true })
    if (error) throw new InvalidInput(error.issues)
    c.req.addValidatedData(target, data as object) // of the schema
  }
  const lists = listsIn(schema)
  const checkQuery: typeof check = (c, next) => {
    take(c, plain(c.req.queries(), lists))
    return next()
  }
  if (target === 'query') return described({ inputs, refuses: [codes.badRequest] }, checkQuery)
  const checkBody: typeof check = async (c, next) => {
    take(c, await readJson(c))
    await next()
  }
  const refuses = [codes.badRequest, codes.tooLarge, codes.wrongType]
  const stale = { refuses: [...refuses, codes.conflict], refusedWith: ChangedMeanwhile, isStale: true }
  return described({ inputs, ...(carriesSeen(schema) ? stale : { refuses }) }, checkBody)
}

function plain(query: Record<string, string[]>, lists: readonly string[]) {
  const entries: [string, string][] = []
  for (const [name, values] of Object.entries(query)) for (const value of values) entries.push([name, value])
  return plainQuery(entries, lists)
}

/** True if a change may contain the values on which it is based. */
const carriesSeen = (schema: z.ZodType) => schema instanceof z.ZodObject && 'seen' in schema.shape

/** The fields of a query that may be repeated. */
export const listsIn = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodObject
    ? Object.keys(schema.shape).filter((name) => {
        const field: unknown = schema.shape[name]
        return (field instanceof z.ZodOptional ? field.unwrap() : field) instanceof z.ZodArray
      })
    : []

/** The body, parsed once. Only JSON of limited depth in valid UTF-8 reaches the schema. */
export async function readJson(c: Context): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new Refusal(codes.wrongType, 'error.wrongType')
  }
  if (c.get('isUnread')) tooLarge()
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await c.req.arrayBuffer()))
  } catch {
    throw new Refusal(codes.badRequest, 'error.notJson')
  }
  if (isDeeper(body, MAX_DEPTH)) throw new Refusal(codes.badRequest, 'error.tooDeep')
  return body
}

/** True if objects and arrays are nested in more than `levels` levels. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1)))
