import { inLocale } from '../text'
import { qcDashboardTexts } from '../texts/qc-dashboard'

export const texts = inLocale(qcDashboardTexts, 'zh')
