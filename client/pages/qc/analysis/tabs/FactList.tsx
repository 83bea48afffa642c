type FactListProps = { facts: readonly (readonly [name: string, value: string, note?: string])[] }

/** Figures with their names and optional notes. */
export const FactList = ({ facts }: FactListProps) => (
  <dl className="grid qa-facts">
    {facts.map(([name, value, note]) => (
      <div key={name}>
        <dt className="note">{name}</dt>
        <dd>
          {value} {note && <span className="note">{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
