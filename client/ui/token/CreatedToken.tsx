import type { ApiTokenCreated } from '#shared/access/api-token'
import { useText } from '../useText'
import { CopyButton, ShownOnce } from './ShownOnce'
import './token.css'

/** Shows a new token, once, with an example call ready for a shell. */
export function CreatedToken({ created: { token }, onDone }: { created: ApiTokenCreated; onDone: () => void }) {
  const t = useText()
  return (
    <div className="key-once" role="status">
      <ShownOnce
        text={t('apiToken.once')}
        label={t('apiToken.token')}
        secret={token}
        copyLabel={t('apiToken.copy')}
        onDone={onDone}
      />
      <ExampleCall token={token} />
    </div>
  )
}

/** An example call that returns the account of the token and its permissions. */
export function ExampleCall({ token }: { token: string }) {
  const t = useText()
  const call = `curl -H "Authorization: Bearer ${token}" ${location.origin}/api/v1/getinfo`
  return (
    <div className="grid">
      <p>{t('apiToken.try')}</p>
      <pre className="token-code">{call}</pre>
      <p>
        <CopyButton text={call}>{t('apiToken.copyCall')}</CopyButton>
      </p>
    </div>
  )
}
