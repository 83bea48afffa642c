import { session } from '../../stores/session'
import { clearTabs } from '../../stores/tabs'
import { enter } from '../enter'
import { queryClient } from '../queries'
import { answerQuestion } from './question'

/**
 * There is a session again. The same operator goes on where they were, and true is answered; for anyone else the
 * application begins anew.
 */
export async function goOn(): Promise<boolean> {
  const { userId } = session
  await enter()
  const isSame = session.token !== '' && session.userId === userId
  answerQuestion(isSame)
  if (isSame) void queryClient.invalidateQueries()
  else if (session.token !== '') {
    clearTabs() // what the other has typed is neither shown nor sent
    location.reload()
  }
  return isSame
}
