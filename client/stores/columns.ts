import { useSyncExternalStore } from 'react'
import type { ListName } from '#shared/list/list-names'
import type { ColumnState } from '#shared/list/column-state'
import { viewApi } from '../api/access/view'
import { session } from './session'
import { parsed, readJson, readText, writeJson, writeText } from './storage'

const PREFIX = 'columns:'

/** The ids of a list's shown columns, from first to last. */
export const shownColumns = new Map<string, readonly string[]>()

/** Column layouts by list and operator. */
const cached = new Map<string, ColumnState>()
const listeners = new Set<() => void>()

const keyOf = (list: string) => `${PREFIX}${session.userId}:${list}`

/** This operator's column layout of a list, from this browser; the server also stores it. */
export function columnState(list: string): ColumnState {
  const key = keyOf(list)
  const state = cached.get(key) ?? readState(readJson(key))
  cached.set(key, state)
  return state
}

/** Sets the column layout of a list everywhere, and stores it here and on the server. */
export function setColumnState(list: ListName, state: ColumnState): void {
  setColumnStateHere(list, state)
  saveSoon(list)
}

/** The same for a list that the server does not know. */
export function setColumnStateHere(list: string, state: ColumnState): void {
  const key = keyOf(list)
  cached.set(key, state)
  writeJson(key, state)
  tellAll()
}

/**
 * Takes over the server's column layout, unless the layout here has changed since the request, or an earlier change is
 * still unanswered.
 * @param asked the layout here at the time of the request
 */
export function adoptColumns(list: ListName, columns: unknown, asked: ColumnState): void {
  const state = readState(columns)
  const current = columnState(list)
  if (readText(unsentKey(session.userId, list))) return saveSoon(list) // the server did not get it
  if (unsaved.has(list) || current !== asked || areSameColumns(state, current)) return
  setColumnStateHere(list, state)
}

/** A drag has many steps; only the last one is sent. */
const SAVE_MS = 1000
/** Lists whose layout is not sent yet, or unanswered. */
const unsaved = new Map<ListName, { userId: number; timer: ReturnType<typeof setTimeout> }>()

function saveSoon(list: ListName) {
  clearTimeout(unsaved.get(list)?.timer)
  writeText(unsentKey(session.userId, list), '1')
  unsaved.set(list, { userId: session.userId, timer: setTimeout(() => void save(list), SAVE_MS) })
}

async function save(list: ListName) {
  const pending = unsaved.get(list)!
  clearTimeout(pending.timer)
  const isSent =
    session.userId === pending.userId &&
    (await viewApi.setColumns({ list, columns: columnState(list) }).then(
      () => true,
      () => false, // this browser has them
    ))
  if (unsaved.get(list) !== pending) return
  unsaved.delete(list)
  if (isSent) writeText(unsentKey(pending.userId, list), null)
}

window.addEventListener('pagehide', () => [...unsaved.keys()].forEach((list) => void save(list)))

/** Set while the server does not have the latest arrangement of a list. */
const unsentKey = (userId: number, list: ListName) => `columns-unsent:${userId}:${list}`

export const useColumnState = (list: string): ColumnState => useSyncExternalStore(subscribe, () => columnState(list))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const tellAll = () => listeners.forEach((listener) => listener())

window.addEventListener('storage', ({ key, newValue }) => {
  if (!key?.startsWith(PREFIX)) return
  cached.set(key, readState(parsed(newValue)))
  tellAll()
})

/** True if two stored layouts look the same. */
export const areSameColumns = (one: unknown, other: unknown): boolean =>
  JSON.stringify(readState(one)) === JSON.stringify(readState(other))

/** Versions up to 0.2.0 stored `{ [id]: false }` for hidden columns. Damaged parts are ignored. */
export function readState(stored: unknown): ColumnState {
  if (!isObject(stored)) return {}
  if (Object.values(stored).every(isBoolean)) return { visibility: stored as Record<string, boolean> }
  const { order, visibility, widths, pins, density } = stored
  return {
    ...(isTexts(order) && { order }),
    ...(isRecordOf(visibility, isBoolean) && { visibility }),
    ...(isRecordOf(widths, isNumber) && { widths }),
    ...(isObject(pins) && isTexts(pins.start) && isTexts(pins.end) && { pins: { start: pins.start, end: pins.end } }),
    ...((density === 'compact' || density === 'normal') && { density }),
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
const isRecordOf = <Value>(value: unknown, is: (item: unknown) => item is Value): value is Record<string, Value> =>
  isObject(value) && Object.values(value).every(is)
