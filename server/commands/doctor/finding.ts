import { megabytes } from '../../platform/http/megabytes'

type Verdict = 'ok' | 'warning' | 'failure'

/** What one check has found, and what to do about it. */
export type Finding = { check: string; verdict: Verdict; told: string; advice?: string }

/** Findings of one check. */
export const findingsOf = (check: string) => ({
  ok: (told: string): Finding => ({ check, verdict: 'ok', told }),
  warning: (told: string, advice: string): Finding => ({ check, verdict: 'warning', told, advice }),
  failure: (told: string, advice: string): Finding => ({ check, verdict: 'failure', told, advice }),
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
