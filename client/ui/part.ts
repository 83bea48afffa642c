import { createElement, useEffect, useState, type ComponentType } from 'react'
import { startProgress } from './waiting'

/** A component whose code is fetched when it is first drawn, or earlier: `preload` may be called ahead of the click. */
export type Part<Props extends object = object> = ComponentType<Props> & Source<Props>

type Source<Props extends object> = {
  preload: () => Promise<ComponentType<Props>>
  /** The component itself, once it is there. */
  loaded: () => ComponentType<Props> | undefined
}

/**
 * Takes the place of React's `lazy`, which leaves the screen empty for 300 ms whenever the code is not at hand: this
 * draws it as soon as it is there, and until then nothing but the progress bar. A failure goes to the error boundary.
 */
export function part<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Part<Props> {
  let component: ComponentType<Props> | undefined
  const source: Source<Props> = {
    loaded: () => component,
    preload: async () => (component ??= (await load()).default),
  }
  function Drawn(props: Props) {
    const Loaded = usePart(source)
    return Loaded ? createElement(Loaded, props) : null
  }
  return Object.assign(Drawn, source)
}

type State<Props extends object> = { component?: ComponentType<Props> | undefined; failure?: { error: unknown } }

/** The component behind a part, as soon as it is there: for what must be drawn together with it. */
export function usePart<Props extends object>({ preload, loaded }: Source<Props>): ComponentType<Props> | undefined {
  const [{ component, failure }, setState] = useState<State<Props>>({ component: loaded() })
  useEffect(() => {
    if (component) return
    const isOver = startProgress()
    preload()
      .then((arrived) => setState({ component: arrived }))
      .catch((error: unknown) => setState({ failure: { error } }))
      .finally(isOver)
  }, [component, preload])
  if (failure) throw failure.error
  return component
}
