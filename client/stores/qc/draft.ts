import type { Stage } from '#shared/qc/constants'
import type { TemplateDetail, TemplateItem } from '#shared/qc/template/schema'
import type { Content, EnteredPhoto, EnteredValue } from './entered'

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

/** `waiting`: to be sent as soon as the server answers; `refused`: it has answered, and something must be mended. */
type DraftState = 'editing' | 'waiting' | 'sending' | 'refused'

/** A record that lies on this device until the server has it. */
export type LocalDraft = {
  clientUid: string
  /** The owner: the draft is neither shown to others nor sent in their name. */
  userId: number
  template: DraftTemplate
  lotId: number | null
  lotNo: string | null
  equipmentId: number | null
  equipmentName: string | null
  equipmentNameEn: string | null
  /** ISO 8601. */
  inspectedAt: string
  remark: string
  retestOf: number | null
  values: readonly EnteredValue[]
  photos: readonly EnteredPhoto[]
  state: DraftState
  /** The goal of sending: a draft on the server, or a submitted record. */
  wish: 'save' | 'submit'
  /** The sign-in in which its operator has asked for it to be sent. Anybody at this device could have changed it before. */
  signIn?: string | undefined
  /** Why the server refused it, in its words. */
  fault: string | null
  /** The same by field of the record, or `<itemKey>/<sampleNo>`. */
  faults: Record<string, string>
  /** Its record, once the server has one, and how often that had been changed when we last heard of it. */
  serverId: number | null
  serverLock: number | null
  /** The content last sent to the server; its answer may be missing. */
  asked?: Content | undefined
  /** It could not be sent when it was to be. */
  hasWaited: boolean
  createdAt: string
  updatedAt: string
}

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
