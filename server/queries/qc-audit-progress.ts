import type { AuditProgress } from '#shared/schemas/qc-audit'

/** Hears how far a verification is; called often, and may not throw. */
export type ReportProgress = (progress: AuditProgress) => void
/** The same of one part of it: how many of them are done. */
export type ReportPart = (done: number) => void
