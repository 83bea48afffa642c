import { confirm } from '../overlay/confirm'
import { isDone } from '../record/record-actions'
import { tr } from '../useText'

type Ending = {
  count: number
  /** Names the owners of the sessions. */
  text: string
  /** Resolves when the server has ended them. */
  end: () => Promise<unknown>
  onDone: () => void
}

/** Asks, with the number of sessions, then ends them. It cannot be undone except by signing in. */
export async function endAfterAsking({ count, text, end, onDone }: Ending): Promise<void> {
  const title = tr('session.endCount', { count })
  const isSure = await confirm({ title, text, confirmLabel: title, tone: 'danger' })
  if (isSure && (await isDone(end()))) onDone()
}
