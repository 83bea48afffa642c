import { confirm } from '../overlay/confirm'
import { isDone } from '../record/record-actions'
import { tr } from '../useText'

type Ending = {
  count: number
  /** Names whose sessions these are. */
  text: string
  /** Resolves when the server has ended them. */
  end: () => Promise<unknown>
  onDone: () => void
}

/** Ends sessions after asking, naming how many: there is no way back but signing in. */
export async function endAfterAsking({ count, text, end, onDone }: Ending): Promise<void> {
  const title = tr('session.endCount', { count })
  const isSure = await confirm({ title, text, confirmLabel: title, tone: 'danger' })
  if (isSure && (await isDone(end()))) onDone()
}
