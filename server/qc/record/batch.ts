/** Writing records by the hundred and one by one, in the transaction of whoever asks for it. */
export { insertRecords, type NewRecord } from './insert'
export { advance } from './submit'
export { changeRecord } from './change'
export type { Step } from './step'
