import { qcPart } from '../ui/qc/qc-part'
import { useDocumentTitle } from './useDocumentTitle'

const DisplayPage = qcPart(() => import('../pages/qc/wall/display/DisplayPage'))

/** `/wall`, where a display shows its product line without anybody signing in. */
export function Wall() {
  useDocumentTitle('page.bigScreen')
  return <DisplayPage />
}
