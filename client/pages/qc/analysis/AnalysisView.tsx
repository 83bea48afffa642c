import { createElement, useState } from 'react'
import { lineTime } from '#shared/format/line-time'
import type { SpcPoint } from '#shared/qc/analysis/schema'
import { useAllowed } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { addDays } from '../../../ui/input/days'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Menu } from '../../../ui/overlay/Menu'
import { PageHead } from '../../../ui/layout/PageHead'
import { part, usePart, type Part } from '../../../ui/part'
import { isReady } from '../../../ui/ready'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useText } from '../../../ui/useText'
import { SubTabs } from '../../../ui/layout/SubTabs'
import { useView, useVisibleRange, type Address, type AnalysisQuery, type ChangeAddress } from './analysis-query'
import { indexIn, spanOf } from './control/visible-range'
import { ControlTab } from './ControlTab'
import { ExportButtons } from './ExportButtons'
import { Filters } from './filters/Filters'
import { LineClock } from './line-clock'
import { Note } from './Note'
import { dayAt } from './ranges'
import type { useAnalysis } from './useAnalysis'
import { VerdictCard } from './VerdictCard'

/** The tabs after the control chart, each loaded when it is opened. */
const lazyTabs = [
  ['capability', part(() => import('./tabs/CapabilityTab'))],
  ['distribution', part(() => import('./tabs/DistributionTab'))],
  ['compare', part(() => import('./tabs/CompareTab'))],
  ['pareto', part(() => import('./tabs/ParetoTab'))],
  ['yield', part(() => import('./tabs/YieldTab'))],
  ['workload', part(() => import('./tabs/WorkloadTab'))],
  ['data', part(() => import('./tabs/DataTab'))],
] as const
const SettingsPanel = part(() => import('./settings/SettingsPanel'))
const LimitForm = dialogPart(() => import('./limits/LimitForm'))
const LimitSets = dialogPart(() => import('./limits/LimitSets'))
const dialogs = { settings: SettingsPanel, freeze: LimitForm, phase: LimitForm, sets: LimitSets }

type AnalysisViewProps = {
  itemKey: string
  address: Address
  change: ChangeAddress
  analysis: ReturnType<typeof useAnalysis>
}

/** The number of days shown before the last values. */
const LEAD_DAYS = 89

