import type { RuleId } from '#shared/spc/charts/track'

/** The names of the lines of a control chart, the same in every language. */
export const lineNames = { ucl: 'UCL', center: 'CL', lcl: 'LCL' } as const

/** The short form of rules beside a point: `1`, `1·5`, `W1`. */
export const badgeOf = (rules: readonly RuleId[]): string => rules.map((rule) => rule.replace('we', 'W')).join('·')
