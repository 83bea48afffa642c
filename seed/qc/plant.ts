import { statuses } from '#shared/constants'
import type { EquipmentInput } from '#shared/qc/equipment'
import type { ProductInput } from '#shared/qc/product'
import { DAY_START_MIN, ZONE } from './calendar'

export type ProductCode = 'c21' | 'pouch' | 'pack'

/** They begin at 08:00, 16:00 and midnight. */
const shifts: ProductInput['shifts'] = [
  { code: 'E', name: '早班', nameEn: 'Early', startMin: 8 * 60, endMin: 16 * 60 },
  { code: 'L', name: '中班', nameEn: 'Late', startMin: 16 * 60, endMin: 0 },
  { code: 'N', name: '夜班', nameEn: 'Night', startMin: 0, endMin: 8 * 60 },
]

const clock = { tz: ZONE, dayStartMin: DAY_START_MIN, status: statuses.on, shifts }

/** A battery factory. */
export const products: (ProductInput & { code: ProductCode })[] = [
  { code: 'c21', name: '圆柱电芯 21700', nameEn: 'Cylindrical cell 21700', sort: 0, remark: '', ...clock },
  { code: 'pouch', name: '软包电芯 60 Ah', nameEn: 'Pouch cell 60 Ah', sort: 1, remark: '', ...clock },
  { code: 'pack', name: '模组与电池包', nameEn: 'Module and pack', sort: 2, remark: '', ...clock },
]

export type Placed = Omit<EquipmentInput, 'productId' | 'parentId'> & {
  product: ProductCode | null
  parent: string | null
}

const device = (
  kind: EquipmentInput['kind'],
  product: ProductCode | null,
  parent: string | null,
  ...[code, name, nameEn]: [code: string, name: string, nameEn: string]
): Placed => ({
  resolution: null,
  calibrationDue: null,
  status: statuses.on,
  remark: '',
  product,
  parent,
  code,
  name,
  nameEn,
  kind,
})

export const lines: Placed[] = [
  device('line', 'c21', null, 'L-C21', '圆柱电芯线', 'Cylindrical line'),
  device('line', 'pouch', null, 'L-POUCH', '软包电芯线', 'Pouch line'),
  device('line', 'pack', null, 'L-PACK', '电池包线', 'Pack line'),
]

export const machines: Placed[] = [
  device('machine', 'c21', 'L-C21', 'M1', '涂布机 1 号', 'Coater 1'),
  device('machine', 'c21', 'L-C21', 'M2', '涂布机 2 号', 'Coater 2'),
  device('machine', 'c21', 'L-C21', 'R1', '辊压机', 'Calender'),
  device('machine', 'c21', 'L-C21', 'S1', '分切机', 'Slitter'),
  device('machine', 'c21', 'L-C21', 'F1', '注液机', 'Filler'),
  device('machine', 'pouch', 'L-POUCH', 'P1', '叠片机', 'Stacker'),
  device('machine', 'pouch', 'L-POUCH', 'H1', '顶封机', 'Sealer'),
  device('machine', 'pack', 'L-PACK', 'W1', '激光焊机 日班机', 'Laser welder, day'),
  device('machine', 'pack', 'L-PACK', 'W2', '激光焊机 夜班机', 'Laser welder, night'),
]

type Gauge = Placed & { dueIn: number }

const gauge = (code: string, name: string, nameEn: string, resolution: string, dueIn: number): Gauge => ({
  ...device('gauge', null, null, code, name, nameEn),
  resolution,
  dueIn,
})

/** Gauges serve all lines. `dueIn`: days from the end of the year to the next calibration. */
export const gauges: Gauge[] = [
  gauge('G-BETA', 'β 射线测厚仪', 'Beta gauge', '0.01', 140),
  gauge('G-MIC', '千分尺', 'Micrometer', '0.01', 75),
  gauge('G-TENS', '拉力试验机', 'Tensile tester', '0.1', 210),
  gauge('G-BAL', '电子天平', 'Balance', '0.001', 9),
  gauge('G-SCOPE', '测量显微镜', 'Measuring microscope', '0.01', 33),
  gauge('G-OCV', 'OCV/IR 测试仪', 'OCV/IR tester', '0.0001', 120),
  gauge('G-CYC', '充放电柜', 'Battery cycler', '0.001', -4),
  gauge('G-LEAK', '气密检漏仪', 'Leak tester', '0.01', 58),
]

/** The name of a gauge in items. */
export const gaugeKind = (code: string): string => {
  const { name, nameEn } = gauges.find((gauge) => gauge.code === code)!
  return `${name} ${nameEn}`
}
