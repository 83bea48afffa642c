import { proxy, useSnapshot } from 'valtio'
import { withMore } from '../app/more'
import { part } from '../part'
import type { Question } from './ConfirmFrame'

const state = proxy<{ asked: Question[] }>({ asked: [] })
const answers: ((answer: boolean) => void)[] = []

const ConfirmFrame = part(() => withMore(() => import('./ConfirmFrame')))

/** True while a question waits for its answer. */
export const isAsking = () => state.asked.length > 0

/** Asks before something is done; false when the operator would rather not. Further questions wait their turn. */
export async function confirm(question: Question): Promise<boolean> {
  try {
    await ConfirmFrame.preload()
  } catch {
    return window.confirm(question.text) // the server is away: the browser can ask as well
  }
  return new Promise((resolve) => {
    state.asked.push(question)
    answers.push(resolve)
  })
}

/** Takes back what is being asked, as if the operator would rather not. */
export function withdrawQuestions(): void {
  while (isAsking()) answer(false)
}

/** The same as {@link isAsking} for what is drawn. */
export const useIsAsking = (): boolean => useSnapshot(state).asked.length > 0

function answer(isConfirmed: boolean): void {
  state.asked.shift()
  answers.shift()?.(isConfirmed)
}

/** Shows the questions; rendered once, outside the pages. */
export function ConfirmHost() {
  const [question] = useSnapshot(state).asked
  return question && <ConfirmFrame question={question} onAnswer={answer} />
}
