import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { calledIn, equipmentOf, shiftOf } from '#shared/qc/localized-name'
import type { SpcPoint } from '#shared/qc/analysis/schema'
import type { ExportedPoint } from './export'
import { offsetWord, type SheetColumn } from '../../platform/sheets/cell'
import { clockOf } from '../../platform/sheets/clock'

const rulesIn = (locale: Locale, rules: SpcPoint['signals']) =>
  rules
    .map((rule) =>
      rule.startsWith('we')
        ? text(locale, 'qcSignal.we', { no: rule.slice(2) })
        : text(locale, 'qcSignal.nelson', { no: rule }),
    )
    .join('; ')

/** @param tz of the clock by which times are written; undefined: that which the line of each record had */
export function pointColumns(tz: string | undefined): SheetColumn<ExportedPoint>[] {
  const clock = tz === undefined ? undefined : clockOf(tz)
  const shown = ({ point, offsetMin }: ExportedPoint) => {
    const at = Date.parse(point.at)
    return clock ? clock(at) : { at, offsetMin }
  }
  const ofPoint: SheetColumn<ExportedPoint>[] = [
    { title: 'qcAnalysis.sheet.point', value: ({ point }) => point.index + 1 },
    { title: 'qcRecord.sheet.recordNo', value: ({ record }) => record?.recordNo },
    { title: 'qcRecord.sheet.inspectedAt', value: shown },
    { title: 'qcRecord.sheet.offset', value: (row) => offsetWord(shown(row).offsetMin) },
    { title: 'qcRecord.sheet.item', value: ({ item }) => item.code },
    { title: 'qcRecord.sheet.itemName', value: ({ item }, locale) => calledIn(locale, item) },
    { title: 'qcRecord.sheet.unit', value: ({ item }) => item.unit },
    { title: 'qcRecord.sheet.versionNo', value: ({ record }) => record?.versionNo },
    { title: 'qcRecord.sheet.lsl', value: ({ lsl }) => lsl },
    { title: 'qcRecord.sheet.usl', value: ({ usl }) => usl },
    { title: 'qcRecord.sheet.lot', value: ({ record }) => record?.lotNo },
    {
      title: 'qcRecord.sheet.equipment',
      value: ({ record }, locale) => record && calledIn(locale, equipmentOf(record)),
    },
    { title: 'qcRecord.sheet.shift', value: ({ record }, locale) => record && calledIn(locale, shiftOf(record)) },
    { title: 'qcRecord.sheet.operator', value: ({ record }) => record?.operatorName },
    { title: 'qcAnalysis.sheet.n', value: ({ point }) => point.n },
    { title: 'qcAnalysis.sheet.stat', value: ({ point }) => point.mean },
    { title: 'qcAnalysis.sheet.center', value: ({ point }) => point.center },
    { title: 'qcAnalysis.sheet.lcl', value: ({ point }) => point.lcl },
    { title: 'qcAnalysis.sheet.ucl', value: ({ point }) => point.ucl },
    { title: 'qcAnalysis.sheet.spread', value: ({ point }) => point.range },
    { title: 'qcAnalysis.sheet.spreadLcl', value: ({ point }) => point.rangeLcl },
    { title: 'qcAnalysis.sheet.spreadUcl', value: ({ point }) => point.rangeUcl },
    { title: 'qcAnalysis.sheet.rules', value: ({ point }, locale) => rulesIn(locale, point.signals) },
    { title: 'qcAnalysis.sheet.spreadRules', value: ({ point }, locale) => rulesIn(locale, point.rangeSignals) },
    {
      title: 'qcAnalysis.sheet.marks',
      value: ({ point }, locale) => point.marks.map((mark) => text(locale, `qcAnalysis.mark.${mark}`)).join('; '),
    },
  ]
  return [
    ...ofPoint.map((column) => ({ ...column, isShared: true as const })),
    { title: 'qcRecord.sheet.sampleNo', value: ({ sampleNo }) => sampleNo },
    { title: 'qcRecord.sheet.value', value: ({ value }) => value },
    { title: 'qcRecord.sheet.den', value: ({ size }) => size },
    {
      title: 'qcAnalysis.sheet.index',
      value: ({ deciding }, locale) => deciding && text(locale, `qcAnalysis.deciding.${deciding.index}`),
    },
    { title: 'qcAnalysis.sheet.indexValue', value: ({ deciding }) => deciding?.value },
  ]
}
