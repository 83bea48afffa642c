import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { useSnapshot } from 'valtio'
import type { CodeKind } from '#shared/qc/constants'
import type { QrLabel } from '#shared/qc/label/schema'
import { qrApi } from '../../../api/qc/label'
import { settings } from '../../../stores/settings'
import { dialogPart } from '../../overlay/Dialog'
import { isReady } from '../../ready'
import { startProgress } from '../../form/waiting'
import { LocaleContext } from '../../useText'

const LabelSheet = dialogPart(() => import('./LabelSheet'))

/** The server's limit per request. */
const MAX_AT_ONCE = 500

type LabelRequest = { kind: CodeKind; ids: readonly number[] }

/**
 * Shows labels of these objects for printing; objects without a code get one. A refusal has been shown when this
 * resolves. Needs `qc:qr:print`.
 */
export const printLabels = (kind: CodeKind, ids: readonly number[]): Promise<void> => printAll([{ kind, ids }])

/** Prints labels of several kinds together. */
export async function printAll(requests: readonly LabelRequest[]): Promise<void> {
  const isOver = startProgress()
  const labels: QrLabel[] = []
  try {
    for (const { kind, ids } of requests) {
      for (let from = 0; from < ids.length; from += MAX_AT_ONCE) {
        labels.push(...(await qrApi.issue(kind, ids.slice(from, from + MAX_AT_ONCE))))
      }
    }
  } catch {
    return // the operator has been told
  } finally {
    isOver()
  }
  if (labels.length === 0 || !(await isReady(LabelSheet))) return
  openBeside((onClose) => <LabelSheet labels={labels} onClose={onClose} />)
}

/** Draws a dialog beside the application until it is closed, so that any page can open it without rendering it. */
function openBeside(draw: (onClose: () => void) => ReactNode): void {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const opener = document.activeElement
  function close() {
    root.unmount()
    place.remove()
    if (opener instanceof HTMLElement) opener.focus()
  }
  root.render(<InLanguage>{draw(close)}</InLanguage>)
}

function InLanguage({ children }: { children: ReactNode }) {
  const { locale } = useSnapshot(settings)
  return <LocaleContext value={locale}>{children}</LocaleContext>
}
