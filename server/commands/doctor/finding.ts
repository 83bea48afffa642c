import { megabytes } from '../../platform/http/megabytes'

type Verdict = 'ok' | 'warning' | 'failure'

/** What one check has found, and what to do about it. */
export type Finding = { check: string; verdict: Verdict; message: string; advice?: string }

/** Findings of one check. */
export const findingsOf = (check: string) => ({
  ok: (message: string): Finding => ({ check, verdict: 'ok', message }),
  warning: (message: string, advice: string): Finding => ({ check, verdict: 'warning', message, advice }),
  failure: (message: string, advice: string): Finding => ({ check, verdict: 'failure', message, advice }),
})

/** `4.2 GB`, `37 MB`. */
export function sizeWord(bytes: number): string {
  const size = megabytes(bytes)
  return size < 1024 ? `${size} MB` : `${(size / 1024).toFixed(1)} GB`
}

const HOUR_MS = 3_600_000

/** `3 hours`, `12 days`. */
export function timeWord(ms: number): string {
  const hours = Math.round(ms / HOUR_MS)
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}
