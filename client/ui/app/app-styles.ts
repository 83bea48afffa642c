/**
 * Fetches the style sheet of the frame, the dashboard and lists. The build keeps it apart from that of the sign-in page
 * and names it in a meta tag; in development there is one for all. Each sheet takes effect at the place of its meta tag,
 * whichever comes first.
 */
export const loadAppStyles = sheetNamed('app-styles')

/** The same for that of dialogs and of all other pages but those of quality control. */
export const loadMoreStyles = sheetNamed('more-styles')

/** The same for that of quality control. */
export const loadQcStyles = sheetNamed('qc-styles')

function sheetNamed(name: string): () => Promise<void> {
  let loading: Promise<void> | undefined
  return () => {
    const place = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
    return (loading ??= place
      ? fetchStyles(place).catch((error: unknown) => {
          loading = undefined // the next try fetches it again
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
