import { useEffect } from 'react'
import { answerQuestion, SessionOverDialog, useQuestion } from './question'

/** Where the question whether to sign in again appears. Leaving the pages behind answers it. */
export function SessionOver() {
  const { isAsked } = useQuestion()
  useEffect(() => () => answerQuestion(false), [])
  return isAsked && <SessionOverDialog />
}
