import { submissionFaultsOf, type SubmissionFault } from '#shared/qc/record/workflow'
import type { LocalDraft } from '../../../stores/qc/drafts'
import type { Entry } from './entry'
import { isStepDone, type Group, type Step } from './steps'

/** An obstacle to submission, found before the server is asked. `steps` are the places to correct it. */
export type Obstacle = { fault: SubmissionFault; steps: readonly Step[] }

export function obstaclesOf(draft: LocalDraft, { inspection }: Entry, groups: readonly Group[]): Obstacle[] {
  const { remark, lotId, template } = draft
  const steps = groups.flatMap((group) => group.steps)
  const places: Partial<Record<SubmissionFault, (step: Step) => boolean>> = {
    unusable: ({ sample }) => sample?.fault !== undefined,
    missing: (step) => step.outcome.isRequired && !isStepDone(step),
    implausible: ({ sample }) => sample !== undefined && !sample.isPlausible,
  }
  return submissionFaultsOf({ inspection, remark, lotId, isLotRequired: template.isLotRequired, isTyped: true }).map(
    (fault) => {
      const isThere = places[fault]
      return { fault, steps: isThere ? steps.filter(isThere) : [] }
    },
  )
}
