import { notFound } from './refusal'

/** What a query found, or a 404 when it found nothing. */
export function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound()
  return row
}
