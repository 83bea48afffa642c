import type { StartProgress } from '../../api/failure'
import { getReadiness } from '../../api/health'
import type { T } from '../../stores/texts'
import { h, nodeOf } from '../markup'

const POLL_MS = 700
const steps = ['database', 'data', 'accounts'] as const

let waiting: Promise<void> | undefined

/**
 * Covers the page with the progress of the starting server, and resolves when the server is ready. Entered values are
 * kept. Concurrent callers share one wait.
 */
export function untilReady(progress: StartProgress, say: T): Promise<void> {
  waiting ??= poll(progress, say).finally(() => (waiting = undefined))
  return waiting
}

async function poll(progress: StartProgress, say: T) {
  const page = openPage(say)
  page.draw(progress)
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const state = await getReadiness()
    if (state === 'ready') return page.close()
    if (state !== 'away') page.draw(state)
  }
}

function openPage(say: T) {
  const others = [...document.body.children].filter((element) => element instanceof HTMLElement)
  const title = nodeOf(h('h1'))
  const bar = nodeOf(h('progress'))
  const status = nodeOf(h('p', { role: 'status' }))
  const hint = nodeOf(h('p', { class: 'starting-hint' }))
  const card = nodeOf(h('div', { class: 'starting-card card' }))
  card.append(title, bar, status, hint)
  const page = nodeOf(h('main', { class: 'starting' }))
  page.append(card)
  document.body.append(page)
  for (const element of others) element.inert = true

  function draw({ phase, done, total }: StartProgress) {
    const step = steps.find((name) => name === phase)
    title.textContent = say('error.starting')
    bar.setAttribute('aria-label', say('error.starting'))
    if (total > 0)
      for (const [name, value] of Object.entries({ value: done, max: total })) bar.setAttribute(name, String(value))
    else bar.removeAttribute('value')
    status.textContent = say(step ? `starting.${step}` : 'starting.soon')
    hint.textContent = say('starting.hint')
  }
  function close() {
    page.remove()
    for (const element of others) element.inert = false
  }
  return { draw, close }
}
