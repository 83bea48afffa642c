import { proxy } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { reportError } from '../api/admin/error-log'
import { Failure } from '../api/http'
import { buildName } from './build'
import { notices } from './notices'
import { session } from './session'

/** A run-time error of the pages, with its count. */
export type NotedError = {
  id: number
  /** The last occurrence, Unix time in milliseconds. */
  at: number
  message: string
  stack: string
  /** Path of the page that was shown. */
  path: string
  /** The detector: a page's error boundary, the window, or a promise. */
  where: string
  count: number
}

const MAX_KEPT = 50
/** Reports to the server's log until the next reload. */
const MAX_SENT = 20
/** The server's limits. */
const MAX_MESSAGE = 500
const MAX_STACK = 4000
const MAX_PATH = 500

/** The errors in this window since it was loaded, the latest first. */
export const errors = proxy({
  noted: [] as NotedError[],
  /** The number of failed loads of product code, as without a network or after an update. */
  missingParts: 0,
})

let lastId = 0
const sent = new Set<string>()
/** A boundary and the window may both catch the same error. */
const notedObjects = new WeakSet<object>()

// Nothing of one operator remains for the next.
subscribeKey(session, 'userId', (userId) => userId === 0 && clearErrors())

/**
 * Stores an unexpected error and reports it to the server's log, once. API refusals and cancellations are expected. In
 * development the console shows everything.
 */
export function noteError(thrown: unknown, where: string): void {
  if (process.env.NODE_ENV !== 'production' || isExpected(thrown)) return
  if (typeof thrown === 'object' && thrown !== null) {
    if (notedObjects.has(thrown)) return
    notedObjects.add(thrown)
  }
  const message = messageOf(thrown).slice(0, MAX_MESSAGE)
  if (isMissingPart(message)) {
    errors.missingParts += 1
    if (notices.isOffline) return
  }
  const stack = (thrown instanceof Error ? (thrown.stack ?? '') : '').slice(0, MAX_STACK)
  const error = { message, stack, path: location.pathname, where }
  const earlier = errors.noted.find((entry) => keyOf(entry) === keyOf(error))
  send(error)
  const noted = { ...error, id: (lastId += 1), at: Date.now(), count: (earlier?.count ?? 0) + 1 }
  errors.noted = [noted, ...errors.noted.filter((entry) => entry !== earlier)].slice(0, MAX_KEPT)
}

/**
 * The server does not answer, which is reported elsewhere: parts that failed to load since then are no errors of the
 * product.
 */
export function forgetMissingParts(since: number): void {
  errors.noted = errors.noted.filter(({ at, message }) => at < since || !isMissingPart(message))
}

export const clearErrors = (): void => void (errors.noted = [])

/** Stores errors that no boundary catches. Returns a function that stops it. */
export function watchErrors(): () => void {
  const onError = ({ error, message }: ErrorEvent) => noteError(error ?? message, 'window')
  const onRejection = ({ reason }: PromiseRejectionEvent) => noteError(reason, 'promise')
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
  }
}

function send({ message, stack, path }: Pick<NotedError, 'message' | 'stack' | 'path'>) {
  const key = keyOf({ message, stack })
  if (sent.size >= MAX_SENT || sent.has(key) || !session.token) return
  sent.add(key)
  void reportError({ message, stack, path: path.slice(0, MAX_PATH), version: buildName() })
}

const isExpected = (thrown: unknown) =>
  thrown instanceof Failure ||
  (thrown instanceof DOMException && thrown.name === 'AbortError') ||
  // A browser's own notice that sizes will be reported in the next frame.
  (typeof thrown === 'string' && thrown.startsWith('ResizeObserver loop'))

/** Each browser's message for a module that could not be loaded, and ours for a style sheet. */
export const isMissingPart = (message: string) =>
  /import(ed|ing)\b.*\bmodule|module script failed|style sheet could not be fetched/i.test(message)

function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`
  return String(thrown) || 'Error'
}

/** The message and the place: the same message may have different causes. */
const keyOf = ({ message, stack }: Pick<NotedError, 'message' | 'stack'>) =>
  `${message}\n${stack.split('\n').find((line) => /:\d+:\d+/.test(line)) ?? ''}`
