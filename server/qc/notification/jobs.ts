import type { DomainWorks } from '../../admin/job/kinds'
import { calibrationDue } from './calibration'
import { overdue } from './overdue'

/** The jobs of quality control. */
export const qcJobs: DomainWorks = { 'calibration-due': calibrationDue, overdue }
