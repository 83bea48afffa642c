import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { z } from 'zod'
import type { PermissionTag } from '#shared/permissions'
import { sheetTypes } from '../sheets/cell'

/** What one handler of a route tells about it: read by the API document and by the guard test. */
export type Description = {
  /** The resource it belongs to. */
  stem?: string
  summary?: string
  /** Shape of `data` in the answer. */
  answer?: z.ZodType
  /** Shape of the fields beside `data`. */
  beside?: z.ZodObject
  /** Media types, where the answer is a file and no envelope. */
  file?: readonly string[]
  permissions?: readonly PermissionTag[]
  /** What is checked of the request, part by part. */
  inputs?: { target: 'json' | 'form' | 'query' | 'param'; schema: z.ZodType }[]
}

const key = Symbol('description')

/** Attaches a description to a handler, which stays as it is. */
export const described = <Handler extends object>(description: Description, handler: Handler): Handler =>
  Object.assign(handler, { [key]: description })

export const descriptionOf = (handler: object): Description | undefined => (handler as { [key]?: Description })[key]

/** Says what a route of the resource `stem` is for and what it answers. Does nothing when called. */
export const answers = (stem: string, summary: string, answer?: z.ZodType, beside?: z.ZodObject): MiddlewareHandler =>
  described(
    { stem, summary, ...(answer && { answer }), ...(beside && { beside }) },
    createMiddleware((_, next) => next()),
  )

/** The same of a route that answers a file of one of some media types, found by what stands in its address, if anything. */
export const answersFile = (
  stem: string,
  summary: string,
  file: readonly string[],
  address?: z.ZodObject,
): MiddlewareHandler =>
  described(
    { stem, summary, file, ...(address && { inputs: [{ target: 'param', schema: address }] }) },
    createMiddleware((_, next) => next()),
  )

/** The same of a route that answers a sheet, as CSV or XLSX. */
export const answersSheet = (stem: string, summary: string) => answersFile(stem, summary, Object.values(sheetTypes))
