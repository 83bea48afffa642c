import type { QueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useReducer, useState, type ComponentType } from 'react'
import { useSnapshot } from 'valtio'
import { notices } from '../stores/notices'
import { Button } from './Button'
import { tr } from './useText'
import { startProgress } from './form/waiting'

/** A component; a page can also request its answers before it is drawn, for the search of its address. */
export type Drawable<Props extends object = object> = ComponentType<Props> & {
  prefetch?: (queries: QueryClient, search: string) => Promise<unknown>
}

/** A component whose code is loaded when it is first drawn, or earlier by `preload`. */
export type Part<Props extends object = object> = ComponentType<Props> & Source<Props>

type Source<Props extends object> = {
  preload: () => Promise<Drawable<Props>>
  /** The component itself, once loaded. */
  loaded: () => Drawable<Props> | undefined
}

/**
 * Replaces React's `lazy`, which leaves the screen empty for 300 ms whenever the code is not loaded. A part is drawn as
 * soon as it is loaded; until then only the progress bar is shown. A failure is shown in the part's place.
 */
export function part<Props extends object>(load: () => Promise<{ default: Drawable<Props> }>): Part<Props> {
  let component: Drawable<Props> | undefined
  const source: Source<Props> = {
    loaded: () => component,
    preload: async () => (component ??= (await load()).default),
  }
  function Drawn(props: Props) {
    const { Loaded, failure, retry } = usePart(source)
    if (Loaded) return <Loaded {...props} />
    return failure ? <FailedPart onRetry={retry} /> : null
  }
  return Object.assign(Drawn, source)
}

/** The sign-in page draws parts too, so this uses only code of that page. */
const FailedPart = ({ onRetry }: { onRetry: () => void }) => (
  <p role="alert">
    {tr('error.network')} <Button onClick={onRetry}>{tr('action.retry')}</Button>
  </p>
)

type Arrival<Props extends object> = {
  Loaded: Drawable<Props> | undefined
  /** The reason why the code could not be loaded. */
  failure: Error | undefined
  /** Loads it again. */
  retry: () => void
}

/**
 * The component of a part, once loaded: for content that must be drawn together with it. After a failure it is loaded
 * again when the server answers again.
 */
export function usePart<Props extends object>({ preload, loaded }: Source<Props>): Arrival<Props> {
  const [{ Loaded, failure }, setState] = useState<Omit<Arrival<Props>, 'retry'>>(() => ({
    Loaded: loaded(),
    failure: undefined,
  }))
  const { isOffline } = useSnapshot(notices)
  const [attempt, retry] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (Loaded) return
    const isOver = startProgress()
    preload()
      .then((arrived) => startTransition(() => setState({ Loaded: arrived, failure: undefined }))) // in slices
      .catch((error: unknown) => {
        reportError(error)
        setState({ Loaded: undefined, failure: error as Error })
      })
      .finally(isOver)
  }, [Loaded, preload, attempt, isOffline])
  return { Loaded, failure, retry }
}
