import type { ReactNode } from 'react'
import './RowLink.css'

type RowLinkProps<Row> = {
  row: Row
  /** Undefined for operators who may not open it: they see only the text. */
  onOpen: ((row: Row) => void) | undefined
  children: ReactNode
}

/** The name of a row as a button that opens it. */
export const RowLink = <Row,>({ row, onOpen, children }: RowLinkProps<Row>) =>
  onOpen ? (
    <button type="button" className="row-link" onClick={() => onOpen(row)}>
      {children}
    </button>
  ) : (
    children
  )
