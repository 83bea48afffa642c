import type { Judgement } from '#shared/qc/constants'
import { shapes } from '../../layout/shapes'

/** Judgements are told by their shape as well as by their colour. */
export const shapePath: Readonly<Record<Judgement, string>> = {
  OK: shapes.ok,
  WARN: shapes.warn,
  NG: shapes.ng,
  PENDING: shapes.pending,
}
