import { useEffect } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { usePathname } from 'wouter/use-browser-location'
import { withMore } from '../app/more'
import { part } from '../part'
import type { Question } from './ConfirmFrame'

const state = proxy<{ asked: Question[] }>({ asked: [] })
const answers: ((answer: boolean) => void)[] = []

const ConfirmFrame = part(() => withMore(() => import('./ConfirmFrame')))

/** Questions whose code is being loaded. */
let coming = 0

/** True while a question waits for its answer. */
export const isAsking = () => coming > 0 || state.asked.length > 0

/** Asks before an action; false if the operator declines, or leaves the page. Further questions are queued. */
export async function confirm(question: Question): Promise<boolean> {
  const path = location.pathname
  coming += 1
  try {
    await ConfirmFrame.preload()
  } catch {
    return window.confirm(question.text) // offline: the browser's own dialog replaces it
  } finally {
    coming -= 1
  }
  if (location.pathname !== path) return false
  return new Promise((resolve) => {
    state.asked.push(question)
    answers.push(resolve)
  })
}

/** Withdraws all questions, as if the operator had declined. */
export function withdrawQuestions(): void {
  while (state.asked.length > 0) answer(false)
}

/** True while a question is shown. */
export const useIsAsking = (): boolean => useSnapshot(state).asked.length > 0

function answer(isConfirmed: boolean): void {
  state.asked.shift()
  answers.shift()?.(isConfirmed)
}

/** Shows the questions; rendered once, outside the pages. They end with the page that they lie on. */
export function ConfirmHost() {
  const path = usePathname()
  useEffect(() => withdrawQuestions, [path])
  const [question] = useSnapshot(state).asked
  return question && <ConfirmFrame question={question} onAnswer={answer} />
}
