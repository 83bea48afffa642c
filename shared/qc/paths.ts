import { searchOf } from '../list-query'

/** Where the pages of quality control are found: what leads there is written here alone. */
export const TEMPLATES_PATH = '/caliper/qc'
export const RECORDS_PATH = '/caliper/qc/value-base'

/** Stands for the id of a record that the server does not have yet. */
export const NEW_RECORD = 'new'

/** The list of records, narrowed to those of a product line, a lot or a piece of equipment. */
export const recordsPath = (filters: { product?: string; lotId?: number; equipmentId?: number }) =>
  `${RECORDS_PATH}${searchOf(filters)}`

export const recordPath = (qcValueBaseId: number | string) => `/caliper/qc/value-info/${qcValueBaseId}`

/** A record that lies on the device. */
export const draftPath = (clientUid: string) => `${recordPath(NEW_RECORD)}?uid=${encodeURIComponent(clientUid)}`

/** One item of a record: its values, and those of the records before it. */
export const recordItemPath = (qcValueBaseId: number, itemKey: string) =>
  `/caliper/qc/value-item-info?${new URLSearchParams({ qcValueBaseId: String(qcValueBaseId), itemKey })}`

/** A template: the published version, an older one by its number, or its draft. */
export const templatePath = (templateId: number, version?: number | 'draft') =>
  `/caliper/qc/info-list/${templateId}${version === undefined ? '' : `?version=${version}`}`

/** What a label stands for. */
export const codePath = (code: string) => `/caliper/qr-code-info?code=${encodeURIComponent(code)}`
