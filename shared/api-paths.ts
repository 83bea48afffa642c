/**
 * How other programs call what is `/healthz` or `/readyz` here. Answered as the API answers what is not there: a page,
 * which is always 200, would tell a probe of the wrong address that all is well.
 */
const probesOfOthers = ['health', 'healthcheck', 'live', 'liveness', 'livez', 'ping', 'readiness', 'ready']

const probes = ['healthz', 'readyz', ...probesOfOthers]

/** What the API answers to begins with one of these; everything else is a page, or what a page loads. */
export const apiPaths = ['api', 'refreshtoken', 'metrics', 'static', ...probes]

const beginsWithOneOf = (names: readonly string[]) => {
  const pattern = new RegExp(`^/(${names.join('|')})(/|$)`)
  return (path: string) => pattern.test(path)
}

export const isForApi = beginsWithOneOf(apiPaths)
/** Who asks for one reads the HTTP status alone. */
export const isForProbe = beginsWithOneOf(probes)
