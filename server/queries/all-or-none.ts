import { codes } from '#shared/envelope'
import { Refusal } from '../refusal'

/** What was done to several records; a 404 when one is not there. Within a transaction, so that none is left done. */
export function allOrNone<Done>(done: Done | undefined): Done {
  if (done === undefined) throw new Refusal(codes.notFound, 'error.notFound')
  return done
}
