import { useEffect } from 'react'
import { goOn } from './go-on'
import { answerQuestion, SessionOverDialog, useQuestion } from './question'

/** Where the question whether to sign in again appears. Leaving the pages behind answers it. */
export function SessionOver() {
  const { isAsked, waiting } = useQuestion()
  useEffect(() => () => answerQuestion(false), [])
  return (
    isAsked && (
      <SessionOverDialog waiting={waiting} onSignedIn={() => void goOn()} onReadOn={() => answerQuestion(false)} />
    )
  )
}
