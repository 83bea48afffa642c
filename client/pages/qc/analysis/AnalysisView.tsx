import { createElement, useState } from 'react'
import { lineTime } from '#shared/qc/day'
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
import type { Address, AnalysisQuery, ChangeAddress } from './analysis-query'
import { placeOf, spanOf, type Shown } from './control/kept-points'
import { ControlTab } from './ControlTab'
import { ExportButtons } from './ExportButtons'
import { Filters } from './filters/Filters'
import { useLimits } from './limits/useLimitSets'
import { LineClock } from './line-clock'
import { Note } from './Note'
import type { useAnalysis } from './useAnalysis'
import { VerdictCard } from './VerdictCard'

/** The tabs behind that of the control chart, each fetched when it is opened. */
const furtherTabs = [
  ['capability', part(() => import('./tabs/CapabilityTab'))],
  ['distribution', part(() => import('./tabs/DistributionTab'))],
  ['compare', part(() => import('./tabs/CompareTab'))],
  ['pareto', part(() => import('./tabs/ParetoTab'))],
  ['yield', part(() => import('./tabs/YieldTab'))],
  ['data', part(() => import('./tabs/DataTab'))],
] as const
const SettingsPanel = part(() => import('./settings/SettingsPanel'))
const LimitForm = dialogPart(() => import('./limits/LimitForm'))
const LimitSets = dialogPart(() => import('./limits/LimitSets'))

type AnalysisViewProps = {
  itemKey: string
  address: Address
  change: ChangeAddress
  analysis: ReturnType<typeof useAnalysis>
}

/** So many days lead up to the last values. */
const LEAD_DAYS = 89

/** One characteristic: what is looked at on the left, what it comes to beside it. */
export function AnalysisView({ itemKey, address, change, analysis }: AnalysisViewProps) {
  const t = useText()
  const { items, query, last, isWaiting, tz } = analysis
  const { data, dataUpdatedAt, error, refetch, isFetching, isPlaceholderData } = analysis.spc
  const [held, setHeld] = useState({ spc: data, at: dataUpdatedAt })
  if (data && data !== held.spc) setHeld({ spc: data, at: dataUpdatedAt || held.at })
  const spc = data ?? held.spc
  const [chosen, setChosen] = useState<SpcPoint>()
  const [shown, setShown] = useState<Shown>()
  const [opened, setOpened] = useState<'settings' | 'freeze' | 'phase' | 'sets'>()
  const mayEdit = useAllowed(['qc:limit:edit'])
  const maySee = useAllowed(['qc:limit:list'])
  const { sets, machines } = useLimits(query, spc)
  const close = () => setOpened(undefined)

  async function open(what: NonNullable<typeof opened>) {
    const needed = { settings: SettingsPanel, freeze: LimitForm, phase: LimitForm, sets: LimitSets }[what]
    if (await isReady(needed)) setOpened(what)
  }

  function goToLast() {
    if (!last) return
    const day = lineTime(last, tz, '{y}-{m}-{d}')
    change({ range: undefined, from: addDays(day, -LEAD_DAYS), to: day })
  }

  const entries = [
    ...(mayEdit ? [{ key: 'phase', label: t('qcLimit.newPhase'), onSelect: () => void open('phase') }] : []),
    ...(maySee ? [{ key: 'sets', label: t('qcLimit.list'), onSelect: () => void open('sets') }] : []),
  ]
  const { points = [] } = spc ?? {}
  const chosenPoint = chosen && points[placeOf(points, chosen)]
  const [first, until] = spanOf(points, shown).map((index) => points[index]?.index)
  const inSight = shown && first !== undefined && until !== undefined ? ([first, until] as const) : undefined

  return (
    <LineClock value={tz}>
      <section className="analysis" aria-busy={isFetching}>
        <PageHead title={t('qcAnalysis.title')}>
          {spc && <ExportButtons query={query} />}
          <Button icon="system-tools" disabled={!spc} aria-haspopup="dialog" onClick={() => void open('settings')}>
            {t('qcAnalysis.settings')}
          </Button>
          {entries.length > 0 && (
            <Menu
              label={t('qcLimit.menu')}
              items={entries}
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
            <div className="analysis-main" data-stale={isPlaceholderData}>
              {error && (
                <Note tone="warn" action={<Button onClick={() => void refetch()}>{t('action.retry')}</Button>}>
                  {t('qcAnalysis.asOf', { time: lineTime(held.at, tz), reason: error.message })}
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
                          sets={sets}
                          machines={machines}
                          last={last}
                          onLast={goToLast}
                          chosen={chosen}
                          onChoose={setChosen}
                          shown={shown}
                          onShow={setShown}
                        />
                      ),
                    },
                    ...furtherTabs.map(([name, of]) => ({
                      name,
                      label: t(`qcAnalysis.tab.${name}`),
                      panel: <Tab of={of} query={query} />,
                    })),
                  ]}
                />
              </div>
            </div>
          )}
        </div>
        {spc && opened === 'settings' && <SettingsPanel spc={spc} address={address} change={change} onClose={close} />}
        {spc && (opened === 'freeze' || opened === 'phase') && (
          <LimitForm kind={opened} spc={spc} query={query} span={inSight} at={chosenPoint?.at} onClose={close} />
        )}
        {spc && opened === 'sets' && <LimitSets spc={spc} sets={sets} onClose={close} />}
      </section>
    </LineClock>
  )
}

type TabProps = { query: AnalysisQuery }

/** A tab whose code may still be on its way: its place, until it is there. */
function Tab({ of, query }: TabProps & { of: Part<TabProps> }) {
  const { Loaded, failure, retry } = usePart(of)
  if (failure) return <ErrorState error={failure} onRetry={retry} />
  return Loaded ? createElement(Loaded, { query }) : <Skeleton height="320px" />
}
