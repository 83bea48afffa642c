import type { Stage } from '#shared/qc/constants'
import type { TemplateDetail, TemplateItem } from '#shared/qc/template/schema'
import type { Content } from './entered'

/** The template version of a record, stored whole so that the device works without the server. */
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
  items: readonly TemplateItem[]
}

/** `waiting`: sent once the server answers; `refused`: the server has answered, and the draft must be corrected. */
type DraftState = 'editing' | 'waiting' | 'sending' | 'refused'

/** A record that exists on this device until the server has it. */
export type LocalDraft = Content & {
  clientUid: string
  /** The owner: the draft is neither shown to others nor sent in their name. */
  userId: number
  template: DraftTemplate
  retestOf: number | null
  state: DraftState
  /** The goal of sending: a draft on the server, or a submitted record. */
  wish: 'save' | 'submit'
  /** The sign-in in which its operator requested sending. Before that, anyone at this device could have changed it. */
  signIn?: string | undefined
  /** The server's reason for refusing it. */
  fault: string | null
  /** The errors by field of the record, or by `<itemKey>/<sampleNo>`. */
  faults: Record<string, string>
  /** Its record's id on the server, and the last known lock version. */
  serverId: number | null
  serverLock: number | null
  /** The content last sent to the server; its answer may be missing. */
  asked?: Content | undefined
  /** True if sending once failed. */
  hasWaited: boolean
  createdAt: string
  updatedAt: string
  /** Rises with each change, since clocks are put right. Drafts stored by older versions have none. */
  changeNo?: number
}

/** The fault of a draft whose record on the server has other content: that goes on there. */
export const OTHER_RECORD = 'record'

export const changeNoOf = ({ changeNo = 0 }: LocalDraft): number => changeNo

/** True if `one` is a later state of a draft than `other`. The clock decides only where the numbers do not. */
export const isLater = (one: LocalDraft, other: LocalDraft): boolean =>
  changeNoOf(one) === changeNoOf(other) ? one.updatedAt > other.updatedAt : changeNoOf(one) > changeNoOf(other)

/** The fields of a draft as a whole that can be changed. */
export type DraftChange = Partial<
  Pick<LocalDraft, 'lotId' | 'lotNo' | 'equipmentId' | 'equipmentName' | 'equipmentNameEn' | 'inspectedAt' | 'remark'>
>

/** The part of a template that drafts store; undefined for one that was never published. */
export function draftTemplateOf({ version, ...template }: TemplateDetail): DraftTemplate | undefined {
  if (!version) return undefined
  const { templateId, code, name, nameEn, stage, productId, product, isLotRequired, signLevels } = template
  const { versionNo, items } = version
  return { templateId, code, name, nameEn, stage, versionNo, productId, product, isLotRequired, signLevels, items }
}
