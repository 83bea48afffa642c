import type { Target } from './apps'

/** Milliseconds since 1970, so that they hold across documents; `duration` in milliseconds. */
type Span = { at: number; duration: number }
type Wanted = { isClickable?: boolean; targets: readonly Target[] }
type Point = { x: number; y: number }

type Probe = {
  longTasks: Span[]
  /** Shifts of the layout that no input caused; `duration` is their score. */
  shifts: Span[]
  /** Input, until the next frame after it was painted. */
  inputs: Span[]
  violations: string[]
  pressedAt: number
  /** Time of the first frame in which something was there, by its name. */
  seenAt: Record<string, number>
  /** Begins to look for what must not be there yet. Returns the names of what is there already. */
  watch(wanted: Record<string, Wanted>): string[]
  /** Where to press a target; null while it is not in sight. */
  placeOf(target: Target): Point | null
}

declare global {
  var probe: Probe
}

/** Runs in every document before its own scripts: notes what the browser measures, and when things come into sight. */
export function installProbe(fromStart: Record<string, Wanted>) {
  const now = (time = performance.now()) => performance.timeOrigin + time

  const [longTasks, shifts, inputs, violations]: [Span[], Span[], Span[], string[]] = [[], [], [], []]
  type Entry = PerformanceEntry & { value?: number; hadRecentInput?: boolean; interactionId?: number }
  const observe = (type: string, note: (entry: Entry) => unknown) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit)
  observe('longtask', ({ startTime, duration }) => longTasks.push({ at: now(startTime), duration }))
  observe(
    'layout-shift',
    ({ startTime, value = 0, hadRecentInput }) =>
      hadRecentInput || shifts.push({ at: now(startTime), duration: value }),
  )
  observe(
    'event',
    ({ startTime, duration, interactionId }) => interactionId && inputs.push({ at: now(startTime), duration }),
  )
  document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective))
  addEventListener('pointerdown', ({ timeStamp }) => (probe.pressedAt = now(timeStamp)), { capture: true })

  /** Asks a page that is hidden for no size: that would lay it out. */
  function isInSight(element: Element): boolean {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0
  }
  function find(target: Target): Element | undefined {
    const [head = '', text = ''] = target.split(' :: ')
    const [css = '', count = '1'] = head.split(' * ')
    let found = 0
    for (const element of document.querySelectorAll(css)) {
      if (element.textContent.includes(text) && isInSight(element) && ++found === Number(count)) return element
    }
    return undefined
  }
  function isClickable(target: Target): boolean {
    const element = find(target)
    if (!element || element.matches(':disabled')) return false
    const { left, top, width, height } = element.getBoundingClientRect()
    const topmost = document.elementFromPoint(left + width / 2, top + height / 2)
    return topmost !== null && element.contains(topmost)
  }
  const isThere = ({ isClickable: asClickable, targets }: Wanted) => targets.every(asClickable ? isClickable : find)

  globalThis.probe = {
    longTasks,
    shifts,
    inputs,
    violations,
    pressedAt: 0,
    seenAt: {},
    watch(wanted) {
      const already = Object.keys(wanted).filter((name) => isThere(wanted[name]!))
      for (const [name, one] of Object.entries(wanted)) {
        delete probe.seenAt[name]
        const look = () => {
          if (isThere(one)) probe.seenAt[name] = now()
          else requestAnimationFrame(look)
        }
        look()
      }
      return already
    },
    placeOf(target) {
      const element = find(target)
      element?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      const box = element?.getBoundingClientRect()
      return box ? { x: box.left + Math.min(box.width / 2, 120), y: box.top + box.height / 2 } : null
    },
  }
  if (self === top) probe.watch(fromStart)
}
