import type { ReactNode } from 'react'

/** One entry of a list of facts: what is told, and what it is. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
