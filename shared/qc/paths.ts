import { searchOf } from '../list/list-query'
import type { SignalState } from './analysis/kinds'
import type { Judgement, RecordStatus } from './constants'

/** The addresses of the pages of quality control. All links to them are made here. */
export const TEMPLATES_PATH = '/caliper/qc'
export const INBOX_PATH = '/caliper/inbox'
export const RECORDS_PATH = '/caliper/qc/value-base'
const SIGNALS_PATH = '/caliper/qc/signal'
const LOTS_PATH = '/caliper/lot'
const EQUIPMENT_PATH = '/caliper/equipment'
const PRODUCTS_PATH = '/caliper/product'

/** The id in the address of a record that the server does not have yet. */
export const NEW_RECORD = 'new'

type RecordFilters = {
  product?: string
  templateId?: number
  versionNo?: number | undefined
  lotId?: number | undefined
  equipmentId?: number | undefined
  /** The gauge of a value, or the equipment of the record. */
  measuredWith?: number
  shiftId?: number | undefined
  operatorId?: number | undefined
  businessDay?: string
  /** Only records that figures count; `all`: with retests. */
  counted?: '1' | 'all'
  judgement?: Judgement
  status?: RecordStatus | undefined
  /** Records that wait for the caller, have waited too long, or were begun by the caller. */
  waiting?: '1'
  overdue?: '1'
  mine?: '1'
  /** Days or instants, both included. */
  beginTime?: string | undefined
  endTime?: string | undefined
  /** Records with an NG value of this item, or with a count above 0 of it. */
  ngItem?: string
  defectItem?: string
}

/** The list of records, filtered by product line, lot, equipment, … */
export const recordsPath = (filters: RecordFilters) => `${RECORDS_PATH}${searchOf(filters)}`

type SignalFilters = {
  templateId?: number
  itemKey?: string
  state?: SignalState | 'all'
  causeCode?: string
  /** About the record of the signal; instants of its inspection, both included. */
  from?: string | undefined
  to?: string | undefined
  equipmentId?: number | undefined
  shiftId?: number | undefined
  operatorId?: number | undefined
  lotId?: number | undefined
  recordStatus?: RecordStatus | undefined
  versionNo?: number | undefined
  counted?: 'all'
}

/** The list of signals, filtered by template, item, state, cause or record. Without a state: the unsettled signals. */
export const signalsPath = (filters: SignalFilters) => `${SIGNALS_PATH}${searchOf(filters)}`

/** The list of equipment with a code as its keyword. */
export const equipmentPath = (code: string) => `${EQUIPMENT_PATH}${searchOf({ keyword: code })}`

export const recordPath = (qcValueBaseId: number | string) => `/caliper/qc/value-info/${qcValueBaseId}`

/** A record stored on the device. */
export const draftPath = (clientUid: string) => `${recordPath(NEW_RECORD)}?uid=${encodeURIComponent(clientUid)}`

/** One item of a record: its values, and those of earlier records. */
export const recordItemPath = (qcValueBaseId: number, itemKey: string) =>
  `/caliper/qc/value-item-info?${new URLSearchParams({ qcValueBaseId: String(qcValueBaseId), itemKey })}`

/** A template: its published version, an older version by number, or its draft. */
export const templatePath = (templateId: number, version?: number | 'draft') =>
  `/caliper/qc/info-list/${templateId}${version === undefined ? '' : `?version=${version}`}`

/** The page that scans labels. */
export const SCAN_PATH = '/caliper/qr-code-info'

/** The page of a label's object. */
export const codePath = (code: string) => `${SCAN_PATH}?code=${encodeURIComponent(code)}`

/** The control chart of a characteristic. */
export const analysisPath = (itemKey: string) => `/caliper/analy${searchOf({ itemKey })}`

/** The lists of lots and product lines, filtered by a text in number, code or name. */
export const lotsPath = (keyword: string) => `${LOTS_PATH}${searchOf({ keyword })}`
export const productsPath = (keyword: string) => `${PRODUCTS_PATH}${searchOf({ keyword })}`
