/**
 * Loads the style sheet of the frame, the dashboard and lists. The build separates it from that of the sign-in page and
 * names it in a meta tag; development has one sheet for all. Each sheet takes effect at the place of its meta tag, in
 * any order of arrival.
 */
export const loadAppStyles = sheetNamed('app-styles')

/** Loads the style sheet of dialogs and of all other pages except quality control. */
export const loadMoreStyles = sheetNamed('more-styles')

/** Loads the style sheet of quality control. */
export const loadQcStyles = sheetNamed('qc-styles')

function sheetNamed(name: string): () => Promise<void> {
  let loading: Promise<void> | undefined
  return () => {
    const place = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
    return (loading ??= place
      ? fetchStyles(place).catch((error: unknown) => {
          loading = undefined // the next attempt loads it again
          throw error
        })
      : Promise.resolve())
  }
}

function fetchStyles(place: HTMLMetaElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error('The style sheet could not be fetched.'))
    })
    link.href = place.content
    place.after(link)
  })
}
