import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiToken } from '#shared/access/api-token'
import { ownTokenApi, tokenApi } from '../../api/access/api-token'
import { apiTokenTexts, withWords } from '../app/word-parts'
import { Button } from '../Button'
import { ErrorState } from '../feedback/ErrorState'
import { Skeleton } from '../feedback/Skeleton'
import { Tag } from '../feedback/Tag'
import { dialogPart } from '../overlay/Dialog'
import { KeyRow } from './KeyRow'
import { useLocalizedName } from '../qc/localized-name'
import { isReady } from '../ready'
import { useText } from '../useText'
import './token.css'

const NewToken = dialogPart(() => withWords(() => import('./NewToken'), apiTokenTexts))

type TokenListProps = {
  /** The tokens of all accounts instead of the operator's own; a new one is for a named account. */
  isService?: boolean
  canMake?: boolean
  canRevoke?: boolean
}

/** Tokens of programs, the newest first, with buttons to create and revoke them. */
export function TokenList({ isService = false, canMake = true, canRevoke = true }: TokenListProps) {
  const t = useText()
  const [isMaking, setIsMaking] = useState(false)
  const api = isService ? tokenApi : ownTokenApi
  const { data, error, refetch } = useQuery({
    queryKey: ['api-token', isService],
    queryFn: ({ signal }) => api.list(signal),
    staleTime: 0,
  })
  const reload = () => void refetch()

  async function make() {
    if (await isReady(NewToken)) setIsMaking(true)
  }

  return (
    <div className="tokens">
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <Skeleton height="72px" />}
      {data?.length === 0 && <p className="muted">{t(isService ? 'apiToken.serviceNone' : 'apiToken.ownNone')}</p>}
      <ul className="key-rows">
        {data?.map((token) => (
          <TokenRow
            key={token.tokenId}
            token={token}
            isOwn={!isService}
            canRevoke={canRevoke}
            revoke={() => api.revoke(token.tokenId)}
            onRevoked={reload}
          />
        ))}
      </ul>
      {canMake && (
        <Button icon="plus" onClick={() => void make()}>
          {t(isService ? 'apiToken.makeService' : 'apiToken.make')}
        </Button>
      )}
      {isMaking && <NewToken isService={isService} onMade={reload} onClose={() => setIsMaking(false)} />}
    </div>
  )
}

type TokenRowProps = {
  token: ApiToken
  isOwn: boolean
  canRevoke: boolean
  revoke: () => Promise<unknown>
  onRevoked: () => void
}

function TokenRow({ token, isOwn, ...row }: TokenRowProps) {
  const t = useText()
  const localized = useLocalizedName()
  const { name, kind, username, isAccountOn, scopes, product, productName, productNameEn } = token
  const line = product === null ? '' : localized({ name: productName ?? product, nameEn: productNameEn ?? '' })
  const kindOf = t(kind === 'personal' ? 'apiToken.personal' : 'apiToken.kindService')
  return (
    <KeyRow
      area="apiToken"
      credential={token}
      scope={[isOwn && kind === 'personal' ? '' : kindOf, line].filter(Boolean).join(' · ')}
      account={isOwn ? '' : t('apiToken.actsAs', { username: username || '-' })}
      details={
        <details className="token-scopes small">
          <summary>{t('apiToken.scopesOf', { count: scopes.length })}</summary>
          <code>{scopes.join(' ')}</code>
        </details>
      }
      tags={!isAccountOn && <Tag tone="warn">{t('apiToken.accountIsOff')}</Tag>}
      question={t('apiToken.revokeQuestion', { name })}
      {...row}
    />
  )
}
