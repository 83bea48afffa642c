import { toast } from './overlay/toast'
import { tr } from './useText'
import { startProgress } from './form/waiting'

/** Loads the code of a part before opening it. False if that fails; the operator has been told. */
export async function isReady({ preload }: { preload: () => Promise<unknown> }): Promise<boolean> {
  const isOver = startProgress()
  try {
    await preload()
    return true
  } catch {
    toast.show(tr('error.network'), { tone: 'error' })
    return false
  } finally {
    isOver()
  }
}

/** Preloads the code of a part that will probably be opened next. Opening it reports a failure. */
export const fetchAhead = ({ preload }: { preload: () => Promise<unknown> }): void => void preload().catch(() => {})
