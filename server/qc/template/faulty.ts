import { codes } from '#shared/envelope'
import type { TemplateFault } from '#shared/qc/template/rules'
import { Refusal } from '../../platform/http/refusal'

/** Refuses a draft that records cannot be made of, with all that is wrong with it. */
export class FaultyDraft extends Refusal<'qcTemplate.faulty'> {
  readonly faults: readonly TemplateFault[]

  constructor(faults: readonly TemplateFault[]) {
    super(codes.badRequest, 'qcTemplate.faulty', { count: faults.length })
    this.faults = faults
  }
}
