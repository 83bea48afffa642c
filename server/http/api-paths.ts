/** What the API answers to begins with one of these; everything else is a page, or what a page loads. */
export const apiPaths = ['api', 'refreshtoken', 'healthz', 'readyz', 'metrics', 'static']

const beginsSo = new RegExp(`^/(${apiPaths.join('|')})(/|$)`)
export const isForApi = (path: string) => beginsSo.test(path)
