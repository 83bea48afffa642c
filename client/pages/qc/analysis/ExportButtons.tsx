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
import { limitText } from './tabs/figures'
import { useLimits } from './limits/useLimitSets'
import { LineClock, useLineTime, type WriteTime } from './line-clock'
import { chartNotes } from './caveats'
import { verdictWords } from './verdict-words'

const PrintAnalysis = dialogPart(() => import('./PrintAnalysis'))
const chartFiles = { preload: () => import('./plots/save-chart') }

/** Exports the analysis: its values as a sheet, its chart as a picture, both on paper. */
export function ExportButtons({ query }: { query: AnalysisQuery }) {
  const t = useText()
  const localized = useLocalizedName()
  const time = useLineTime()
  const tz = use(LineClock)
  const mayExport = useAllowed(['qc:analysis:export'])
  const app = useAppName()
  const { data: spc } = useQuery(spcOptions(query))
  const limits = useLimits(query, spc)
  const hasChart = new URLSearchParams(useSearch()).get('tab') !== 'data'
  const root = useRef<HTMLSpanElement>(null)
  const [picture, setPicture] = useState<string>()
  if (!mayExport || !spc) return null

  /** The open tab of this page, which may be open several times. */
  const openTab = () => root.current?.closest('.analysis')?.querySelector('[role="tabpanel"]') ?? undefined

  async function save(kind: 'svg' | 'png') {
    if (!spc || !(await isReady(chartFiles))) return
    const { pictureOf, saveSvg, savePng } = await chartFiles.preload()
    const tab = openTab()
    const drawing =
      tab &&
      pictureOf(tab, {
        title: `${localized(spc.item)} · ${localized(templateOf(spc.item))}`,
        facts: [
          limitFacts(t, spc),
          verdictWords(spc, t, (at) => time(at, '{y}-{m}-{d}')),
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
    const tab = openTab()
    setPicture((tab && (await chartFiles.preload()).pictureForPaper(tab)) ?? '')
  }

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
        <PrintAnalysis spc={spc} query={query} picture={picture} onClose={() => setPicture(undefined)} />
      )}
    </span>
  )
}

/** The limits at the end of the chart. */
function limitFacts(t: T, { points, specifications }: Spc): string {
  const last = points.findLast(({ mean }) => mean !== null)
  const specification = specifications.at(-1)
  const figures: [name: string, value: number | null | undefined][] = [
    ['LCL', last?.lcl],
    ['CL', last?.center],
    ['UCL', last?.ucl],
    ['LSL', specification?.lsl],
    [t('qcAnalysis.target'), specification?.nominal],
    ['USL', specification?.usl],
  ]
  return figures
    .flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [`${name} ${limitText(Number(value.toPrecision(6)))}`],
    )
    .join(' · ')
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
