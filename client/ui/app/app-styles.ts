/**
 * Fetches the style sheet of all pages but those of quality control. The build keeps it apart from that of the sign-in
 * page and names it in a meta tag; in development there is one for all.
 */
export const loadAppStyles = sheetNamed('app-styles')

/** The same for that of quality control; {@link loadAppStyles} goes first, since this one comes after it. */
export const loadQcStyles = sheetNamed('qc-styles')

function sheetNamed(name: string): () => Promise<void> {
  let loading: Promise<void> | undefined
  return () => {
    const href = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
    return (loading ??= href
      ? fetchStyles(href).catch((error: unknown) => {
          loading = undefined // the next try fetches it again
          throw error
        })
      : Promise.resolve())
  }
}

function fetchStyles(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error('The style sheet could not be fetched.'))
    })
    link.href = href
    document.head.append(link)
  })
}
