import { qrLogin } from '../../api/wechat'
import { startSession } from '../../stores/session'
import { useText } from '../../ui/useText'
import { keepWayBack } from '../auth-redirect/way-back'
import { QrPanel } from './QrPanel'

type QrSignInProps = { onSignedIn: () => void }

/** Signs in as whoever has scanned the code and agreed on the phone, or on WeCom's own page in this window. */
export default function QrSignIn({ onSignedIn }: QrSignInProps) {
  const t = useText()

  async function finish(code: string, state: string) {
    startSession(await qrLogin({ code, state }))
    onSignedIn()
  }

  return (
    <QrPanel purpose="sign-in" finish={finish}>
      {({ code, stage }) => (
        <>
          {code && stage === 'waiting' && (
            <a href={code.loginUrl} onClick={() => keepWayBack(code.state)}>
              {t('qr.loginPage')}
            </a>
          )}
          <p className="qr-hint">{t('qr.hint')}</p>
        </>
      )}
    </QrPanel>
  )
}
