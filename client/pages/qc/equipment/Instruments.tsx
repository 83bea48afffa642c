import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Instrument, InstrumentCreated } from '#shared/qc/instrument'
import { instrumentApi } from '../../../api/qc/instrument'
import { Allow, useAllowed } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/overlay/Dialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { KeyRow } from '../../../ui/token/KeyRow'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { Tag } from '../../../ui/feedback/Tag'
import { useText } from '../../../ui/useText'
import { InstrumentKey, NewInstrument } from './InstrumentKey'
import './instruments.css'
import { DialogFooter } from '../../../ui/overlay/DialogFooter'

/** The keys of instruments that send measurements. Here they are created, shown once, and revoked. */
export default function Instruments({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [created, setCreated] = useState<InstrumentCreated>()
  const [isChanged, setIsChanged] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['qcInstrument'],
    queryFn: ({ signal }) => instrumentApi.list(signal),
    staleTime: 0,
  })
  const reload = () => void refetch()
  const unused = data?.filter(({ isUnused }) => isUnused).length ?? 0

  function show(instrument: InstrumentCreated) {
    setIsChanged(false)
    setCreated(instrument)
    reload()
  }

  return (
    <Dialog title={t('qcInstrument.keys')} open size="medium" isChanged={isChanged} onClose={onClose}>
      <p className="muted keys-intro">{t('qcInstrument.intro')}</p>
      {created ? (
        <InstrumentKey instrument={created} onDone={() => setCreated(undefined)} />
      ) : (
        <Allow tags={['qc:instrument:add']}>
          <NewInstrument onChanged={() => setIsChanged(true)} onCreated={show} />
        </Allow>
      )}
      <div className="dialog-late">
        {!data && !error && <Skeleton height="160px" />}
        {error && <ErrorState error={error} onRetry={reload} />}
        {data?.length === 0 && <p className="muted instruments-none">{t('qcInstrument.none')}</p>}
        {unused > 0 && <p className="muted keys-intro">{t('qcInstrument.unused', { count: unused })}</p>}
        <ul className="key-rows">
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
  const localized = useLocalizedName()
  const canRevoke = useAllowed(['qc:instrument:remove'])
  const { instrumentId, name, username, isAccountOn, product, productName, productNameEn } = instrument
  return (
    <KeyRow
      area="qcInstrument"
      credential={instrument}
      scope={
        product === null
          ? t('qcInstrument.anyLine')
          : localized({ name: productName ?? product, nameEn: productNameEn ?? '' })
      }
      account={t('qcInstrument.writesAs', { username: username || '-' })}
      tags={!isAccountOn && <Tag tone="warn">{t('qcInstrument.accountIsOff')}</Tag>}
      question={t('qcInstrument.revokeQuestion', { name })}
      canRevoke={canRevoke}
      revoke={() => instrumentApi.revoke(instrumentId)}
      onRevoked={onRevoked}
    />
  )
}
