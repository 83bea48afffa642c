import type { Judgement } from '#shared/qc/constants'
import { shapes } from '../../layout/shapes'

/** Judgements differ by shape as well as by colour. */
export const shapePath: Readonly<Record<Judgement, string>> = {
  OK: shapes.ok,
  WARN: shapes.warn,
  NG: shapes.ng,
  PENDING: shapes.pending,
}
