import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../../stores/session'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/icons/Icon'
import { useText } from '../../ui/useText'
import { continueSession } from './continue-session'
import { answerSignInPrompt, SessionOverDialog, useSignInPrompt, askToSignIn } from './sign-in-prompt'

/** Shows the question to sign in again. Leaving the pages counts as "no". */
export function SessionOver() {
  const { isAsked, waiting } = useSignInPrompt()
  useEffect(() => () => answerSignInPrompt(false), [])
  return (
    isAsked && (
      <SessionOverDialog
        waiting={waiting}
        onSignedIn={() => void continueSession()}
        onReadOn={() => answerSignInPrompt(false)}
      />
    )
  )
}

/** Shown while an operator reads on without a session. */
export function SessionStrip() {
  const t = useText()
  const { token, stayingAt } = useSnapshot(session)
  const { isAsked } = useSignInPrompt()
  if (token !== '' || stayingAt.length === 0 || isAsked) return null
  return (
    <p className="notice notice-offline">
      <Icon name="warning" />
      {t('sessionOver.strip')}
      <Button variant="text" onClick={() => void askToSignIn({ isWrite: false })}>
        {t('sessionOver.signIn')}
      </Button>
    </p>
  )
}
