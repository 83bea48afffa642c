/**
 * Names of `/healthz` and `/readyz` in other products. The API answers them as unknown addresses. A page always has
 * status 200, and so a probe of a wrong address would report success.
 */
const probesOfOthers = ['health', 'healthcheck', 'live', 'liveness', 'livez', 'ping', 'readiness', 'ready']

const probes = ['healthz', 'readyz', ...probesOfOthers]

/** Beginnings of the addresses of the API. All other addresses are pages, or files of pages. */
export const apiPaths = ['api', 'refreshtoken', 'metrics', 'static', ...probes]

const beginsWithOneOf = (names: readonly string[]) => {
  const pattern = new RegExp(`^/(${names.join('|')})(/|$)`)
  return (path: string) => pattern.test(path)
}

export const isForApi = beginsWithOneOf(apiPaths)
/** Callers of these read only the HTTP status. */
export const isForProbe = beginsWithOneOf(probes)
