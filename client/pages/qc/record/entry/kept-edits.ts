import { keptEdits } from '../../../../stores/qc/kept-edits'
import type { Content } from '../../../../stores/qc/entered'

/** What an operator has changed of a record and not sent. */
export type KeptEdit = {
  /** Of the record that it began from, and what that held. */
  lockVersion: number
  base: Content
  content: Content
}

export const keptRecords = keptEdits<KeptEdit>('edits')
