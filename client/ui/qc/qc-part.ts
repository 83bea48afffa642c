import { loadArea, type Area } from '../../stores/texts'
import { loadQcStyles } from '../app/app-styles'
import { loadMore } from '../app/more'
import { part, type Part } from '../part'
import type { Load } from '../app/word-parts'

const qcTexts: Area = {
  zh: () => import('#shared/i18n/zh/qc'),
  en: () => import('#shared/i18n/en/qc'),
}

const bellTexts: Area = {
  zh: () => import('#shared/i18n/zh/qc-bell'),
  en: () => import('#shared/i18n/en/qc-bell'),
}

const dashboardTexts: Area = {
  zh: () => import('#shared/i18n/zh/qc-dashboard'),
  en: () => import('#shared/i18n/en/qc-dashboard'),
}

const loadDashboardTexts = () => Promise.all([loadArea(bellTexts), loadArea(dashboardTexts)])

/** A part of quality control, with its texts and styles. */
export const qcPart = <Props extends object>(load: Load<Props>): Part<Props> =>
  part(async () => {
    const [loaded] = await Promise.all([load(), loadDashboardTexts(), loadArea(qcTexts), loadMore(), loadQcStyles()])
    return loaded
  })

/** A part of quality control shown over every page, with the texts of the bell. Its styles are the frame's. */
export const bellPart = <Props extends object>(load: Load<Props>): Part<Props> =>
  part(async () => {
    const [loaded] = await Promise.all([load(), loadArea(bellTexts)])
    return loaded
  })

/** A part of quality control on the dashboard, with its texts there. Its styles are the frame's. */
export const dashboardPart = <Props extends object>(load: Load<Props>): Part<Props> =>
  part(async () => {
    const [loaded] = await Promise.all([load(), loadDashboardTexts()])
    return loaded
  })
