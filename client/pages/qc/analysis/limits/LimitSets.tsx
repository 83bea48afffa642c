import { useState } from 'react'
import { grouped } from '#shared/format/number'
import type { LimitStatus } from '#shared/qc/analysis/kinds'
import type { Spc } from '#shared/qc/analysis/schema'
import type { LimitSet } from '#shared/qc/limit'
import { limitSetApi } from '../../../../api/qc/limit'
import { useAllowed } from '../../../../ui/Allow'
import { Button } from '../../../../ui/Button'
import { Dialog, dialogPart } from '../../../../ui/overlay/Dialog'
import { isReady } from '../../../../ui/ready'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { Tag, type Tone } from '../../../../ui/feedback/Tag'
import { useText } from '../../../../ui/useText'
import { figuresOf } from '../../../../ui/qc/figures'
import { useLineTime } from '../line-clock'
import { useLimitSets } from './useLimitSets'
import './limit-sets.css'

const AskReason = dialogPart(() => import('./AskReason'))

type LimitSetsProps = { spc: Spc; onClose: () => void }

const tones: Record<LimitStatus, Tone> = { active: 'ok', trial: 'info', retired: 'pending' }

/** All limit sets of a characteristic: their figures, their time in force, their base and their reason. */
export default function LimitSets({ spc, onClose }: LimitSetsProps) {
  const t = useText()
  const time = useLineTime()
  const localized = useLocalizedName()
  const sets = useLimitSets(spc.itemKey)
  const mayEdit = useAllowed(['qc:limit:edit'])
  const [change, setChange] = useState<{ set: LimitSet; status: 'active' | 'retired' }>()
  const { write, unit } = figuresOf(spc.chart, spc.item)

  async function ask(set: LimitSet, status: 'active' | 'retired') {
    if (await isReady(AskReason)) setChange({ set, status })
  }

  return (
    <>
      <Dialog title={t('qcLimit.list')} open={!change} onClose={onClose} size="medium">
        {sets.length === 0 ? (
          <p className="dialog-text">{t('qcLimit.none')}</p>
        ) : (
          <ul className="limit-sets">
            {sets.map((set) => (
              <li key={set.limitSetId}>
                <p className="row wrap">
                  <Tag tone={tones[set.status]}>{t(`qcLimit.status.${set.status}`)}</Tag>
                  <b>
                    {time(set.validFrom)} – {set.validTo ? time(set.validTo) : t('qcLimit.open')}
                  </b>
                </p>
                <p>
                  {t(`qcAnalysis.chart.${set.chart}`)}
                  {set.status !== 'trial' && (
                    <>
                      {' · '}
                      {t('qcLimit.figures', {
                        centre: write(set.centre),
                        sigma: Number(set.sigma.toPrecision(4)),
                      })}{' '}
                      {unit}
                      {set.sigmaMethod &&
                        ` · ${t('qcLimit.sigmaBy', { method: t(`qcAnalysis.sigma.${set.sigmaMethod}`) })}`}
                    </>
                  )}
                  {set.equipmentName !== null &&
                    ` · ${localized({ name: set.equipmentName, nameEn: set.equipmentNameEn ?? '' })}`}
                </p>
                <p>{set.reason}</p>
                <p className="muted small">
                  {set.createName} · {time(set.createdAt)}
                  {set.baseFrom &&
                    set.baseTo &&
                    ` · ${t('qcLimit.base', { from: time(set.baseFrom), to: time(set.baseTo), count: grouped(set.points ?? 0) })}`}
                </p>
                {mayEdit && set.status !== 'retired' && (
                  <p className="row stretch limit-set-actions">
                    {set.status === 'trial' && (
                      <Button onClick={() => void ask(set, 'active')}>{t('qcLimit.freeze')}</Button>
                    )}
                    <Button variant="text" onClick={() => void ask(set, 'retired')}>
                      {t('qcLimit.retire')}
                    </Button>
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </Dialog>
      {change && (
        <AskReason
          title={t(change.status === 'active' ? 'qcLimit.freeze' : 'qcLimit.retire')}
          text={t(change.status === 'active' ? 'qcLimit.freezeTrialText' : 'qcLimit.retireText')}
          onSubmit={(reason) => limitSetApi.change(change.set.limitSetId, { status: change.status, reason })}
          onClose={() => setChange(undefined)}
        />
      )}
    </>
  )
}
