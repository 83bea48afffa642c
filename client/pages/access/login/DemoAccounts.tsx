import { useEffect, useEffectEvent } from 'react'
import type { DemoAccount } from '../../../stores/app-info'
import { Button } from '../../../ui/Button'
import { useText } from '../../../ui/useText'
import './DemoAccounts.css'

type DemoAccountsProps = {
  accounts: readonly DemoAccount[]
  /** Signing in takes more than what is filled in here. */
  isCaptchaAsked: boolean
  onChoose: (account: DemoAccount) => void
}

/** Accounts that anybody may use; choosing one fills the form, and so does the first by itself. */
export default function DemoAccounts({ accounts, isCaptchaAsked, onChoose }: DemoAccountsProps) {
  const t = useText()
  const offerFirst = useEffectEvent(() => {
    const [first] = accounts
    const name = document.querySelector<HTMLInputElement>('.login-form [name=username]')
    if (first && !name?.value) onChoose(first) // unless somebody was quicker
  })
  useEffect(() => offerFirst(), [])
  return (
    <section className="grid login-demo" aria-label={t('login.demo')}>
      <p>
        {t('login.demo')} · {t(isCaptchaAsked ? 'login.demoHintCaptcha' : 'login.demoHint')}
      </p>
      <ul className="row stretch center wrap">
        {accounts.map((account) => (
          <li key={account.username}>
            <Button onClick={() => onChoose(account)}>{account.label}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