/** One characteristic: the filters on the left, the verdict and the tabs beside them. */
export function AnalysisView({ itemKey, address, change, analysis }: AnalysisViewProps) {
  const t = useText()
  const { items, query, other, lastAt, isWaiting, clock, tz } = analysis
  const { data, dataUpdatedAt, error, refetch, isFetching, isPlaceholderData } = analysis.spc
  // A failed refetch leaves the last chart on the page.
  const [latest, setLatest] = useState({ spc: data, at: dataUpdatedAt })
  if (data && data !== latest.spc) setLatest({ spc: data, at: dataUpdatedAt || latest.at })
  const spc = data ?? latest.spc
  const [selected, setSelected] = useState<SpcPoint>()
  const [range, setRange] = useVisibleRange(address, (zoomed) => change({ ...zoomed, itemKey }))
  const [opened, setOpened] = useState<keyof typeof dialogs>()
  const mayEdit = useAllowed(['qc:limit:edit'])
  const maySee = useAllowed(['qc:limit:list'])
  const close = () => setOpened(undefined)
  const [, showAll] = useView()

  async function open(name: keyof typeof dialogs) {
    if (await isReady(dialogs[name])) setOpened(name)
  }

  function goToLast() {
    if (!lastAt) return
    const day = dayAt(Date.parse(lastAt), clock)
    change({ range: undefined, from: addDays(day, -LEAD_DAYS), to: day })
  }

  const limitEntries = [
    ...(mayEdit ? [{ key: 'phase', label: t('qcLimit.newPhase'), onSelect: () => void open('phase') }] : []),
    ...(maySee ? [{ key: 'sets', label: t('qcLimit.list'), onSelect: () => void open('sets') }] : []),
  ]
  const { points = [] } = spc ?? {}
  const [first, last] = spanOf(points, range).map((index) => points[index])
  const visible = range && first && last && ([first.index, last.index] as const)

  return (
    <LineClock value={tz}>
      <section className="analysis" aria-busy={isFetching}>
        <PageHead title={t('page.analysis')}>
          <Button icon="chart" onClick={() => showAll('all')}>
            {t('qcAnalysis.allCharts')}
          </Button>
          {spc && <ExportButtons query={query} other={other} range={range} />}
          <Button icon="system-tools" disabled={!spc} aria-haspopup="dialog" onClick={() => void open('settings')}>
            {t('qcAnalysis.settings')}
          </Button>
          {limitEntries.length > 0 && (
            <Menu
              label={t('qcLimit.menu')}
              items={limitEntries}
              trigger={<Button icon="more">{t('qcLimit.menu')}</Button>}
            />
          )}
          {mayEdit && (
            <Button
              icon="lock"
              disabled={!spc || spc.values === 0 || isPlaceholderData}
              onClick={() => void open('freeze')}
            >
              {t('qcLimit.freeze')}
            </Button>
          )}
        </PageHead>
        <div className="analysis-columns">
          <Filters
            items={items.data ?? []}
            itemsAt={items.dataUpdatedAt}
            itemKey={itemKey}
            today={dayAt(Date.now(), clock)}
            address={address}
            change={change}
          />
          {error && !spc ? (
            items.data?.some((item) => item.itemKey === itemKey) ? (
              <ErrorState error={error} onRetry={() => void refetch()} />
            ) : (
              <EmptyState
                icon="chart"
                text={t('qcAnalysis.noSuchItem')}
                action={<Button onClick={() => change({ itemKey: undefined })}>{t('qcAnalysis.otherItem')}</Button>}
              />
            )
          ) : !spc || isWaiting ? (
            <Skeleton height="640px" />
          ) : (
            <div className="grid gap-12 analysis-main" data-stale={isPlaceholderData}>
              {error && (
                <Note tone="warn" action={<Button onClick={() => void refetch()}>{t('action.retry')}</Button>}>
                  {t('qcAnalysis.asOf', { time: lineTime(latest.at, tz), reason: error.message })}
                </Note>
              )}
              <VerdictCard spc={spc} change={change} onNewPhase={mayEdit ? () => void open('phase') : undefined} />
              <div className="analysis-tabs card">
                <SubTabs
                  label={t('qcAnalysis.tabs')}
                  tabs={[
                    {
                      name: 'control',
                      label: t('qcAnalysis.tab.control'),
                      panel: (
                        <ControlTab
                          spc={spc}
                          other={other}
                          query={query}
                          lastAt={lastAt}
                          onGoToLast={goToLast}
                          selected={selected}
                          onSelect={setSelected}
                          range={range}
                          onRange={setRange}
                        />
                      ),
                    },
                    ...lazyTabs.map(([name, tab]) => ({
                      name,
                      label: t(`qcAnalysis.tab.${name}`),
                      panel: <LazyTab part={tab} query={query} />,
                    })),
                  ]}
                />
              </div>
            </div>
          )}
        </div>
        {spc && opened === 'settings' && <SettingsPanel spc={spc} address={address} change={change} onClose={close} />}
        {spc && (opened === 'freeze' || opened === 'phase') && (
          <LimitForm
            kind={opened}
            spc={spc}
            query={query}
            span={visible}
            at={selected && points[indexIn(points, selected)]?.at}
            onClose={close}
          />
        )}
        {spc && opened === 'sets' && <LimitSets spc={spc} onClose={close} />}
      </section>
    </LineClock>
  )
}

type TabProps = { query: AnalysisQuery }

/** A tab, with a skeleton until its code has arrived. */
function LazyTab({ part: tab, query }: TabProps & { part: Part<TabProps> }) {
  const { Loaded, failure, retry } = usePart(tab)
  if (failure) return <ErrorState error={failure} onRetry={retry} />
  return Loaded ? createElement(Loaded, { query }) : <Skeleton height="320px" />
}
