import type { DemoAccount } from '../../stores/app-info'
import { Button } from '../../ui/Button'
import { useText } from '../../ui/useText'

type DemoAccountsProps = { accounts: readonly DemoAccount[]; onChoose: (account: DemoAccount) => void }

/** Accounts that anybody may use; choosing one fills the form. */
export function DemoAccounts({ accounts, onChoose }: DemoAccountsProps) {
  const t = useText()
  return (
    <section className="login-demo" aria-label={t('login.demo')}>
      <p>
        {t('login.demo')} · {t('login.demoHint')}
      </p>
      <ul className="login-demo-list">
        {accounts.map((account) => (
          <li key={account.username}>
            <Button onClick={() => onChoose(account)}>{account.label}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
