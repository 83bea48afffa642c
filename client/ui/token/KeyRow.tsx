import type { ReactNode } from 'react'
import type { ProgramKey } from '#shared/access/api-token'
import { Button } from '../Button'
import { Tag } from '../feedback/Tag'
import { confirm } from '../overlay/confirm'
import { toast } from '../overlay/toast'
import { isDone } from '../record/record-actions'
import { Time } from '../time'
import { tr, useText } from '../useText'
import './key-row.css'

type KeyRowProps = {
  /** The texts: `qcWall` for links of displays. */
  area: 'qcInstrument' | 'qcWall' | 'apiToken'
  credential: Omit<ProgramKey, 'username' | 'isAccountOn' | 'product' | 'productName' | 'productNameEn'>
  /** The access that the key grants. */
  scope: string
  /** Shown before the other facts. */
  account?: string
  /** Shown below the facts. */
  details?: ReactNode
  /** Shown behind the other tags of a valid key. */
  tags?: ReactNode
  /** The question before revocation. */
  question: string
  canRevoke: boolean
  revoke: () => Promise<unknown>
  onRevoked: () => void
}

/** A key or link without a sign-in: its use, its state, and the button that revokes it. */
export function KeyRow(props: KeyRowProps) {
  const { area, credential, scope, account, details, tags, question, canRevoke, revoke, onRevoked } = props
  const { name, createName, createdAt, seenAt, revokedAt, expiresAt, isExpired, isUnused } = credential
  const t = useText()

  async function confirmAndRevoke() {
    const title = tr(`${area}.revoke`)
    const isConfirmed = await confirm({ title, text: question, confirmLabel: title, tone: 'danger' })
    if (!isConfirmed || !(await isDone(revoke()))) return
    toast.show(tr(`${area}.revoked`, { name }), { tone: 'success' })
    onRevoked()
  }

  return (
    <li className="split gap-12 key-row" data-area={area}>
      <div>
        <p className="key-name">
          {name} <span className="muted">{scope}</span>
        </p>
        <p className="muted small">
          {account && `${account} · `}
          {t('qcKey.madeBy', { name: createName })} <Time value={createdAt} />
          {' · '}
          {seenAt ? (
            <>
              {t(`${area}.seen`)} <Time value={seenAt} relative />
            </>
          ) : (
            t('qcKey.neverSeen')
          )}
          {expiresAt && (
            <>
              {' · '}
              {t('qcKey.until')} <Time value={expiresAt} />
            </>
          )}
        </p>
        {details}
      </div>
      {revokedAt ? (
        <Tag tone="pending">{t('qcKey.isRevoked')}</Tag>
      ) : (
        <>
          {isExpired && <Tag tone="pending">{t('qcKey.isExpired')}</Tag>}
          {isUnused && <Tag tone="warn">{t('qcKey.isUnused')}</Tag>}
          {tags}
          {canRevoke && (
            <Button variant="text" onClick={() => void confirmAndRevoke()} aria-label={t(`${area}.revokeOf`, { name })}>
              {t(`${area}.revoke`)}
            </Button>
          )}
        </>
      )}
    </li>
  )
}
