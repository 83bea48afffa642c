/** Writing records by the hundred and one by one, in the transaction of whoever asks for it. */
export { insertRecords, type NewRecord } from './qc-record-insert'
export { advance } from './qc-record-advance'
export { changeRecord } from './qc-record-change'
export type { Step } from './qc-record-step'
