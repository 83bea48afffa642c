let release = Promise.resolve()

addEventListener(
  'pointerdown',
  () => {
    release = new Promise((resolve) => {
      const onUp = () => void setTimeout(resolve) // after the click
      addEventListener('pointerup', onUp, { once: true, capture: true })
      addEventListener('pointercancel', onUp, { once: true, capture: true })
    })
  },
  { capture: true },
)

/** Resolves when the pointer is up and has clicked: what moves before that is moved from under it. */
export const released = (): Promise<void> => release
