/** The first parts of query keys for charts, their limits and their signals. */
export const ANALYSIS_KEY = 'qc-analysis'
export const LIMIT_KEY = 'qc-limit'
export const SIGNAL_KEY = 'qc-signal'

/** The first part of query keys for the operator's tasks. */
export const INBOX_KEY = 'qc-inbox'

/** A change of one of these affects all of them. */
export const CHART_KEYS = [ANALYSIS_KEY, LIMIT_KEY, SIGNAL_KEY, INBOX_KEY] as const
