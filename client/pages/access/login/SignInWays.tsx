import { useId } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../../../stores/app-info'
import { withMoreStyles } from '../../../ui/app/app-styles'
import { beyondSignIn } from '../../../ui/app/beyond-sign-in'
import { part } from '../../../ui/part'
import { LoginForm, type LoginFormProps } from './LoginForm'
import type { SignInWay } from './useSignInWay'

/** `way` and `onChoose` come from `useSignInWay`. */
type SignInWaysProps = LoginFormProps & { way: SignInWay; onChoose: (way: SignInWay) => void }

const SignInTabs = part(() => beyondSignIn(() => import('./SignInTabs')))
const QrSignIn = part(() => beyondSignIn(() => withMoreStyles(() => import('./QrSignIn'))))

/** Name and password, and beside them the QR code where the server knows WeCom. What was typed stays meanwhile. */
export function SignInWays({ way, onChoose, ...form }: SignInWaysProps) {
  const id = useId()
  const { isWecomEnabled } = useSnapshot(appInfo)
  const idOf = (option: SignInWay) => id + option
  const panel = (option: SignInWay) => ({
    hidden: option !== way,
    ...(isWecomEnabled && { role: 'tabpanel', id: `${idOf(option)}-panel`, 'aria-labelledby': idOf(option) }),
  })
  return (
    <>
      {isWecomEnabled && (
        <div className="login-ways">
          <SignInTabs way={way} onChoose={onChoose} idOf={idOf} isInDialog={form.isInDialog} />
        </div>
      )}
      <div {...panel('password')}>
        <LoginForm {...form} />
      </div>
      <div {...panel('code')}>
        {way === 'code' && <QrSignIn onSignedIn={form.onSignedIn} isInDialog={form.isInDialog} />}
      </div>
    </>
  )
}
