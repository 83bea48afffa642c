import type { Stage } from '#shared/qc/constants'
import type { ValueInput } from '#shared/schemas/qc-record'
import type { TemplateDetail, TemplateItem } from '#shared/schemas/qc-template'

/** A value as it is being entered: fields hold text, empty where there is none. */
export type EnteredValue = Required<Pick<ValueInput, 'itemKey' | 'sampleNo' | 'state'>> & {
  raw: string
  den: string
  missingCode: string | null
  gaugeId: number | null
  confirmed: boolean
}

/** What a record is made of: the version of a template, kept whole so that the device can do without the server. */
export type DraftTemplate = {
  templateId: number
  code: string
  name: string
  nameEn: string
  stage: Stage
  versionNo: number
  productId: number
  /** Code of the product line. */
  product: string
  isLotRequired: boolean
  signLevels: 0 | 1 | 2
  items: TemplateItem[]
}

/** `waiting`: to be sent as soon as the server answers; `refused`: it has answered, and something must be mended. */
export type DraftState = 'editing' | 'waiting' | 'sending' | 'refused'

/** A record that lies on this device until the server has it. */
export type LocalDraft = {
  clientUid: string
  /** Whose it is: it is neither shown to others nor sent in their name. */
  userId: number
  template: DraftTemplate
  lotId: number | null
  lotNo: string | null
  equipmentId: number | null
  equipmentName: string | null
  /** ISO 8601. */
  inspectedAt: string
  remark: string
  retestOf: number | null
  values: EnteredValue[]
  state: DraftState
  /** What sending ends with: a draft on the server, or a submitted record. */
  wish: 'save' | 'submit'
  /** Why the server refused it, in its words. */
  fault: string | null
  /** The same by field of the record, or `<itemKey>/<sampleNo>`. */
  faults: Record<string, string>
  /** Its record, once the server has one, and how often that had been changed when we last heard of it. */
  serverId: number | null
  serverLock: number | null
  /** It could not be sent when it was to be. */
  hasWaited: boolean
  createdAt: string
  updatedAt: string
}

/** What may be changed of a draft as a whole. */
export type DraftChange = Partial<
  Pick<LocalDraft, 'lotId' | 'lotNo' | 'equipmentId' | 'equipmentName' | 'inspectedAt' | 'remark'>
>

export const emptyValue = (itemKey: string, sampleNo: number): EnteredValue => ({
  itemKey,
  sampleNo,
  state: 'present',
  raw: '',
  den: '',
  missingCode: null,
  gaugeId: null,
  confirmed: false,
})

/** What drafts keep of a template; undefined for one that was never published. */
export function draftTemplateOf({ version, ...template }: TemplateDetail): DraftTemplate | undefined {
  if (!version) return undefined
  const { templateId, code, name, nameEn, stage, productId, product, isLotRequired, signLevels } = template
  const { versionNo, items } = version
  return { templateId, code, name, nameEn, stage, versionNo, productId, product, isLotRequired, signLevels, items }
}
