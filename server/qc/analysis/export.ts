import { rowsByIds } from '../../platform/list/rows-by'
import { offsetWord } from '#shared/format/offset-time'
import type { AnalysisItem, SpcPoint, SpcQuery } from '#shared/qc/analysis/schema'
import type { DecidingIndex } from '#shared/spc/capability/terms'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { localizedName, equipmentOf, shiftOf } from '#shared/qc/localized-name'
import type { Store } from '../../platform/store'
import { yieldToEventLoop } from '../../platform/chunks/yield-to-event-loop'
import type { RequestContext } from '../../access/operation-log/write'
import { auditReading, canonical } from '../audit/append'
import { selectRecords, type SelectedRecord } from '../record/row'
import type { SeriesColumns } from '../chart/series-columns'
import type { Operator } from '../../access/session/queries'
import { statement } from '../../platform/list/statement'
import type { SheetColumn } from '../../platform/sheets/cell'
import { clockOf } from '../../platform/sheets/clock'
import { capabilityIn, isAnyBroken } from './capability'
import { prepareChart } from './chart'
import { brokenRulesOf, plottedPoint } from './points'
import { limitsAt } from './selected-values'
import { select } from './selection'

/** Points per batch. */
const POINTS = 200

/** One value of a point. A point with several values is repeated. */
export type ExportedPoint = {
  item: Omit<AnalysisItem, 'openSignals'>
  point: SpcPoint
  record: SelectedRecord | undefined
  /** Offset of the product line's clock from UTC. */
  offsetMin: number
  sampleNo: number
  value: number | null
  /** Sample size or inspected area of a count. */
  size: number | null
  /** Unit and limits of the version that judged it. */
  unit: string
  lsl: number | null
  usl: number | null
  /** The index that decides about the capability of values between these limits, as on the page. */
  deciding: DecidingIndex | null
}

/**
 * All points of a control chart with their values, within the operator's data scope. Undefined if the characteristic
 * does not exist. The audit trail has the entry of the export before the first point is read (S69).
 */
export async function exportedPoints(
  store: Store,
  query: SpcQuery,
  operator: Operator,
  context: RequestContext,
): Promise<AsyncGenerator<ExportedPoint[]> | undefined> {
  const selection = await select(store, query, operator)
  if (!selection) return undefined
  const prepared = await prepareChart(store, selection, query)
  const computed = await prepared.compute()
  const { basisOf } = prepared
  const capabilities = capabilityIn(selection, isAnyBroken(computed), 0, { basisOf, asked: query.sigma })
  const decidingOf = new Map(
    capabilities.flatMap(({ versionNos, deciding }) => versionNos.map((no) => [no, deciding] as const)),
  )
  const broken = brokenRulesOf(computed)
  const { series, places, characteristic } = selection

  const batches = async function* () {
    const filters = canonical({ ...query, maxPoints: undefined })
    await auditReading(store, context, { entity: 'record', entityId: 0, action: 'export', new: filters })
    for (let from = 0; from < places.length; from += POINTS) {
      const some = Array.from(places.subarray(from, from + POINTS))
      const ids = some.map((index) => series.id[index]!)
      const asked = { records: JSON.stringify({ ids }) }
      const [records, offsets] = await Promise.all([recordsOf(store, asked), offsetsOf(store, store.db, ids)])
      const byId = new Map<number, SelectedRecord>(records.map((record) => [record.qcValueBaseId, record]))
      const offsetOf = new Map(offsets.map(({ qcValueBaseId, tzMin }) => [qcValueBaseId, tzMin]))
      yield some.flatMap((place, offset): ExportedPoint[] => {
        const index = from + offset
        const point = plottedPoint(selection, computed, index, broken)
        const { versionNo, unit = '', lsl = null, usl = null } = limitsAt(selection, place) ?? {}
        const deciding = (versionNo !== undefined && decidingOf.get(versionNo)) || null
        const record = byId.get(point.qcValueBaseId)
        const offsetMin = offsetOf.get(point.qcValueBaseId) ?? 0
        const about = { item: characteristic.item, point, record, offsetMin, unit, lsl, usl, deciding }
        return valuesIn(series, place).map((value) => ({ ...about, ...value }))
      })
      await yieldToEventLoop()
    }
  }
  return batches()
}

const figure = (value: number) => (Number.isNaN(value) ? null : value)

