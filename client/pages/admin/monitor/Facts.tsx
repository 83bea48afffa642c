import type { ReactNode } from 'react'

type FactsProps = { title: string; facts: readonly (readonly [name: string, value: ReactNode])[] }

/** A card of names and values. */
export const Facts = ({ title, facts }: FactsProps) => (
  <section className="monitor-facts card">
    <h2>{title}</h2>
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
)
