import type { StartProgress } from '../api/failure'
import { useText } from '../ui/useText'
import './StartingPage.css'

/** In place of everything while the server opens and fills its database. */
export function StartingPage({ phase, done, total }: StartProgress) {
  const t = useText()
  const known = (['database', 'data', 'accounts'] as const).find((name) => name === phase)
  return (
    <main className="starting">
      <div className="starting-card card">
        <h1>{t('error.starting')}</h1>
        <progress aria-label={t('error.starting')} {...(total > 0 && { value: done, max: total })} />
        <p role="status">{known ? t(`starting.${known}`) : t('starting.soon')}</p>
        <p className="starting-hint">{t('starting.hint')}</p>
      </div>
    </main>
  )
}
