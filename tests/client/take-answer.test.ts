import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'bun:test'
import { takeAnswer } from '../../client/ui/form/take-answer'

test('a record that was asked for before it was saved does not replace the saved one, however late it is answered', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const queryKey = ['record', 1]
  const { promise: older, resolve } = Promise.withResolvers<string>()
  queries.setQueryData(queryKey, 'as it was')
  const reading = queries.fetchQuery({ queryKey, queryFn: () => older, staleTime: 0 }).catch(() => {})
  takeAnswer(queries, queryKey, 'as it was saved')
  resolve('as it was')
  await older
  await reading
  expect(queries.getQueryData<string>(queryKey)).toBe('as it was saved')
  queries.clear()
})
