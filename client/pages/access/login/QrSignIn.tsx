import { useSnapshot } from 'valtio'
import { qrLogin } from '../../../api/access/wecom'
import { startSession } from '../../../stores/session'
import { settings } from '../../../stores/settings'
import { useText } from '../../../ui/useText'
import { storeReturnTarget } from '../../../stores/return-target'
import { inLanguage } from '../../../ui/qr-panel/in-language'
import { QrPanel } from '../../../ui/qr-panel/QrPanel'

type QrSignInProps = {
  onSignedIn: () => void
  /** True over a page to return to: that page is not left. */ isInDialog?: boolean | undefined
}

/** Signs in the operator who has scanned the code and agreed on the phone, or on WeCom's own page in this window. */
export default function QrSignIn({ onSignedIn, isInDialog = false }: QrSignInProps) {
  const t = useText()
  const { locale } = useSnapshot(settings)

  async function finish(code: string, state: string) {
    startSession(await qrLogin({ code, state }), isInDialog ? {} : { isKept: false })
    onSignedIn()
  }

  return (
    <QrPanel purpose="sign-in" finish={finish}>
      {({ code, stage }) => (
        <>
          {code && stage === 'waiting' && !isInDialog && (
            <a href={inLanguage(code.loginUrl, locale)} onClick={() => storeReturnTarget(code.state)}>
              {t('qr.loginPage')}
            </a>
          )}
          <p className="note">{t('qr.hint')}</p>
        </>
      )}
    </QrPanel>
  )
}
