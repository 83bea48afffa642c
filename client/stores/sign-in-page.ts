import { readFields, writeJson, writeText } from './storage'

const KEY = 'sign-in-page'

export type Note = {
  /** A message below the form. */
  message?: string
  /** True for a success message. */
  isGood?: boolean
  /** A username to fill in. */
  username?: string
}

let isLeaving = false

/**
 * Leaves the application for the sign-in page, which is a separate page: no data of an operator stay in memory.
 *
 * @param address the sign-in page, with the return path
 */
export function leaveForSignIn(address: string, note: Note = {}): void {
  if (isLeaving) return
  isLeaving = true
  writeJson(KEY, note, 'session')
  location.replace(address)
}

/** The application's message for the sign-in page of this window; it is read once. */
export function takeNote(): Note {
  const { message, isGood, username } = readFields(KEY, 'session') as Note // written above
  writeText(KEY, null, 'session')
  return { ...(message && { message }), ...(isGood && { isGood }), ...(username && { username }) }
}
