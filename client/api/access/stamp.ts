/** Says on every answer, by another value, that the operator may see or do something else than before. */
export const accessStampOf = ({ headers }: Response): string => headers.get('x-access') ?? ''

/** Data of the signed-in operator, and the state of their rights that they belong to. */
export type Stamped<Data> = { data: Data; stamp: string }
