import { NO_NUMBER } from '#shared/format/number'
import { roundFigure } from '#shared/spc/decimal'
import { groupings } from '#shared/qc/analysis/kinds'
import type { BoxAnswer } from '#shared/qc/analysis/schema'
import { Select } from '../../../../ui/input/Select'
import { valueFiguresOf } from '../../../../ui/qc/figures'
import { useText, type T } from '../../../../ui/useText'
import { useChoice, type AnalysisQuery } from '../analysis-query'
import { BoxChart, groupName } from '../plots/BoxChart'
import { RecentLine } from '../plots/RecentLine'
import { spanOf } from '../../../../ui/chart/scale'
import { Answer } from './Answer'
import { inUnit } from './figures'
import { SmallTable } from '../../../../ui/table/SmallTable'
import { useCall } from './useCall'

function useBoxes(query: AnalysisQuery) {
  const [by, choose] = useChoice('by', groupings, 'equipment')
  return { by, choose, boxes: useCall('box', { ...query, by }) }
}

/** The values of machines, shifts, operators, lots or other groups side by side. */
export default function CompareTab({ query }: { query: AnalysisQuery }) {
  const t = useText()
  const { by, choose, boxes } = useBoxes(query)
  return (
    <>
      <p className="row wrap qa-choice">
        <Select
          label={t('qcAnalysis.compareBy')}
          value={by}
          options={groupings.map((value) => ({ value, label: t(`qcAnalysis.by.${value}`) }))}
          onSelect={(value) => value && choose(value)}
        />
        <span className="note">{t('qcAnalysis.compareNote')}</span>
      </p>
      <Answer
        of={boxes}
        emptyText={(data) => data.boxes.length === 0 && t('qcAnalysis.noGroups', { by: t(`qcAnalysis.by.${data.by}`) })}
      >
        {(data) => (
          <>
            <BoxChart
              of={data}
              title={t('qcAnalysis.boxes', { by: t(`qcAnalysis.by.${data.by}`) })}
              summary={summaryOf(t, data)}
            />
            <BoxTable of={data} />
            <RecentLines of={data} />
          </>
        )}
      </Answer>
    </>
  )
}

/** What is compared, its summary and its table, for paper; the chart is a picture. */
export function CompareOnPaper({ query }: { query: AnalysisQuery }) {
  const t = useText()
  const { data } = useBoxes(query).boxes
  if (!data || data.boxes.length === 0) return null
  return (
    <>
      <section className="qa-section">
        <h2>{t('qcAnalysis.boxes', { by: t(`qcAnalysis.by.${data.by}`) })}</h2>
        <p>{summaryOf(t, data)}</p>
      </section>
      <BoxTable of={data} />
    </>
  )
}

/** The groups with the lowest and the highest mean, and their distance in pooled standard deviations. */
function summaryOf(t: T, answer: BoxAnswer): string {
  const { boxes, item, by } = answer
  const sorted = boxes.toSorted((a, b) => a.mean - b.mean)
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  if (!lowest || !highest || lowest === highest) return t('qcAnalysis.boxes.one')
  const { write } = valueFiguresOf(item)
  const squares = boxes.reduce((sum, { deviation, n }) => sum + (deviation ?? 0) ** 2 * n, 0)
  const count = boxes.reduce((sum, { n }) => sum + n, 0)
  const sigma = Math.sqrt(squares / Math.max(1, count))
  const values = {
    lowest: groupName(t, by, lowest),
    low: write(lowest.mean),
    highest: groupName(t, by, highest),
    high: write(highest.mean),
  }
  return sigma > 0
    ? t('qcAnalysis.boxes.summary', { ...values, sigmas: roundFigure((highest.mean - lowest.mean) / sigma, 1) })
    : t('qcAnalysis.boxes.apart', values)
}

function BoxTable({ of: { item, boxes, by } }: { of: BoxAnswer }) {
  const t = useText()
  const { write, round, unit } = valueFiguresOf(item)
  return (
    <section className="qa-section">
      <h2>{inUnit(t('qcAnalysis.boxTable'), unit)}</h2>
      <SmallTable
        label={t('qcAnalysis.boxTable')}
        head={[
          t(`qcAnalysis.by.${by}`),
          'n',
          t('qcRecord.mean'),
          t('qcAnalysis.box.deviation'),
          t('qcAnalysis.box.median'),
          t('qcAnalysis.box.quartiles'),
          t('qcAnalysis.box.whiskers'),
          t('qcAnalysis.box.ng'),
        ]}
        rows={boxes.map((box) => ({
          key: box.key,
          head: groupName(t, by, box),
          cells: [
            box.n,
            write(box.mean),
            box.deviation === null ? NO_NUMBER : round(box.deviation, String(Number(box.deviation.toPrecision(3)))),
            write(box.median),
            `${write(box.q1)} – ${write(box.q3)}`,
            `${write(box.low)} – ${write(box.high)}`,
            box.ng,
          ],
        }))}
      />
    </section>
  )
}

/** The last points of each group on a common scale. */
function RecentLines({ of: { item, boxes, by, lsl, usl } }: { of: BoxAnswer }) {
  const t = useText()
  const span = spanOf(boxes.flatMap(({ recent }) => recent))
  const { write } = valueFiguresOf(item)
  return (
    <section className="qa-section">
      <h2>{t('qcAnalysis.recent')}</h2>
      <p className="note">{t('qcAnalysis.recent.note', { low: write(span[0]), high: write(span[1]) })}</p>
      <ul className="grid gap-12 qa-recent">
        {boxes.map((box) => (
          <li key={box.key} className="small">
            <b>{groupName(t, by, box)}</b>
            <RecentLine
              label={t('qcAnalysis.recent.of', { name: groupName(t, by, box), count: box.recent.length })}
              values={box.recent}
              span={span}
              lines={[lsl, usl]}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
