import { widthOf } from '../../chart/labels'

/** The width of about three lines of a column of facts, in pixels. */
const LONG = 400

type PrintFactsProps = { of: readonly (readonly [label: string, text: string | null | undefined | false])[] }

/** Facts in columns. A long one takes the whole width; one without content is left out. */
export const PrintFacts = ({ of }: PrintFactsProps) => (
  <dl className="print-facts">
    {of.map(
      ([label, text]) =>
        text && (
          <div key={label} data-long={widthOf(text) > LONG || undefined}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ),
    )}
  </dl>
)