/** The values of a record, including missing ones. */
const valuesIn = ({ first, num, den, sampleNo }: SeriesColumns, index: number) =>
  Array.from({ length: first[index + 1]! - first[index]! }, (_, offset) => {
    const at = first[index]! + offset
    return { sampleNo: sampleNo[at]!, value: figure(num[at]!), size: figure(den[at]!) }
  })

const recordsOf = statement((store) =>
  selectRecords(store).where(store.among(store.t.valueBases.qcValueBaseId, store.bind('records'), 'ids')),
)

const offsetsOf = rowsByIds('valueBases', 'qcValueBaseId', { fields: ['qcValueBaseId', 'tzMin'] })

const rulesIn = (locale: Locale, rules: SpcPoint['signals']) =>
  rules
    .map((rule) =>
      rule.startsWith('we')
        ? text(locale, 'qcSignal.we', { no: rule.slice(2) })
        : text(locale, 'qcSignal.nelson', { no: rule }),
    )
    .join('; ')

/** @param tz time zone of the written times; undefined: that of each record's product line */
export function pointColumns(tz: string | undefined): SheetColumn<ExportedPoint>[] {
  const clock = tz === undefined ? undefined : clockOf(tz)
  const shown = ({ point, offsetMin }: ExportedPoint) => {
    const at = Date.parse(point.at)
    return clock ? clock(at) : { at, offsetMin }
  }
  const ofPoint: SheetColumn<ExportedPoint>[] = [
    { title: 'qcAnalysis.sheet.point', value: ({ point }) => point.index + 1 },
    { title: 'qcRecord.recordNo', value: ({ record }) => record?.recordNo },
    { title: 'qcRecord.inspectedAt', value: shown },
    { title: 'qcRecord.sheet.offset', value: (row) => offsetWord(shown(row).offsetMin) },
    { title: 'qcRecord.sheet.item', value: ({ item }) => item.code },
    { title: 'qcRecord.sheet.itemName', value: ({ item }, locale) => localizedName(locale, item) },
    { title: 'qcRecord.unit', value: ({ unit }) => unit },
    { title: 'qcTemplate.version', value: ({ record }) => record?.versionNo },
    { title: 'qcRecord.sheet.lsl', value: ({ lsl }) => lsl },
    { title: 'qcRecord.sheet.usl', value: ({ usl }) => usl },
    { title: 'qc.lot', value: ({ record }) => record?.lotNo },
    {
      title: 'qc.equipment',
      value: ({ record }, locale) => record && localizedName(locale, equipmentOf(record)),
    },
    { title: 'qc.shift', value: ({ record }, locale) => record && localizedName(locale, shiftOf(record)) },
    { title: 'qcRecord.operator', value: ({ record }) => record?.operatorName },
    { title: 'qcAnalysis.sheet.n', value: ({ point }) => point.n },
    { title: 'qcAnalysis.sheet.stat', value: ({ point }) => point.mean },
    { title: 'qcLimit.centre', value: ({ point }) => point.center },
    { title: 'qcAnalysis.sheet.lcl', value: ({ point }) => point.lcl },
    { title: 'qcAnalysis.sheet.ucl', value: ({ point }) => point.ucl },
    { title: 'qcAnalysis.sheet.spread', value: ({ point }) => point.range },
    { title: 'qcAnalysis.sheet.spreadLcl', value: ({ point }) => point.rangeLcl },
    { title: 'qcAnalysis.sheet.spreadUcl', value: ({ point }) => point.rangeUcl },
    { title: 'qcAnalysis.rulesBroken', value: ({ point }, locale) => rulesIn(locale, point.signals) },
    { title: 'qcAnalysis.sheet.spreadRules', value: ({ point }, locale) => rulesIn(locale, point.rangeSignals) },
    {
      title: 'qcAnalysis.marks',
      value: ({ point }, locale) => point.marks.map((mark) => text(locale, `qcAnalysis.mark.${mark}`)).join('; '),
    },
  ]
  return [
    ...ofPoint.map((column) => ({ ...column, isShared: true as const })),
    { title: 'qcRecord.sampleNo', value: ({ sampleNo }) => sampleNo },
    { title: 'qcRecord.value', value: ({ value }) => value },
    { title: 'qcEntry.inspected', value: ({ size }) => size },
    {
      title: 'qcAnalysis.sheet.index',
      value: ({ deciding }, locale) => deciding && text(locale, `qcAnalysis.deciding.${deciding.index}`),
    },
    { title: 'qcAnalysis.sheet.indexValue', value: ({ deciding }) => deciding?.value },
  ]
}
