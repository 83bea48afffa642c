import type { Captcha, CaptchaChallenge } from '#shared/access/login'
import type { T } from '../../../stores/texts'
import { h, icon, nodeOf } from '../../../ui/markup'
import { field, inputOf, rename, translate } from './markup'

type BoxHost = {
  say: T
  /** The box is inserted before this element while a captcha is needed. */
  before: Element
  /** Requests another picture. */
  renew: () => void
  /** Called when the proof is complete, or is given up. */
  onProofEnd: (isProven: boolean) => void
}

export type CaptchaBox = ReturnType<typeof openCaptchaBox>

/**
 * Shows the picture; for operators who cannot read it, the browser computes a proof instead. The choice of the proof
 * also holds for the next captcha.
 */
export function openCaptchaBox({ say, before, renew, onProofEnd }: BoxHost) {
  let captcha: Captcha | undefined
  let isProving = false
  let proof: ReturnType<typeof openProof> | undefined

  const image = nodeOf(h('img', { alt: '' })) as HTMLImageElement
  const another = nodeOf(h('button', { type: 'button', title: say('login.captchaRenew') }))
  rename(another, 'login.captchaRenew', say)
  another.append(image)
  const picture = nodeOf(
    field(
      say,
      'code',
      'login.captcha',
      h(
        'span',
        { class: 'captcha-line' },
        inputOf('code', { inputmode: 'numeric', autocomplete: 'off', maxlength: '16' }),
      ),
    ),
  )
  const input = picture.querySelector('input')!
  input.after(another)
  // One button for both ways, so that the focus can stay on it.
  const other = nodeOf(h('button', { type: 'button', class: 'button button-text captcha-other' }))
  const box = nodeOf(h('div', { class: 'captcha' }))
  box.append(picture, other)
  another.addEventListener('click', renew)
  other.addEventListener('click', () => {
    isProving = !isProving
    draw()
    startProof(captcha?.challenge)
  })

  /** @param challenge undefined until it has arrived; the form can be sent meanwhile */
  function startProof(challenge: CaptchaChallenge | undefined) {
    const hadProof = proof !== undefined
    proof?.close()
    proof = isProving && captcha?.challenge ? openProof(say, challenge, onProofEnd) : undefined
    if (proof) box.firstElementChild!.replaceWith(proof.element)
    else if (box.firstElementChild !== picture) box.firstElementChild!.replaceWith(picture)
    if (hadProof && !proof) onProofEnd(false) // the picture replaces it
  }

  function draw() {
    if (!captcha?.enabled) return box.remove()
    if (!box.isConnected) before.before(box)
    if (image.src !== captcha.data) {
      image.src = captcha.data
      input.value = ''
    }
    other.hidden = !captcha.challenge
    other.dataset['text'] = isProving ? 'login.captchaPicture' : 'login.captchaProve'
    translate(box, say)
    proof?.draw()
  }

  return {
    draw,
    /** Discards the input: it was for the previous captcha. */
    clear() {
      input.value = ''
      startProof(undefined)
    },
    show(next: Captcha) {
      captcha = next
      draw()
      startProof(next.challenge)
    },
    /** True while the proof is being computed. */
    isUnproven: () => proof?.isRunning() ?? false,
    close: () => proof?.close(),
  }
}

/** The progress is read out in these steps; more steps would disturb screen reader users. */
const STEP = 0.25

/** Computes a proof while the rest of the form stays usable, and keeps it for the form. */
function openProof(say: T, challenge: CaptchaChallenge | undefined, onEnd: (isProven: boolean) => void) {
  let state: 'running' | 'done' | 'failed' = 'running'
  let done = 0
  const left = new AbortController()
  const status = nodeOf(h('p', { role: 'status' }))
  const bar = nodeOf(h('progress', { max: '1', 'aria-label': say('login.captcha'), 'data-label': 'login.captcha' }))
  const answer = nodeOf(h('input', { type: 'hidden', name: 'code' })) as HTMLInputElement
  const element = nodeOf(h('div', { class: 'captcha-proof' }))
  element.append(status, bar, answer)

  function draw() {
    const texts = {
      failed: () => say('error.network'),
      done: () => say('login.captchaProven'),
      running: () => say('login.captchaProving', { percent: Math.floor(done / STEP) * STEP * 100 }),
    }
    const text = texts[state]()
    if (status.textContent !== text) status.replaceChildren(text)
    if (state !== 'running' && !status.querySelector('svg'))
      status.prepend(nodeOf(icon(state === 'done' ? 'ok' : 'warning')))
    ;(bar as HTMLProgressElement).value = done
    element.dataset['state'] = state
  }

  async function compute(challenge: CaptchaChallenge) {
    try {
      const { prove } = await import('./prove')
      answer.value = await prove(challenge, (share) => ((done = share), draw()), left.signal)
      end('done')
    } catch {
      if (!left.signal.aborted) end('failed') // its code could not be loaded
    }
  }

  function end(how: 'done' | 'failed') {
    state = how
    bar.remove()
    if (how === 'failed') answer.remove()
    draw()
    onEnd(how === 'done')
  }

  draw()
  if (challenge) void compute(challenge)
  return { element, draw, isRunning: () => state === 'running', close: () => left.abort() }
}
