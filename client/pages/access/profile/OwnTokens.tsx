import { TokenList } from '../../../ui/token/TokenList'

/** Tokens by which programs act for the operator. */
export default function OwnTokens() {
  return <TokenList />
}
