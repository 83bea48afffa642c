import { labelSizes, type LabelSize } from '#shared/qc/label/sizes'
import { papers, type Paper } from './Sheet'

const KEY = 'labels'

/** What labels were last printed on with this device: it has the printer that it has. */
export function lastPaper(): { paper: Paper; size: LabelSize } {
  const kept = remembered()
  return {
    paper: papers.find((paper) => kept.includes(paper)) ?? 'a4',
    size: labelSizes.find((size) => kept.includes(size)) ?? '40x30',
  }
}

export function rememberPaper(paper: Paper, size: LabelSize): void {
  try {
    localStorage.setItem(KEY, `${paper} ${size}`)
  } catch {
    // full or switched off: it is chosen again the next time
  }
}

function remembered(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}
