import type { ReactNode } from 'react'

/** The buttons of a dialog, at its end and always in view: cancel first, then what the dialog is for. */
export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <div className="row stretch end dialog-footer">{children}</div>
)
