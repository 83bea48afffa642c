import { proxy, useSnapshot } from 'valtio'
import { signInTexts, withWords } from '../../ui/app/word-parts'
import { dialogPart } from '../../ui/overlay/Dialog'
import { tr } from '../../ui/useText'

/** `isAsked`: the question to sign in again is open. `waiting`: the number of writes that wait for the answer. */
const state = proxy({ isAsked: false, waiting: 0 })
export const useSignInPrompt = () => useSnapshot(state)

export const SessionOverDialog = dialogPart(() => withWords(() => import('./SessionOverDialog'), signInTexts))

let pending: Promise<boolean> | undefined
let answer: (isSignedIn: boolean) => void = () => {}

/** Asks whether to sign in again, once for all callers. True after a sign-in. */
export function askToSignIn({ isWrite }: { isWrite: boolean }): Promise<boolean> {
  if (isWrite) state.waiting += 1
  return (pending ??= ask().finally(() => {
    pending = undefined
    state.waiting = 0
  }))
}

async function ask(): Promise<boolean> {
  try {
    await SessionOverDialog.preload()
  } catch {
    if (window.confirm(tr('sessionOver.text'))) location.reload() // the file is gone: there is a newer version
    return false
  }
  state.isAsked = true
  const isSignedIn = await new Promise<boolean>((resolve) => {
    answer = resolve
  })
  state.isAsked = false
  return isSignedIn
}

/** Ends the question, if it is open: the same operator has signed in again, or prefers to read on. */
export const answerSignInPrompt = (isSignedIn: boolean): void => answer(isSignedIn)
