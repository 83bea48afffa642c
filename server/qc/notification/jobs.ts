import type { DomainWorks } from '../../admin/job/kinds'
import { calibrationDue } from './calibration'
import { overdue } from './overdue'

/** What jobs of quality control do. */
export const qcJobs: DomainWorks = { 'calibration-due': calibrationDue, overdue }
