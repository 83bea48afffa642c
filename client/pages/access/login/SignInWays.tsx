import { useEffect, useEffectEvent, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../../../stores/app-info'
import { startSession } from '../../../stores/session'
import { settings } from '../../../stores/settings'
import { nodeOf } from '../../../ui/markup'
import { tr } from '../../../ui/useText'
import { openSignIn } from './form'
import { signInWays } from './markup'
import { mountQr } from './mount-qr'

type SignInWaysProps = {
  /** The username of the ended session. */
  username: string
  onSignedIn: () => void
}

/** The form of the sign-in page in a dialog, for one operator. */
export function SignInWays({ username, onSignedIn }: SignInWaysProps) {
  const place = useRef<HTMLDivElement>(null)
  const form = useRef<ReturnType<typeof openSignIn>>(undefined)
  const { locale } = useSnapshot(settings)
  const { isWecomEnabled } = useSnapshot(appInfo)
  const finish = useEffectEvent(onSignedIn)

  useEffect(() => {
    const root = place.current
    if (!root) return
    root.append(...signInWays(tr, { username }).map((part) => nodeOf(part)))
    const opened = openSignIn(root, {
      say: tr,
      isInDialog: true,
      onSignedIn(ticket) {
        startSession(ticket)
        finish()
      },
      showQr: (panel) => mountQr(panel, { isInDialog: true, onSignedIn: () => finish() }),
    })
    form.current = opened
    return () => {
      opened.close()
      root.replaceChildren()
    }
  }, [username])
  useEffect(() => form.current?.offerQr(isWecomEnabled), [username, isWecomEnabled])
  useEffect(() => form.current?.translate(), [locale])

  return <div ref={place} />
}
