import { TokenList } from '../../../ui/token/TokenList'

/** Tokens of programs that act for the operator. */
export default function OwnTokens() {
  return <TokenList />
}
