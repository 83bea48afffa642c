import { useQuery } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { templateOf } from '#shared/qc/localized-name'
import type { Spc } from '#shared/qc/analysis/schema'
import { useAllowed } from '../../../ui/Allow'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { ExportMenu } from '../../../ui/record/ExportMenu'
import { useCalled } from '../../../ui/qc/localized-name'
import { isReady } from '../../../ui/ready'
import { toast } from '../../../ui/overlay/toast'
import { useAppName } from '../../../ui/app/useAppName'
import { useText, type T } from '../../../ui/useText'
import { spcOptions, type AnalysisQuery } from './analysis-query'
import { asSet } from './tabs/figures'
import { useLimits } from './limits/useLimitSets'
import { LineClock, useLineTime, type WriteTime } from './line-clock'
import { qualifications } from './qualifications'
import { verdictWords } from './verdict-words'

const PrintAnalysis = dialogPart(() => import('./PrintAnalysis'))
const saving = { preload: () => import('./plots/save-chart') }

/** Takes what is shown out of the product: its values as a sheet, its chart as a picture, both on paper. */
export function ExportButtons({ query }: { query: AnalysisQuery }) {
  const t = useText()
  const called = useCalled()
  const time = useLineTime()
  const tz = use(LineClock)
  const mayExport = useAllowed(['qc:analysis:export'])
  const app = useAppName()
  const { data: spc } = useQuery(spcOptions(query))
  const limits = useLimits(query, spc)
  const hasChart = new URLSearchParams(useSearch()).get('tab') !== 'data'
  const place = useRef<HTMLSpanElement>(null)
  const [picture, setPicture] = useState<string>()
  if (!mayExport || !spc) return null

  /** What is drawn in the tab that is shown, however often the page is open. */
  const shownTab = () => place.current?.closest('.analysis')?.querySelector('[role="tabpanel"]') ?? undefined

  async function drawn() {
    if (!spc || !(await isReady(saving))) return undefined
    const files = await saving.preload()
    const part = shownTab()
    const title = `${called(spc.item)} · ${called(templateOf(spc.item))}`
    const made =
      part &&
      files.pictureOf(part, {
        title,
        facts: [
          factsOf(t, spc),
          verdictWords(spc, t, (at) => time(at, '{y}-{m}-{d}')),
          ...qualifications(spc, limits, t, time, tz),
        ],
        source: sourceOf(t, time, spc, app),
      })
    if (!made) toast.show(t('qcAnalysis.noPicture'))
    return made && { ...files, made, file: `${spc.item.code}-${time(new Date(), '{y}-{m}-{d}')}` }
  }
  async function saveAs(kind: 'svg' | 'png') {
    const found = await drawn()
    if (!found) return
    if (kind === 'svg') found.saveSvg(found.made, found.file)
    else await found.savePng(found.made, found.file)
  }
  async function print() {
    if (!(await isReady(PrintAnalysis)) || !(await isReady(saving))) return
    const part = shownTab()
    setPicture((part && (await saving.preload()).pictureForPaper(part)) ?? '')
  }

  const { itemKey: _itemKey, ...filters } = query
  return (
    <span ref={place}>
      <ExportMenu
        path="/qc/analysis"
        query={{ itemKey: spc.itemKey, ...filters, tz }}
        more={[
          { key: 'svg', label: t('qcAnalysis.export.svg'), disabled: !hasChart, onSelect: () => void saveAs('svg') },
          { key: 'png', label: t('qcAnalysis.export.png'), disabled: !hasChart, onSelect: () => void saveAs('png') },
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

/** The limits that hold at the end of what is drawn. */
function factsOf(t: T, { points, specifications }: Spc): string {
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
      value === null || value === undefined ? [] : [`${name} ${asSet(Number(value.toPrecision(6)))}`],
    )
    .join(' · ')
}

/** Where a picture comes from, and what it is of. */
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
