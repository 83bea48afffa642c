import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { z } from 'zod'
import { codes, type Code } from '#shared/envelope'
import { text } from '#shared/i18n/catalogues'
import type { PlainRouteKey, RegularRouteKey } from '#shared/i18n/text'
import type { PermissionTag } from '#shared/permissions'
import { ImportResult } from '#shared/list/import'
import { sheetTypes } from '../sheets/cell'

/** The description of a route by one of its handlers: read by the API document and by the guard test. */
export type Description = {
  /** The resource it belongs to. */
  resource?: string
  title?: RouteText
  /** What it is for, in English: the title in words. */
  summary?: string
  /** Shape of `data` in the answer. */
  answer?: z.ZodType
  /** Shape of the fields beside `data`. */
  beside?: z.ZodObject
  /** Media types, where the answer is a file and no envelope. */
  file?: readonly string[]
  /** The HTTP status is always the true one: who asks looks for no envelope. */
  isPlain?: boolean
  permissions?: readonly PermissionTag[]
  /** Asks for the key of an instrument instead of a session. */
  isByKey?: boolean
  /** Open to every program, though it asks for no permission. */
  isOpenToPrograms?: boolean
  /** Sees to it that a program of one product line works with this line alone. */
  isOfLine?: boolean
  /** Codes that it answers when it does not do what it is asked, beyond those that follow from the rest. */
  refuses?: readonly Code[]
  /** Shape of `data` in a refusal with 422, or with 409 where `isStale` says so. */
  refusedWith?: z.ZodType
  isStale?: boolean
  /** The checked parts of the request. */
  inputs?: { target: 'json' | 'form' | 'query' | 'param'; schema: z.ZodType }[]
}

const key = Symbol('description')

/** Attaches a description to a handler, which stays as it is. */
export const described = <Handler extends object>(description: Description, handler: Handler): Handler =>
  Object.assign(handler, { [key]: description })

export const descriptionOf = (handler: object): Description | undefined => (handler as { [key]?: Description })[key]

/** The description of the route of a request; undefined where there is none. */
export const routeOf = (c: Context): Description | undefined => {
  const handler = describedRoute(c)?.handler
  return handler && descriptionOf(handler)
}

/** The route itself, the same object for each request to it; its path is the one that the code names. */
export const describedRoute = (c: Context) => matchedRoutes(c).find(({ handler }) => descriptionOf(handler)?.resource)

/** Tells about a route. Does nothing when called. */
const describing = (description: Description): MiddlewareHandler =>
  described(
    description,
    createMiddleware((_, next) => next()),
  )

/** Says that every program may call a route, as the account of its token. */
export const openToPrograms = () => describing({ isOpenToPrograms: true, isOfLine: true })

/** Says that a route sees to the product line of a program itself. */
export const seesToLine = () => describing({ isOfLine: true })

/** What a route is for: the key of its title, with the English noun where the title takes one. */
export type RouteText = PlainRouteKey | { key: RegularRouteKey; noun: string }

const describingRoute = (resource: string, title: RouteText, rest: Description = {}) => {
  const summary = typeof title === 'string' ? text('en', title) : text('en', title.key, { noun: title.noun })
  return describing({ resource, title, summary, ...rest })
}

/** Says what a route of the resource `resource` is for and what it answers. */
export const answers = (resource: string, title: RouteText, answer?: z.ZodType, beside?: z.ZodObject) =>
  describingRoute(resource, title, { ...(answer && { answer }), ...(beside && { beside }) })

/** The same of a route whose caller reads the HTTP status alone, as a probe does: it is always the true one. */
export const answersProbe = (resource: string, title: RouteText, answer: z.ZodType) =>
  describingRoute(resource, title, { answer, isPlain: true })

/** The same of a route that answers plain text, for a program to read. */
export const answersText = (resource: string, title: RouteText) =>
  describingRoute(resource, title, { file: ['text/plain'], isPlain: true })

/** Says what else a route may answer when it does not do what it is asked. */
export const refuses = (...refused: Code[]) => describing({ refuses: refused })

/** The same, where a refusal with 422 carries what stands in the way of each part. */
export const refusesWith = (refusedWith: z.ZodType, ...refused: Code[]) =>
  describing({ refuses: [codes.impossible, ...refused], refusedWith })

/** The same as {@link answers} of a route that answers a file, found by what stands in its address. */
export const answersFile = (resource: string, title: RouteText, file: readonly string[], address: z.ZodObject) =>
  describingRoute(resource, title, {
    file,
    isPlain: true,
    refuses: [codes.notFound],
    inputs: [{ target: 'param', schema: address }],
  })

/** The same of a route that goes on telling what happens for as long as its caller listens. */
export const answersStream = (resource: string, title: RouteText) =>
  describingRoute(resource, title, {
    file: ['text/event-stream'],
    isPlain: true,
    refuses: [codes.notFound, codes.tooMany],
  })

const sheet = { file: Object.values(sheetTypes), isPlain: true }

/** The same of a route that answers a list as a sheet, CSV or XLSX. */
export const answersSheet = (resource: string, title: RouteText) =>
  describingRoute(resource, title, { ...sheet, refuses: [codes.tooMany] })

/** The same of a route that answers a sheet to be filled in for an import. */
export const answersTemplate = (resource: string, title: RouteText) => describingRoute(resource, title, { ...sheet })

/** Says that whoever changes what they have not seen is answered 409, with what is there by now. */
export const refusesStale = (current: z.ZodType) =>
  describing({ refuses: [codes.conflict], refusedWith: current, isStale: true })

/** The same of a route that imports a sheet. */
export const answersImport = (resource: string, title: RouteText) =>
  describingRoute(resource, title, {
    answer: ImportResult,
    refuses: [codes.impossible, codes.tooMany],
    refusedWith: ImportResult,
  })
