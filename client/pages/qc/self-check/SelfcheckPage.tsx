import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { grouped } from '#shared/format/number'
import type { Selfcheck, SelfcheckCase } from '#shared/qc/self-check'
import { saveFile } from '../../../api/download'
import { getSelfcheck } from '../../../api/qc/self-check'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Fact } from '../../../ui/layout/Fact'
import { PageHead } from '../../../ui/layout/PageHead'
import { part } from '../../../ui/part'
import { isReady } from '../../../ui/ready'
import { Select } from '../../../ui/input/Select'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { Switch } from '../../../ui/input/Switch'
import { TableScroller } from '../../../ui/table/TableScroller'
import { Tag } from '../../../ui/feedback/Tag'
import { useText } from '../../../ui/useText'
import { csvOf } from './selfcheck-csv'
import { CaseTable } from './CaseTable'
import { kindName } from './case-words'
import './selfcheck.css'

const PrintedCases = part(() => import('./PrintedCases'))

/** The figures of the statistics engine beside published ones: evidence for signers of its results. */
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
      (data?.cases ?? []).filter(
        (item) => (kind === undefined || item.kind === kind) && !(isMissedOnly && item.isHeld),
      ),
    [data, kind, isMissedOnly],
  )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="480px" />
  const kinds = [...new Set(data.cases.map((item) => item.kind))].toSorted()

  function exportCsv() {
    saveFile({ name: `${t('qcSelfcheck.file')}.csv`, content: csvOf(t, cases) })
  }

  return (
    <section className="grid gap-16 selfcheck">
      <PageHead title={t('qcSelfcheck.title')} intro={t('qcSelfcheck.intro')}>
        <Button disabled={cases.length === 0} onClick={exportCsv}>
          {t('qcSelfcheck.export')}
        </Button>
        <Button disabled={cases.length === 0} onClick={() => void isReady(PrintedCases).then(setIsPrinting)}>
          {t('qcRecord.print')}
        </Button>
      </PageHead>
      <Figures of={data} />
      <div className="card">
        <div className="row wrap gap-12 selfcheck-filters">
          <Select
            label={t('qcSelfcheck.kind')}
            placeholder={t('qcSelfcheck.anyKind')}
            value={kind}
            options={kinds.map((value) => ({ value, label: kindName(t, value) }))}
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

/** The version of the engine, the number of comparisons, and whether all of them hold. */
function Figures({ of: { engineVersion, held, missed, figures } }: { of: Selfcheck }) {
  const t = useText()
  return (
    <div className="row wrap card selfcheck-head">
      <p>
        {missed === 0 ? (
          <Tag tone="ok">{t('qcSelfcheck.allHeld')}</Tag>
        ) : (
          <Tag tone="ng">{t('qcSelfcheck.someMissed', { count: missed })}</Tag>
        )}
      </p>
      <dl className="row stretch wrap">
        <Fact label={t('qcSelfcheck.version')}>{engineVersion}</Fact>
        <Fact label={t('qcSelfcheck.held')}>{held}</Fact>
        <Fact label={t('qcSelfcheck.missed')}>{missed}</Fact>
        <Fact label={t('qcSelfcheck.figures')}>{grouped(figures)}</Fact>
      </dl>
    </div>
  )
}

/** The result of each method; its cases and figures are folded. */
function Methods({ cases, isOpen }: { cases: readonly SelfcheckCase[]; isOpen: boolean }) {
  const t = useText()
  const kinds = Map.groupBy(cases, ({ kind }) => kind)
  return (
    <ul className="selfcheck-methods">
      {[...kinds]
        .toSorted(([a], [b]) => kindName(t, a).localeCompare(kindName(t, b)))
        .map(([kind, casesOfKind]) => {
          const missed = casesOfKind.filter(({ isHeld }) => !isHeld).length
          const figures = sumOf(casesOfKind.flatMap(({ checks }) => checks.map((check) => check.figures)))
          return (
            <li key={kind}>
              <details open={isOpen || missed > 0}>
                <summary>
                  <b>{kindName(t, kind)}</b>
                  <Tag tone={missed === 0 ? 'ok' : 'ng'}>
                    {t(missed === 0 ? 'qcSelfcheck.isHeld' : 'qcSelfcheck.isMissed')}
                  </Tag>
                  <span className="selfcheck-count">
                    {t('qcSelfcheck.amount', { cases: casesOfKind.length, figures: grouped(figures) })}
                  </span>
                </summary>
                <TableScroller label={kindName(t, kind)}>
                  <CaseTable label={kindName(t, kind)} cases={casesOfKind} />
                </TableScroller>
              </details>
            </li>
          )
        })}
    </ul>
  )
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
