/** A value on every answer that changes whenever the operator's rights change. */
export const accessStampOf = ({ headers }: Response): string => headers.get('x-access') ?? ''

/** Data of the signed-in operator, with the stamp of their rights. */
export type Stamped<Data> = { data: Data; stamp: string }
