import type { ReactNode } from 'react'
import type { ApiTokenCreated } from '#shared/access/api-token'
import { Button } from '../Button'
import { copyText } from '../input/copy'
import { toast } from '../overlay/toast'
import { tr, useText } from '../useText'
import './token.css'

/** Shows a new token, once, with an example call ready for a shell. */
export function CreatedToken({ created: { token }, onDone }: { created: ApiTokenCreated; onDone: () => void }) {
  const t = useText()
  return (
    <div className="grid gap-16 token-created" role="status">
      <p>{t('apiToken.once')}</p>
      <input readOnly aria-label={t('apiToken.token')} value={token} onFocus={(event) => event.target.select()} />
      <p className="row wrap">
        <CopyButton text={token} isPrimary>
          {t('apiToken.copy')}
        </CopyButton>
        <Button onClick={onDone}>{t('qcKey.kept')}</Button>
      </p>
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

function CopyButton({ text, isPrimary, children }: { text: string; isPrimary?: boolean; children: ReactNode }) {
  async function copy() {
    if (await copyText(text)) toast.show(tr('action.copied'), { tone: 'success' })
  }
  return (
    <Button variant={isPrimary ? 'primary' : 'default'} icon="copy" onClick={() => void copy()}>
      {children}
    </Button>
  )
}
