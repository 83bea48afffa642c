import type { QrInfo } from '#shared/qc/label/schema'
import { EquipmentCard } from './EquipmentCard'
import { LotCard } from './LotCard'
import { RecordCard } from './RecordCard'
import { TemplateCard } from './TemplateCard'

/** What a code stands for, each kind with what matters of it. */
export function Card({ info }: { info: QrInfo }) {
  if (info.kind === 'record') return <RecordCard info={info} />
  if (info.kind === 'template') return <TemplateCard info={info} />
  if (info.kind === 'lot') return <LotCard info={info} />
  return <EquipmentCard info={info} />
}
