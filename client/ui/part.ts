import { createElement, useEffect, useState, type ComponentType } from 'react'
import { startProgress } from './waiting'

/** A component whose code is fetched when it is first drawn, or earlier: `preload` may be called ahead of the click. */
export type Part<Props extends object = object> = ComponentType<Props> & {
  preload: () => Promise<unknown>
  /** The component itself as soon as it is there, for what must be drawn together with it. */
  useLoaded: () => ComponentType<Props> | undefined
}

type State<Props extends object> = { component?: ComponentType<Props> | undefined; failure?: { error: unknown } }

/**
 * Takes the place of React's `lazy`, which leaves the screen empty for 300 ms whenever the code is not at hand: this
 * draws it as soon as it is there, and until then nothing but the progress bar. A failure goes to the error boundary.
 */
export function part<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Part<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => (loaded ??= (await load()).default)

  function useLoaded() {
    const [{ component, failure }, setState] = useState<State<Props>>({ component: loaded })
    useEffect(() => {
      if (component) return
      const isOver = startProgress()
      preload()
        .then((arrived) => setState({ component: arrived }))
        .catch((error: unknown) => setState({ failure: { error } }))
        .finally(isOver)
    }, [component])
    if (failure) throw failure.error
    return component
  }

  function Drawn(props: Props) {
    const Loaded = useLoaded()
    return Loaded ? createElement(Loaded, props) : null
  }
  return Object.assign(Drawn, { preload, useLoaded })
}
