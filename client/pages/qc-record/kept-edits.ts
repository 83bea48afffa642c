import { del, get, set } from 'idb-keyval'
import { deviceStore } from '../../stores/qc-draft-storage'
import type { Content } from '../../stores/qc-entered'
import { session } from '../../stores/session'

/** What an operator has changed of a record and not sent: it survives a closed browser. */
export type KeptEdit = {
  /** Of the record that it began from, and what that held. */
  lockVersion: number
  base: Content
  content: Content
}

const store = () => deviceStore('edits')
/** Others who use the device neither see nor send it. */
const keyOf = (qcValueBaseId: number) => `${session.userId}:${qcValueBaseId}`

/** Where the browser keeps nothing there is nothing, and what is open lasts as long as the page. */
export const keptEdits = {
  read: (qcValueBaseId: number) => get<KeptEdit>(keyOf(qcValueBaseId), store()).catch(() => undefined),
  write: (qcValueBaseId: number, edit: KeptEdit) => set(keyOf(qcValueBaseId), edit, store()).catch(() => {}),
  remove: (qcValueBaseId: number) => del(keyOf(qcValueBaseId), store()).catch(() => {}),
}
