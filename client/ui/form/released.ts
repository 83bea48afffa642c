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

/**
 * Resolves after the pointer is up and the click has fired. An earlier layout change would move the target of the
 * click.
 */
export const released = (): Promise<void> => release
