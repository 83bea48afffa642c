import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Instrument, InstrumentCreated } from '#shared/qc/instrument'
import { instrumentApi } from '../../../api/qc/instrument'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { confirm } from '../../../ui/overlay/confirm'
import { Dialog } from '../../../ui/overlay/Dialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { useCalled } from '../../../ui/qc/localized-name'
import { isDone } from '../../../ui/record/record-actions'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import { toast } from '../../../ui/overlay/toast'
import { tr, useText } from '../../../ui/useText'
import { InstrumentKey } from './InstrumentKey'
import { NewInstrument } from './NewInstrument'
import './instruments.css'
import { DialogFooter } from '../../../ui/overlay/DialogFooter'

/** The keys of instruments that send measurements. They are created here, shown once, and revoked. */
export default function Instruments({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [created, setCreated] = useState<InstrumentCreated>()
  const { data, error, refetch } = useQuery({
    queryKey: ['qcInstrument'],
    queryFn: ({ signal }) => instrumentApi.list(signal),
    staleTime: 0,
  })
  const reload = () => void refetch()
  const unused = data?.filter(({ isUnused }) => isUnused).length ?? 0

  function show(instrument: InstrumentCreated) {
    setCreated(instrument)
    reload()
  }

  return (
    <Dialog title={t('qcInstrument.keys')} open size="medium" onClose={onClose}>
      <p className="instruments-intro">{t('qcInstrument.intro')}</p>
      {created ? (
        <InstrumentKey instrument={created} onDone={() => setCreated(undefined)} />
      ) : (
        <Allow tags={['qc:instrument:add']}>
          <NewInstrument onCreated={show} />
        </Allow>
      )}
      <div className="dialog-late">
        {!data && !error && <Skeleton height="160px" />}
        {error && <ErrorState error={error} onRetry={reload} />}
        {data?.length === 0 && <p className="instruments-none">{t('qcInstrument.none')}</p>}
        {unused > 0 && <p className="instruments-intro">{t('qcInstrument.unused', { count: unused })}</p>}
        <ul className="instruments">
          {data?.map((instrument) => (
            <InstrumentRow key={instrument.instrumentId} instrument={instrument} onRevoked={reload} />
          ))}
        </ul>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </DialogFooter>
    </Dialog>
  )
}

function InstrumentRow({ instrument, onRevoked }: { instrument: Instrument; onRevoked: () => void }) {
  const t = useText()
  const called = useCalled()
  const { name, username, isAccountOn, product, productName, productNameEn, createName, createdAt, seenAt } = instrument
  const line =
    product === null ? t('qcInstrument.anyLine') : called({ name: productName ?? product, nameEn: productNameEn ?? '' })

  async function revoke() {
    const isSure = await confirm({
      title: tr('qcInstrument.revoke'),
      text: tr('qcInstrument.revokeQuestion', { name }),
      confirmLabel: tr('qcInstrument.revoke'),
      tone: 'danger',
    })
    if (!isSure || !(await isDone(instrumentApi.revoke(instrument.instrumentId)))) return
    toast.show(tr('qcInstrument.revoked', { name }), { tone: 'success' })
    onRevoked()
  }

  return (
    <li className="instrument-row">
      <div>
        <p className="instrument-name">
          {name} <span>{line}</span>
        </p>
        <p className="instrument-facts">
          {t('qcInstrument.writesAs', { username: username || '-' })}
          {' · '}
          {t('qcKey.madeBy', { name: createName })} <Time value={createdAt} />
          {' · '}
          {seenAt ? (
            <>
              {t('qcInstrument.seen')} <Time value={seenAt} relative />
            </>
          ) : (
            t('qcKey.neverSeen')
          )}
          {instrument.expiresAt && (
            <>
              {' · '}
              {t('qcKey.until')} <Time value={instrument.expiresAt} />
            </>
          )}
        </p>
      </div>
      {instrument.revokedAt ? (
        <Tag tone="pending">{t('qcKey.isRevoked')}</Tag>
      ) : (
        <>
          {instrument.isExpired && <Tag tone="pending">{t('qcKey.isExpired')}</Tag>}
          {instrument.isUnused && <Tag tone="warn">{t('qcKey.isUnused')}</Tag>}
          {!isAccountOn && <Tag tone="warn">{t('qcInstrument.accountIsOff')}</Tag>}
          <Allow tags={['qc:instrument:remove']}>
            <Button variant="text" onClick={() => void revoke()} aria-label={t('qcInstrument.revokeOf', { name })}>
              {t('qcInstrument.revoke')}
            </Button>
          </Allow>
        </>
      )}
    </li>
  )
}
