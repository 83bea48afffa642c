import { useQuery } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { templateOf } from '#shared/qc/localized-name'
import type { Spc } from '#shared/qc/analysis/schema'
import { useAllowed } from '../../../ui/Allow'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { ExportMenu } from '../../../ui/record/ExportMenu'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { isReady } from '../../../ui/ready'
import { toast } from '../../../ui/overlay/toast'
import { useAppName } from '../../../ui/app/useAppName'
import { useText, type T } from '../../../ui/useText'
import { spcOptions, type AnalysisQuery } from './analysis-query'
import { chartLimitsText, specificationText } from './tabs/figures'
import { useCapability } from './tabs/useCapability'
import { useLimits } from './limits/useLimitSets'
import { LineClock, useLineTime, type WriteTime } from './line-clock'
import { chartNotes, drawnWords } from './caveats'
import { beside } from './control/compare'
import type { VisibleRange } from './control/visible-range'
import { verdictWords } from './verdict-words'

const PrintAnalysis = dialogPart(() => import('./PrintAnalysis'))
const chartFiles = { preload: () => import('./plots/save-chart') }

type ExportButtonsProps = {
  query: AnalysisQuery
  /** The chart of the compared period. */
  other: Spc | undefined
  /** The visible part of the control chart. */
  range: VisibleRange | undefined
}

/** Exports the analysis: its values as a sheet, its chart as a picture, both on paper. */
export function ExportButtons({ query, other, range }: ExportButtonsProps) {
  const t = useText()
  const localized = useLocalizedName()
  const time = useLineTime()
  const tz = use(LineClock)
  const mayExport = useAllowed(['qc:analysis:export'])
  const app = useAppName()
  const { data: spc } = useQuery(spcOptions(query))
  const limits = useLimits(query, spc)
  const tab = new URLSearchParams(useSearch()).get('tab')
  const { chosen } = useCapability(query, tab === 'capability')
  const root = useRef<HTMLSpanElement>(null)
  const [picture, setPicture] = useState<string>()
  if (!mayExport || !spc) return null
  const isControl = tab === null || tab === 'control'
  const drawn = isControl ? drawnWords(other ? beside(spc, other).spc : spc, range, t, time) : undefined

  /** The open tab of this page, which may be open several times. */
  const openPanel = () => root.current?.closest('.analysis')?.querySelector('[role="tabpanel"]') ?? undefined

  async function save(kind: 'svg' | 'png') {
    if (!spc || !(await isReady(chartFiles))) return
    const { pictureOf, saveSvg, savePng } = await chartFiles.preload()
    const panel = openPanel()
    const drawing =
      panel &&
      pictureOf(panel, {
        title: `${localized(spc.item)} · ${localized(templateOf(spc.item))}`,
        facts: [
          tab === 'capability' && chosen ? specificationText(t, chosen) : chartLimitsText(t, spc),
          verdictWords(spc, t, (at) => time(at, '{y}-{m}-{d}')),
          ...(drawn ? [drawn] : []),
          ...chartNotes(spc, limits, t, time, tz),
        ],
        source: sourceOf(t, time, spc, app),
      })
    if (!drawing) return void toast.show(t('qcAnalysis.noPicture'))
    const name = `${spc.item.code}-${time(new Date(), '{y}-{m}-{d}')}`
    if (kind === 'svg') saveSvg(drawing, name)
    else await savePng(drawing, name)
  }

  async function print() {
    if (!(await isReady(PrintAnalysis)) || !(await isReady(chartFiles))) return
    const panel = openPanel()
    setPicture((panel && (await chartFiles.preload()).pictureForPaper(panel)) ?? '')
  }

  const hasChart = tab !== 'data'
  const { itemKey: _itemKey, ...filters } = query
  return (
    <span ref={root}>
      <ExportMenu
        path="/qc/analysis"
        query={{ itemKey: spc.itemKey, ...filters, tz }}
        more={[
          { key: 'svg', label: t('qcAnalysis.export.svg'), disabled: !hasChart, onSelect: () => void save('svg') },
          { key: 'png', label: t('qcAnalysis.export.png'), disabled: !hasChart, onSelect: () => void save('png') },
          'separator',
          { key: 'print', label: t('qcRecord.print'), onSelect: () => void print() },
        ]}
      />
      {picture !== undefined && (
        <PrintAnalysis {...{ spc, query, picture, tab, drawn }} onClose={() => setPicture(undefined)} />
      )}
    </span>
  )
}

/** The source of a picture: the product, the range and number of its points, and the time. */
function sourceOf(t: T, time: WriteTime, { points, total }: Spc, app: string): string {
  const [first, last] = [points[0], points.at(-1)]
  return t('qcAnalysis.source', {
    app,
    from: time(first?.at),
    to: time(last?.at),
    total,
    now: time(new Date()),
  })
}
