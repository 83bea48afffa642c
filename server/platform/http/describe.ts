import type { Context, MiddlewareHandler } from 'hono'
import type { RouterRoute } from 'hono/types'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { z } from 'zod'
import { codes, type Code } from '#shared/envelope'
import { text } from '#shared/i18n/catalogues'
import type { PlainRouteKey, RegularRouteKey } from '#shared/i18n/text'
import type { PermissionTag } from '#shared/permissions'
import { ImportResult } from '#shared/list/import'
import { sheetTypes } from '../sheets/cell'
import type { AppEnv } from './app-env'

/** The description of a route by one of its handlers, for the API document and the guard test. */
export type Description = {
  /** The resource it belongs to. */
  resource?: string
  title?: RouteText
  /** The title in English words. */
  summary?: string
  /** Shape of `data` in the answer. */
  answer?: z.ZodType
  /** Shape of the fields beside `data`. */
  beside?: z.ZodObject
  /** Media types, if the answer is a file instead of an envelope. */
  file?: readonly string[]
  /** The HTTP status is always the real one, because the caller reads no envelope. */
  isPlain?: boolean
  permissions?: readonly PermissionTag[]
  /** Requires the key of an instrument instead of a session. */
  isByKey?: boolean
  /** True: open to every program without a permission. False: closed to programs, whatever its permission. */
  isOpenToPrograms?: boolean
  /** Ensures that a program of one product line works only with that line. */
  isOfLine?: boolean
  /** Codes of its refusals, beyond those derived from the other fields. */
  refuses?: readonly Code[]
  /** Shape of `data` in a refusal with 422, or with 409 if `isStale`. */
  refusedWith?: z.ZodType
  isStale?: boolean
  /** The validated parts of the request. */
  inputs?: { target: 'json' | 'form' | 'query' | 'param'; schema: z.ZodType }[]
}

const key = Symbol('description')

/** Attaches a description to a handler, and returns the same handler. */
export const described = <Handler extends object>(description: Description, handler: Handler): Handler =>
  Object.assign(handler, { [key]: description })

export const descriptionOf = (handler: object): Description | undefined => (handler as { [key]?: Description })[key]

/** The description of a request's route; undefined without one. */
export const routeOf = (c: Context): Description | undefined => {
  const handler = describedRoute(c)?.handler
  return handler && descriptionOf(handler)
}

/** The route itself, the same object for each request to it; its path is the one in the code. */
export const describedRoute = (c: Context) => routesOf(c).find(({ handler }) => descriptionOf(handler)?.resource)

/** All handlers that match a request. Hono makes the list at each call; here it is made once per request. */
export function routesOf(c: Context<AppEnv>): RouterRoute[] {
  const routes = c.get('routes') ?? matchedRoutes(c)
  c.set('routes', routes)
  return routes
}

/** Middleware that only describes a route. */
const describing = <Env extends object = object>(description: Description): MiddlewareHandler<Env> =>
  described(
    description,
    createMiddleware<Env>((_, next) => next()),
  )

/** A variable that exists for the compiler alone: the type of `data` in the answer of a route, which `ok` requires. */
export type Answering<Data> = { Variables: { answer?: Data } }

/** Declares that every program may call a route, as the account of its token. */
export const openToPrograms = () => describing({ isOpenToPrograms: true, isOfLine: true })

/** Declares that only people may call a route, although its permission can be a scope of a token. */
export const closedToPrograms = () => describing({ isOpenToPrograms: false })

/** Declares that a route checks the product line of a program itself. */
export const seesToLine = () => describing({ isOfLine: true })

/** The title of a route: its key, with the English noun if the title takes one. */
export type RouteText = PlainRouteKey | { key: RegularRouteKey; noun: string }

const describingRoute = <Env extends object = object>(resource: string, title: RouteText, rest: Description = {}) => {
  const summary = typeof title === 'string' ? text('en', title) : text('en', title.key, { noun: title.noun })
  return describing<Env>({ resource, title, summary, ...rest })
}

/** Declares the title and the answer of a route of `resource`; `data` is null without `answer`. */
export const answers = <Data = null>(
  resource: string,
  title: RouteText,
  answer?: z.ZodType<Data>,
  beside?: z.ZodObject,
) => describingRoute<Answering<Data>>(resource, title, { ...(answer && { answer }), ...(beside && { beside }) })

/** {@link answers} for a route whose caller reads only the HTTP status, as a probe does: it is always the real one. */
export const answersProbe = (resource: string, title: RouteText, answer: z.ZodType) =>
  describingRoute(resource, title, { answer, isPlain: true })

/** {@link answers} for a route with plain text, for programs. */
export const answersText = (resource: string, title: RouteText) =>
  describingRoute(resource, title, { file: ['text/plain'], isPlain: true })

/** Declares further refusals of a route. */
export const refuses = (...refused: Code[]) => describing({ refuses: refused })

/** {@link refuses} for a route whose refusal with 422 has the faults of each part. */
export const refusesWith = (refusedWith: z.ZodType, ...refused: Code[]) =>
  describing({ refuses: [codes.impossible, ...refused], refusedWith })

/** {@link answers} for a route with a file, found by its path parameters. */
export const answersFile = (resource: string, title: RouteText, file: readonly string[], address: z.ZodObject) =>
  describingRoute(resource, title, {
    file,
    isPlain: true,
    refuses: [codes.notFound],
    inputs: [{ target: 'param', schema: address }],
  })

/** {@link answers} for a stream of events that lasts as long as its caller listens. */
export const answersStream = (resource: string, title: RouteText) =>
  describingRoute(resource, title, {
    file: ['text/event-stream'],
    isPlain: true,
    refuses: [codes.notFound, codes.tooMany],
  })

const sheet = { file: Object.values(sheetTypes), isPlain: true }

/** {@link answers} for a route with a list as a sheet, CSV or XLSX. */
export const answersSheet = (resource: string, title: RouteText) =>
  describingRoute(resource, title, { ...sheet, refuses: [codes.tooMany] })

/** {@link answers} for the template of an import. */
export const answersTemplate = (resource: string, title: RouteText) => describingRoute(resource, title, { ...sheet })

/** Declares that a change of an outdated record is refused with 409 and the present record. */
export const refusesStale = (current: z.ZodType) =>
  describing({ refuses: [codes.conflict], refusedWith: current, isStale: true })

/** {@link answers} for the import of a sheet. */
export const answersImport = (resource: string, title: RouteText) =>
  describingRoute(resource, title, {
    answer: ImportResult,
    refuses: [codes.impossible, codes.tooMany],
    refusedWith: ImportResult,
  })
