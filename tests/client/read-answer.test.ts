import { expect, test } from 'bun:test'
import { codes } from '#shared/envelope'
import { NO_ANSWER, readAnswer } from '../../client/api/failure'

const page = '<html>Welcome to the Wi-Fi of the plant</html>'
const envelope = (code: number) => JSON.stringify({ requestId: '1', code, msg: 'x' })

test.each<[what: string, status: number, body: string, code: number]>([
  ['a refusal of the server is one, whatever its HTTP status', 200, envelope(codes.forbidden), codes.forbidden],
  ['the page of a sign-in to a network is no answer', 200, page, NO_ANSWER],
  ['a proxy that wants to know who asks says nothing of the session', 401, page, NO_ANSWER],
  ['a proxy that forbids a request refuses no record', 403, page, NO_ANSWER],
  ['a proxy that does not know the path says nothing of the record', 404, 'default backend - 404', NO_ANSWER],
  ['a proxy without a server behind it is no answer', 502, page, NO_ANSWER],
  ['data without a code is no answer', 200, '{"login":"https://wifi.example"}', NO_ANSWER],
  ['an answer that breaks off is no answer', 200, '{"requestId":"1","co', NO_ANSWER],
])('%s', async (_, status, body, code) => {
  const answer = await readAnswer(new Response(body, { status }), (of) => `HTTP ${of}`)
  expect(answer).toMatchObject({ failure: { code, message: code === NO_ANSWER ? `HTTP ${status}` : 'x' } })
})
