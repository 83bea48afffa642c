type FactListProps = { facts: readonly (readonly [name: string, value: string, note?: string])[] }

/** Figures with their names, each with a note where there is one. */
export const FactList = ({ facts }: FactListProps) => (
  <dl className="qa-facts">
    {facts.map(([name, value, note]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value} {note && <span className="qa-note">{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
