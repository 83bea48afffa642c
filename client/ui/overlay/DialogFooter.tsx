import type { ReactNode } from 'react'

/** The buttons of a dialog, at its end and always visible: cancel first, then the dialog's action. */
export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <div className="row stretch end dialog-footer">{children}</div>
)
