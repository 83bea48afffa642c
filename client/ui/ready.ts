import { toast } from './overlay/toast'
import { tr } from './useText'
import { startProgress } from './form/waiting'

/** Fetches the code of what is about to be opened. False when it cannot be had, of which the operator has been told. */
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

/** Fetches the code of what is likely to be opened next. Should it fail, the press will tell. */
export const fetchAhead = ({ preload }: { preload: () => Promise<unknown> }): void => void preload().catch(() => {})
