import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { grouped } from '#shared/format/number'
import type { Selfcheck } from '#shared/qc/self-check'
import { saveFile } from '../../../api/download'
import { getSelfcheck } from '../../../api/qc/self-check'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { PageHead } from '../../../ui/layout/PageHead'
import { part } from '../../../ui/part'
import { isReady } from '../../../ui/ready'
import { Select } from '../../../ui/input/Select'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { Switch } from '../../../ui/input/Switch'
import { Tag } from '../../../ui/feedback/Tag'
import { useText } from '../../../ui/useText'
import { csvOf } from './selfcheck-csv'
import { kindName } from './case-words'
import { Methods } from './Methods'
import './selfcheck.css'

const PrintedCases = part(() => import('./PrintedCases'))

/** The statistics engine beside figures that are known: whoever signs for its results can see that it is right. */
export default function SelfcheckPage() {
  const t = useText()
  const [kind, setKind] = useState<string>()
  const [isMissedOnly, setIsMissedOnly] = useState(false)
  const [isPrinting, setIsPrinting] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['qc-selfcheck'],
    queryFn: ({ signal }) => getSelfcheck(signal),
    staleTime: Infinity,
    retry: false,
  })
  const cases = useMemo(
    () =>
      (data?.cases ?? []).filter((one) => (kind === undefined || one.kind === kind) && !(isMissedOnly && one.isHeld)),
    [data, kind, isMissedOnly],
  )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="480px" />
  const kinds = [...new Set(data.cases.map((one) => one.kind))].toSorted()

  function exportCsv() {
    saveFile({ name: `${t('qcSelfcheck.file')}.csv`, content: csvOf(t, cases) })
  }

  return (
    <section className="selfcheck">
      <PageHead title={t('qcSelfcheck.title')} intro={t('qcSelfcheck.intro')}>
        <Button disabled={cases.length === 0} onClick={exportCsv}>
          {t('qcSelfcheck.export')}
        </Button>
        <Button
          disabled={cases.length === 0}
          onClick={() => void isReady(PrintedCases).then((isThere) => isThere && setIsPrinting(true))}
        >
          {t('qcSelfcheck.print')}
        </Button>
      </PageHead>
      <Figures of={data} />
      <div className="card">
        <div className="selfcheck-filters">
          <Select
            label={t('qcSelfcheck.kind')}
            placeholder={t('qcSelfcheck.anyKind')}
            value={kind}
            options={kinds.map((one) => ({ value: one, label: kindName(t, one) }))}
            onSelect={setKind}
          />
          <Switch label={t('qcSelfcheck.onlyMissed')} checked={isMissedOnly} onChange={setIsMissedOnly} />
        </div>
        {cases.length === 0 ? (
          <EmptyState text={t('qcSelfcheck.none')} />
        ) : (
          <Methods key={kind} cases={cases} isOpen={kind !== undefined} />
        )}
      </div>
      {isPrinting && <PrintedCases of={data} cases={cases} onClose={() => setIsPrinting(false)} />}
    </section>
  )
}

/** Which engine, how much of it was compared, and whether all of it holds. */
function Figures({ of: { engineVersion, held, missed, figures } }: { of: Selfcheck }) {
  const t = useText()
  return (
    <div className="selfcheck-head card">
      <p>
        {missed === 0 ? (
          <Tag tone="ok">{t('qcSelfcheck.allHeld')}</Tag>
        ) : (
          <Tag tone="ng">{t('qcSelfcheck.someMissed', { count: missed })}</Tag>
        )}
      </p>
      <dl>
        <div>
          <dt>{t('qcSelfcheck.version')}</dt>
          <dd>{engineVersion}</dd>
        </div>
        <div>
          <dt>{t('qcSelfcheck.held')}</dt>
          <dd>{held}</dd>
        </div>
        <div>
          <dt>{t('qcSelfcheck.missed')}</dt>
          <dd>{missed}</dd>
        </div>
        <div>
          <dt>{t('qcSelfcheck.figures')}</dt>
          <dd>{grouped(figures)}</dd>
        </div>
      </dl>
    </div>
  )
}
