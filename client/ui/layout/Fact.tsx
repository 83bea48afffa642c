import type { ReactNode } from 'react'

/** One entry of a list of facts. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** A list of facts by their labels. Facts without content are left out. */
export const Facts = ({
  of,
  className,
}: {
  of: readonly (readonly [label: string, content: ReactNode])[]
  className: string
}) => (
  <dl className={className}>
    {of.map(
      ([label, content]) =>
        content && (
          <Fact key={label} label={label}>
            {content}
          </Fact>
        ),
    )}
  </dl>
)
