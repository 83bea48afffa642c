import { confirm } from '../overlay/confirm'
import { isDone } from '../record/record-actions'
import { tr } from '../useText'

type Ending = {
  count: number
  /** Whom or what it hits, in words. */
  text: string
  /** Resolves when the server has ended them. */
  end: () => Promise<unknown>
  onDone: () => void
}

/** Ends sessions after asking, naming how many: there is no way back but signing in. */
export async function endAfterAsking({ count, text, end, onDone }: Ending): Promise<void> {
  const deed = tr('session.endCount', { count })
  const isSure = await confirm({ title: deed, text, confirmLabel: deed, tone: 'danger' })
  if (isSure && (await isDone(end()))) onDone()
}
