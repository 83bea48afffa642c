import { readFields, writeJson, writeText } from './storage'

const KEY = 'sign-in-page'

export type Note = {
  /** To be said below the form. */
  message?: string
  /** It tells of something that went well. */
  isGood?: boolean
  /** To be filled in. */
  username?: string
}

let isLeaving = false

/**
 * Leaves the application for the sign-in page, which is a page of its own: nothing of an operator stays in memory.
 *
 * @param address that of the sign-in page, with the way back
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
